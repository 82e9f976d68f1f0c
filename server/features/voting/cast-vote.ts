import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Preference } from '#domain/choices.ts'
import { standing } from '#domain/outcome.ts'
import { tally, topChoice } from '#domain/votes.ts'
import { recordAct } from '#server/db/audit.ts'
import { currentCharter } from '#server/db/charters.ts'
import type { Tx } from '#server/db/connect.ts'
import { tellCircle } from '#server/db/live.ts'
import { holdCircle } from '#server/db/lock-arcs.ts'
import { readNotices } from '#server/db/notify.ts'
import { holdersOf, recount, settle } from '#server/db/recount.ts'
import { appendVote } from '#server/db/vote-history.ts'
import { findProperty } from '#server/features/properties/properties.lookup.ts'
import type { Actor } from '#server/sessions/actor.ts'

export type Ballot = {
  readonly preference: Preference | null
  /** Absent: the reason of an unchanged vote stays. */
  readonly reason?: string | null | undefined
}

/** Votes of one circle take turns with each other and with whoever joins or leaves: nobody's vote outlives their membership. */
async function requireVoter(tx: Tx, circleId: string, propertyId: string, userId: string): Promise<void> {
  const member = await tx
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!member) throw new Refusal('property_not_found')
  await settle(tx, circleId)
  const closed = await tx
    .selectFrom('decisions')
    .select('property_id')
    .where('property_id', '=', propertyId)
    .where('closed_by_record', 'is not', null)
    .executeTakeFirst()
  if (closed) throw new Refusal('voting_closed')
}

const findVote = (tx: Tx, propertyId: string, userId: string) =>
  tx
    .selectFrom('preferences')
    .leftJoin('vote_reasons', 'vote_reasons.vote_id', 'preferences.vote_id')
    .select(['preferences.preference', 'preferences.vote_id', 'preferences.updated_at', 'vote_reasons.reason'])
    .where('preferences.property_id', '=', propertyId)
    .where('preferences.user_id', '=', userId)
    .executeTakeFirst()

/** Keeps the vote with its history; a vote that is cast again as it was says that its voter has looked again. */
async function keepVote(tx: Tx, propertyId: string, userId: string, { preference, reason }: Ballot): Promise<string | null> {
  const before = await findVote(tx, propertyId, userId)
  if (preference === null) {
    await tx.deleteFrom('preferences').where('property_id', '=', propertyId).where('user_id', '=', userId).execute()
    if (before) await appendVote(tx, { propertyId, userId, preference: null })
    return null
  }
  const isSame = before?.preference === preference
  const given = reason === undefined ? (isSame ? (before?.reason ?? null) : null) : reason || null
  const isNew = !isSame || given !== (before?.reason ?? null)
  // Votes from before there was a history begin theirs when they change.
  if (isNew && before && !before.vote_id)
    await appendVote(tx, { propertyId, userId, preference: before.preference as Preference, at: before.updated_at })
  const voteId = isNew ? await appendVote(tx, { propertyId, userId, preference, reason: given }) : (before?.vote_id ?? null)
  const values = { preference, vote_id: voteId, seen_at: sql<Date>`clock_timestamp()` }
  await tx
    .insertInto('preferences')
    .values({ property_id: propertyId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['property_id', 'user_id']).doUpdateSet(values))
    .execute()
  return given
}

/** Holds the circle of a property that is there, also once it is held. */
async function holdCircleOf(tx: Tx, propertyId: string): Promise<string> {
  const found = await findProperty(tx, propertyId)
  if (found) await holdCircle(tx, found.circle_id)
  const property = found && (await findProperty(tx, propertyId))
  if (!property) throw new Refusal('property_not_found')
  return property.circle_id
}

/** Casts, changes or clears the one vote a member has on a property, and tells the new tally. */
export async function castVote(tx: Tx, actor: Actor, propertyId: string, ballot: Ballot) {
  const { preference } = ballot
  const circleId = await holdCircleOf(tx, propertyId)
  await requireVoter(tx, circleId, propertyId, actor.id)
  const reason = await keepVote(tx, propertyId, actor.id, ballot)
  await recordAct(tx, { act: 'vote.cast', by: actor, subject: ['property', propertyId], facts: { preference: preference ?? 'none' } })
  await recount(tx, circleId, { cause: 'vote', actorId: actor.id }, propertyId)
  await tellCircle(tx, circleId, 'votes')
  if (preference) await readNotices(tx, actor.id, propertyId, ['new_property', 'vote_waits'])
  const votes = (await findProperty(tx, propertyId))?.votes ?? []
  const { rules } = await currentCharter(tx, circleId)
  const counts = tally(votes)
  const stands = standing(rules, await holdersOf(tx, circleId), votes)
  return { ...counts, topChoice: topChoice(counts), property: propertyId, preference, reason, standing: stands }
}
