import { Refusal } from '#contract/errors.ts'
import { emailProblem, newPasswordProblems, normalEmail } from '#domain/person.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Database } from '#server/db/connect.ts'
import type { RateLimiter } from '#server/db/rate-limits.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { requireCurrentPassword } from './current-password.lookup.ts'
import { setPassword } from './password-links.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.store.ts'
import { findUserByEmail } from './users.lookup.ts'

type Means = { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string; readonly supportEmail: string }

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
