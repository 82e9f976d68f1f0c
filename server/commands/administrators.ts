import { sql } from 'kysely'
import { emailProblem, normalEmail, personProblems, unnamedAdmin } from '#domain/person.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { endAccess } from '#server/features/accounts/end-access.ts'
import { createLink } from '#server/features/accounts/one-time-links.store.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { requireAnotherAdmin } from '#server/shared/people/last-admin.ts'
import { suspendUser } from '#server/shared/people/suspend-user.ts'
import { findUserByEmail, type UserRow } from '#server/shared/people/users.ts'
import { CommandError } from './failure.ts'

/** A person who runs commands on the server is not a user of the product. */
const operator = { id: null, origin: null }

export type NewAdmin = { readonly email: string; readonly firstName?: string | undefined; readonly lastName?: string | undefined }

export type MadeAdmin = {
  readonly user: UserRow
  /** The person's state before. */
  readonly was: 'nobody' | 'user' | 'suspended' | 'admin'
  /** The link to set a password; null for people who have one. */
  readonly link: string | null
  readonly isMailed: boolean
}

/** Makes a new or an existing person a verified, onboarded administrator. */
export async function makeAdmin(tx: Tx, form: NewAdmin, site: { publicUrl: string; sendsMail: boolean }): Promise<MadeAdmin> {
  const [problem] = personProblems(form)
  if (problem) throw new CommandError(`${problem.message}.`)
  const id = newId()
  const names = { first_name: form.firstName?.trim() ?? unnamedAdmin.firstName, last_name: form.lastName?.trim() ?? unnamedAdmin.lastName }
  const inserted = await tx
    .insertInto('users')
    .values({ id, ...names, email: normalEmail(form.email), status: 'invited' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const before = await lockPerson(tx, form.email)
  // Anyone can register anyone's address, so a person who never confirmed it has to set a new password by mail.
  const isForeign = before.email_confirmed_at === null && before.password_hash !== null
  if (isForeign) await endAccess(tx, before.id)
  const user = await tx
    .updateTable('users')
    .set({
      first_name: form.firstName?.trim() ?? (isForeign ? names.first_name : before.first_name),
      last_name: form.lastName?.trim() ?? (isForeign ? names.last_name : before.last_name),
      is_admin: true,
      is_verified: true,
      verified_at: before.verified_at ?? sql<Date>`now()`,
      onboarding_complete: true,
      suspended_reason: null,
      ...(isForeign
        ? { password_hash: null, password_changed_at: sql<Date>`clock_timestamp()`, status: 'invited' }
        : { status: before.password_hash === null ? 'invited' : 'active' }),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAudit(tx, { act: 'user.made_admin', by: operator, subject: ['user', user.id], fields: ['permissions'] })

  const isNew = inserted.numInsertedOrUpdatedRows === 1n
  const was = isNew ? 'nobody' : before.status === 'suspended' ? 'suspended' : before.is_admin ? 'admin' : 'user'
  if (user.status === 'active') return { user, was, link: null, isMailed: false }
  const to = { userId: user.id, email: user.email ?? '' }
  const link = await createLink(tx, site.publicUrl, to, 'set_password')
  const isMailed = site.sendsMail && (await queueMail(tx, 'set-password', to, { firstName: user.first_name, link })) !== null
  return { user, was, link, isMailed }
}

export async function listAdmins(db: Database): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().where('is_admin', '=', true).orderBy('created_at').orderBy('id').execute()
}

/** Blocks sign-in at once. Returns whether anything changed. */
export async function suspendPerson(tx: Tx, email: string): Promise<{ user: UserRow; isChanged: boolean }> {
  const found = await findUserByEmail(tx, email)
  // Administrators are locked before the person's own row, in the same order everywhere, to avoid deadlocks.
  if (found?.is_admin && found.status !== 'suspended') await requireAnotherAdmin(tx, found.id)
  const user = await lockPerson(tx, email)
  if (user.status === 'suspended') return { user, isChanged: false }
  await suspendUser(tx, user, null)
  await writeAudit(tx, { act: 'user.suspended', by: operator, subject: ['user', user.id], fields: ['status'] })
  return { user, isChanged: true }
}

async function lockPerson(tx: Tx, email: string): Promise<UserRow> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where((where) => where(where.fn('lower', ['email']), '=', normalEmail(email)))
    .forUpdate()
    .executeTakeFirst()
  if (row) return row
  throw new CommandError(emailProblem(email) ? `"${email}" is no e-mail address.` : `Nobody here has the e-mail address ${email}.`)
}
