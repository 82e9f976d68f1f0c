import { Refusal } from '#contract/errors.ts'
import type { Preference } from '#domain/choices.ts'
import { tally, topChoice } from '#domain/votes.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { tellCircle } from '#server/db/live.ts'
import { findProperty } from '#server/features/properties/properties.lookup.ts'
import type { Actor } from '#server/sessions/actor.ts'

/** Holds the voter's membership, so that a vote and a removal take turns: nobody's vote outlives their membership. */
async function requireVoter(tx: Tx, circleId: string, userId: string): Promise<void> {
  const member = await tx
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!member) throw new Refusal('property_not_found')
}

/** Casts, changes or clears the one vote a member has on a property, and tells the new tally. */
export async function castVote(tx: Tx, actor: Actor, propertyId: string, preference: Preference | null) {
  const property = await findProperty(tx, propertyId)
  if (!property) throw new Refusal('property_not_found')
  await requireVoter(tx, property.circle_id, actor.id)
  if (preference) {
    await tx
      .insertInto('preferences')
      .values({ property_id: propertyId, user_id: actor.id, preference })
      .onConflict((conflict) => conflict.columns(['property_id', 'user_id']).doUpdateSet({ preference }))
      .execute()
  } else {
    await tx.deleteFrom('preferences').where('property_id', '=', propertyId).where('user_id', '=', actor.id).execute()
  }
  await recordAct(tx, { act: 'vote.cast', by: actor, subject: ['property', propertyId], facts: { preference: preference ?? 'none' } })
  await tellCircle(tx, property.circle_id, 'votes')
  const after = await findProperty(tx, propertyId)
  const counts = tally(after?.votes ?? [])
  return { ...counts, topChoice: topChoice(counts), property: propertyId, preference }
}
