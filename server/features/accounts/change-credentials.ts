import { Refusal, refusals } from '#contract/errors.ts'
import { emailProblem, newPasswordProblems, normalEmail } from '#domain/person.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Database } from '#server/db/connect.ts'
import type { RateLimiter } from '#server/db/rate-limits.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { setPassword } from './password-links.ts'
import { hashPassword, matchesPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.store.ts'
import { findUser, findUserByEmail, type UserRow } from './users.lookup.ts'

type Means = { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string; readonly supportEmail: string }

/** A stolen session alone must not be enough to take the account over. */
export async function requireCurrentPassword(
  { db, limiter }: Pick<Means, 'db' | 'limiter'>,
  actor: Actor,
  password: string,
): Promise<UserRow> {
  await limiter.take(db, 'password_check', actor.id)
  const user = await findUser(db, actor.id)
  if (!user) throw new Refusal('session_ended')
  if (!(await matchesPassword(user.password_hash, password))) {
    throw new Refusal('wrong_current_password', { fields: [{ field: 'currentPassword', message: refusals.wrong_current_password.error }] })
  }
  await limiter.clear(db, 'password_check', actor.id)
  return user
}

export async function changePassword(
  means: Means,
  actor: Actor,
  form: { currentPassword: string; password: string; confirmPassword: string },
): Promise<void> {
  const fields = newPasswordProblems(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  await requireCurrentPassword(means, actor, form.currentPassword)
  const passwordHash = await hashPassword(form.password)
  await means.db.transaction().execute(async (tx) => {
    await setPassword(tx, actor.id, passwordHash, means)
    await endSessionsOf(tx, actor.id, 'password', actor.sessionId)
    await recordAct(tx, { act: 'password.changed', by: actor, subject: ['user', actor.id] })
  })
}

/** The old address is told, so that its owner notices a change they did not make. */
export async function changeEmail(means: Means, actor: Actor, form: { currentPassword: string; email: string }): Promise<void> {
  const problem = emailProblem(form.email)
  if (problem) throw new Refusal('invalid', { fields: [{ field: 'email', message: problem }] })
  const user = await requireCurrentPassword(means, actor, form.currentPassword)
  const email = normalEmail(form.email)
  await means.db.transaction().execute(async (tx) => {
    const holder = await findUserByEmail(tx, email)
    if (holder && holder.id !== actor.id) throw new Refusal('email_in_use')
    await tx.updateTable('users').set({ email }).where('id', '=', actor.id).execute()
    await endSessionsOf(tx, actor.id, 'email', actor.sessionId)
    const props = { firstName: user.first_name, supportEmail: means.supportEmail }
    if (user.email) await queueMail(tx, 'email-changed', { userId: actor.id, email: user.email }, props)
    const person = { userId: actor.id, before: { email: user.email }, after: { email } }
    await recordAct(tx, { act: 'email.changed', by: actor, subject: ['user', actor.id], fields: ['email'], person })
  })
}
