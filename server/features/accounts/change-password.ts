import { Refusal } from '#contract/errors.ts'
import { newPasswordProblems } from '#domain/password.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { requireCurrentPassword } from '#server/shared/people/current-password.ts'
import { hashPassword } from '#server/shared/people/passwords.ts'
import { setPassword } from './password-links.ts'
import { endUserSessions } from './sessions.store.ts'

export async function changePassword(
  services: { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string },
  actor: Actor,
  form: { currentPassword: string; password: string; confirmPassword: string },
): Promise<void> {
  const fields = newPasswordProblems(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  await requireCurrentPassword(services, actor, form.currentPassword)
  const passwordHash = await hashPassword(form.password)
  await services.db.transaction().execute(async (tx) => {
    await setPassword(tx, actor.id, passwordHash, services)
    await endUserSessions(tx, actor.id, 'password', actor.sessionId)
    await writeAudit(tx, { act: 'password.changed', by: actor, subject: ['user', actor.id] })
  })
}
