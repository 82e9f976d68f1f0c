import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'

/**
 * A name is locked from the first request for its signature on, as long as one is waited for in a circle of theirs, and for good once they
 * signed: what was typed and what the profile says stay the same name.
 */
export async function requireFreeName(tx: Tx, userId: string): Promise<void> {
  const asked = await tx
    .selectFrom('signature_request_people')
    .innerJoin('signature_requests', 'signature_requests.id', 'signature_request_people.request_id')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.circle_id', '=', 'signature_requests.circle_id')
        .onRef('memberships.user_id', '=', 'signature_request_people.user_id'),
    )
    .innerJoin('circles', 'circles.id', 'signature_requests.circle_id')
    .select('signature_requests.id')
    .where('memberships.ended_at', 'is', null)
    .where('circles.ended_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where('signature_request_people.user_id', '=', userId)
    .where('signature_requests.withdrawn_at', 'is', null)
    .executeTakeFirst()
  // Signatures stay when their request is withdrawn.
  const signed = asked ?? (await tx.selectFrom('signatures').select('id').where('user_id', '=', userId).executeTakeFirst())
  if (signed) throw new Refusal('name_locked')
}
