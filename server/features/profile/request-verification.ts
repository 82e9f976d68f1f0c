import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { fullName } from '#domain/person.ts'
import { decideRequest } from '#domain/verification.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findLastDecision } from '#server/shared/verification/decisions.ts'

/**
 * Stores the request and mails the administrators, only the first time. Verified people have nothing to request; declined ones may ask again
 * later.
 */
export async function requestVerification(tx: Tx, publicUrl: string, actor: Actor): Promise<void> {
  // Held until the end, so that nobody is declined between the check and the request.
  await tx.selectFrom('users').select('id').where('id', '=', actor.id).forNoKeyUpdate().execute()
  const allowed = decideRequest(await findLastDecision(tx, actor.id), new Date())
  if (!allowed.ok) throw new Refusal(allowed.reason)
  const person = await tx
    .updateTable('users')
    .set({ verification_requested: true, verification_requested_at: sql<Date>`now()` })
    .where('id', '=', actor.id)
    .where('verification_requested', '=', false)
    .returning(['id', 'first_name', 'last_name', 'email', 'is_verified'])
    .executeTakeFirst()
  if (!person) return
  await writeAudit(tx, { act: 'verification.requested', by: actor, subject: ['user', actor.id] })
  if (person.is_verified) return
  const admins = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_admin', '=', true)
    .where('status', '=', 'active')
    .where('id', '!=', actor.id)
    .orderBy('id')
    .execute()
  const name = fullName({ firstName: person.first_name, lastName: person.last_name })
  const props = { name, email: person.email ?? '', link: `${publicUrl}${paths.adminReviewUser(actor.id)}` }
  for (const admin of admins) {
    if (admin.email) await queueMail(tx, 'verification-request', { userId: admin.id, email: admin.email }, props, [actor.id])
  }
}
