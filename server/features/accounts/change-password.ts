import { Refusal } from '#contract/errors.ts'
import { newPasswordProblems } from '#domain/person.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Database } from '#server/db/connect.ts'
import type { RateLimiter } from '#server/db/rate-limits.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { requireCurrentPassword } from './current-password.lookup.ts'
import { setPassword } from './password-links.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.store.ts'

export async function changePassword(
  means: { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string },
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
