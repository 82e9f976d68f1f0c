import type { z } from 'zod'
import type { changePasswordRequest } from '#contract/accounts.ts'
import { Refusal } from '#contract/errors.ts'
import { newPasswordProblems } from '#domain/password.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { checkCurrentPassword } from '#server/shared/people/current-password.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { hashPassword } from '#server/shared/people/passwords.ts'
import { revokeCalendar } from '#server/shared/people/revoke-calendar.ts'
import { endAccess } from './end-access.ts'
import { setPassword } from './password-links.ts'
import { removePasskeys } from './remove-passkey.ts'

/** Changes the password and ends what was begun with the old one. Passkeys and the calendar's address end if the person asks for it. */
export async function changePassword(
  services: { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string },
  actor: Actor,
  form: z.infer<typeof changePasswordRequest>,
): Promise<void> {
  const fields = newPasswordProblems(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  const requireUnchanged = await checkCurrentPassword(services, actor, form.currentPassword)
  const passwordHash = await hashPassword(form.password)
  await services.db.transaction().execute(async (tx) => {
    requireUnchanged(await lockSelf(tx, actor))
    const user = await setPassword(tx, actor.id, passwordHash, services)
    await endAccess(tx, actor.id, actor.sessionId)
    await writeAudit(tx, { act: 'password.changed', by: actor, subject: ['user', actor.id] })
    if (form.removePasskeys) await removePasskeys(tx, services.publicUrl, user, actor)
    if (form.removeCalendar) await revokeCalendar(tx, actor)
  })
}
