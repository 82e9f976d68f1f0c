import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { newPasswordProblems } from '#domain/person.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { RateLimiter } from '#server/db/rate-limits.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { accountSubject } from './log-in.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.store.ts'
import { findUserByEmail } from './users.lookup.ts'

type Purpose = 'reset_password' | 'set_password'

const minutes: Record<Purpose, number> = { reset_password: 60, set_password: 7 * 24 * 60 }
const pages: Record<Purpose, string> = { reset_password: '/reset-password', set_password: '/set-password' }

/** Makes a link that works once. Only its hash is stored, so a copy of the database opens no account. */
export async function makePasswordLink(tx: Tx, publicUrl: string, userId: string, purpose: Purpose): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('one_time_links')
    .values({
      id: newId(),
      user_id: userId,
      purpose,
      token_hash: hashOf(token),
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes[purpose]})`,
    })
    .execute()
  return `${publicUrl}${pages[purpose]}?token=${token}&id=${userId}`
}

/** The work behind "Forgot your password?", done by a job so that the answer takes as long whether there is an account or not. */
export async function sendResetLink(
  { db, limiter, publicUrl }: { db: Database; limiter: RateLimiter; publicUrl: string },
  email: string,
): Promise<void> {
  const isLimited = await limiter.take(db, 'request_token_account', accountSubject(email)).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal) return true
      throw error
    },
  )
  if (isLimited) return
  await db.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user?.email || user.status === 'suspended') return
    const isInvited = user.status === 'invited'
    const link = await makePasswordLink(tx, publicUrl, user.id, isInvited ? 'set_password' : 'reset_password')
    await queueMail(
      tx,
      isInvited ? 'set-password' : 'reset-password',
      { userId: user.id, email: user.email },
      { firstName: user.first_name, link },
    )
    await recordAct(tx, { act: 'password.link_sent', by: { id: null, origin: null }, subject: ['user', user.id] })
  })
}

/** Sets a new password by a link, once: of a hundred parallel tries, one finds it unused. */
export async function usePasswordLink(
  { db, limiter, publicUrl }: { db: Database; limiter: RateLimiter; publicUrl: string },
  purpose: Purpose,
  form: { password: string; confirmPassword: string; token: string; id: string },
  origin: Origin,
): Promise<void> {
  const fields = newPasswordProblems(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  if (!isId(form.id)) throw new Refusal('link_dead')
  const passwordHash = await hashPassword(form.password)
  await db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('one_time_links')
      .set({ used_at: sql<Date>`now()` })
      .where('token_hash', '=', hashOf(form.token))
      .where('user_id', '=', form.id)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (used.numUpdatedRows !== 1n) throw new Refusal('link_dead')
    await setPassword(tx, form.id, passwordHash, { limiter, publicUrl })
    await endSessionsOf(tx, form.id, 'password')
    await recordAct(tx, { act: 'password.changed', by: { id: form.id, origin }, subject: ['user', form.id], facts: { purpose } })
  })
}

/** Stores the hash, voids every other link, lifts the lock of wrong guesses, and tells the owner. */
export async function setPassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  { limiter, publicUrl }: { limiter: RateLimiter; publicUrl: string },
): Promise<void> {
  const user = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, status: sql<string>`case when status = 'invited' then 'active' else status end` })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning(['email', 'first_name'])
    .executeTakeFirst()
  if (!user?.email) throw new Refusal('link_dead')
  await tx
    .updateTable('one_time_links')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  await limiter.clear(tx, 'login_account', accountSubject(user.email))
  const props = { firstName: user.first_name, resetLink: `${publicUrl}/request-reset` }
  await queueMail(tx, 'password-changed', { userId, email: user.email }, props)
}
