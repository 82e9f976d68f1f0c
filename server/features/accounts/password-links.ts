import { sql } from 'kysely'
import type { Token } from '#contract/accounts.ts'
import { Refusal } from '#contract/errors.ts'
import { placeAfterSignIn } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'
import { newPasswordProblems } from '#domain/password.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { hashPassword } from '#server/shared/people/passwords.ts'
import { revokeCalendar } from '#server/shared/people/revoke-calendar.ts'
import { selectUserByEmail, toUser, type UserRow } from '#server/shared/people/users.ts'
import { endAccess } from './end-access.ts'
import { accountSubject } from './log-in.ts'
import { createLink, type LinkForm, type PasswordPurpose, redeemLink, selectLink } from './one-time-links.store.ts'
import { removePasskeys } from './remove-passkey.ts'
import { startSession } from './sessions.store.ts'
import type { Services } from './sign-in.ts'

/**
 * Runs as a job, so that the response time does not reveal whether there is an account. A request of before the last change of password is
 * void.
 */
export async function sendResetLink(
  { db, publicUrl }: { db: Database; publicUrl: string },
  { email, at }: { readonly email: string; readonly at: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await selectUserByEmail(tx, email).forNoKeyUpdate().executeTakeFirst()
    if (!user?.email || user.status === 'suspended') return
    if (user.password_changed_at && at <= user.password_changed_at) return
    const isInvited = user.status === 'invited'
    const to = { userId: user.id, email: user.email }
    const link = await createLink(tx, publicUrl, to, isInvited ? 'set_password' : 'reset_password')
    await queueMail(tx, isInvited ? 'set-password' : 'reset-password', to, { firstName: user.first_name, link })
    await writeAudit(tx, { act: 'password.link_sent', by: { id: null, origin: null }, subject: ['user', user.id] })
  })
}

/**
 * Sets a new password by a link and signs its person in. The link is checked before the password is hashed, because hashing is expensive.
 */
export async function usePasswordLink(
  { db, limiter, maker, publicUrl }: Services & { readonly publicUrl: string },
  purpose: PasswordPurpose,
  form: LinkForm & { password: string; confirmPassword: string },
  origin: Origin,
): Promise<{ token: Token; redirectUrl: string }> {
  const fields = newPasswordProblems(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  await limiter.take(db, 'one_time_link_address', origin.address)
  if (!(await selectLink(db, purpose, form).executeTakeFirst())) throw new Refusal('link_dead')
  await limiter.take(db, 'one_time_link_account', form.id)
  return db.transaction().execute(async (tx) => {
    if (!(await redeemLink(tx, purpose, form))) throw new Refusal('link_dead')
    const user = await setPassword(tx, form.id, await hashPassword(form.password), { limiter, publicUrl })
    await tx
      .updateTable('users')
      .set({ email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())` })
      .where('id', '=', form.id)
      .execute()
    // The owner of the mailbox owns the account: whatever someone else left behind is removed.
    await endAccess(tx, form.id)
    const by = { id: form.id, origin }
    await writeAudit(tx, { act: 'password.changed', by, subject: ['user', form.id], facts: { purpose } })
    await removePasskeys(tx, publicUrl, user, by)
    await revokeCalendar(tx, by)
    const session = await startSession(tx, maker, form.id, origin)
    await writeAudit(tx, { act: 'session.started', by, subject: ['session', session.id], facts: { means: 'link' } })
    return { token: session.token, redirectUrl: placeAfterSignIn(toUser(user)) }
  })
}

/** Stores the hash, resets the sign-in limit and mails the owner. `endAccess` belongs to it. */
export async function setPassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  { limiter, publicUrl }: { limiter: RateLimiter; publicUrl: string },
): Promise<UserRow> {
  const user = await tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      password_changed_at: sql<Date>`clock_timestamp()`,
      status: sql<string>`case when status = 'invited' then 'active' else status end`,
    })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!user?.email) throw new Refusal('link_dead')
  await limiter.clear(tx, 'login_account', accountSubject(user.email))
  const props = { firstName: user.first_name, resetLink: `${publicUrl}${paths.requestReset}` }
  await queueMail(tx, 'password-changed', { userId, email: user.email }, props)
  return user
}
