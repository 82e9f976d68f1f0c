import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Preference } from '#domain/choices.ts'
import { countStanding } from '#domain/outcome.ts'
import { tally, topChoice } from '#domain/votes.ts'
import { holdersAt } from '#domain/weights.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findPropertyCircle } from '#server/shared/circles/find-property-circle.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { readCountingBasis, recountOutcomes } from '#server/shared/deciding/recount-outcomes.ts'
import { appendEarlierVote, saveVote } from '#server/shared/deciding/vote-history.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { markNoticesRead } from '#server/shared/notices/notify.ts'
import { requireStage } from '#server/shared/stages/stages.ts'

type Ballot = {
  readonly preference: Preference | null
  /** Absent: the reason of an unchanged vote stays. */
  readonly reason?: string | null | undefined
  /** The version that the voter has read; absent: the vote counts for what stands. */
  readonly version?: number | undefined
}

/** Votes and membership changes of a circle run one after the other: nobody's vote outlives their membership. */
async function requireVoter(tx: Tx, circleId: string, propertyId: string, actor: Actor, site: Site) {
  await closeDueFirst(tx, circleId, site)
  const relation = await findRelation(tx, circleId, actor)
  if (!relation?.isMember) throw new Refusal('property_not_found')
  await requireStage(tx, circleId, 'vote')
  const decision = await tx
    .selectFrom('decisions')
    .select(['closed_by_record', 'closes_at', 'held_before'])
    .where('property_id', '=', propertyId)
    .executeTakeFirst()
  if (decision?.closed_by_record) throw new Refusal('voting_closed')
  return { hasClosingDate: Boolean(decision?.closes_at), heldBefore: decision?.held_before ?? null }
}

/** Changes of the property wait for the circle's lock too. */
async function requireRead(tx: Tx, propertyId: string, readVersion: number | undefined): Promise<void> {
  if (readVersion === undefined) return
  const { version } = await tx.selectFrom('properties').select('version').where('id', '=', propertyId).executeTakeFirstOrThrow()
  if (version !== readVersion) throw new Refusal('property_changed')
}

/** The closing date may pass between `closeDueFirst` and saving the vote; such a vote is late too. */
async function refuseLateVote(tx: Tx, propertyId: string): Promise<void> {
  const passed = await tx
    .selectFrom('decisions')
    .select('property_id')
    .where('property_id', '=', propertyId)
    .where('closes_at', '<=', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  if (passed) throw new Refusal('voting_closed')
}

const findVote = (tx: Tx, propertyId: string, userId: string) =>
  tx
    .selectFrom('preferences')
    .leftJoin('vote_reasons', 'vote_reasons.vote_id', 'preferences.vote_id')
    .select(['preferences.preference', 'preferences.vote_id', 'preferences.updated_at', 'vote_reasons.reason'])
    .where('preferences.property_id', '=', propertyId)
    .where('preferences.user_id', '=', userId)
    .executeTakeFirst()

type Saved = {
  readonly reason: string | null
  /** The voter's first change in this minute. Later ones reach record and log when the minute is over. */
  readonly isFirst: boolean
}

/** Saves the vote and its history. Casting the same vote again confirms that its voter has looked again. */
async function saveBallot(tx: Tx, propertyId: string, userId: string, { preference, reason }: Ballot): Promise<Saved> {
  const before = await findVote(tx, propertyId, userId)
  // Votes that are older than the history get their first entry when they change.
  if (before && !before.vote_id && before.preference !== preference) {
    await appendEarlierVote(tx, { propertyId, userId, preference: before.preference as Preference }, before.updated_at)
  }
  if (preference === null) {
    await tx.deleteFrom('preferences').where('property_id', '=', propertyId).where('user_id', '=', userId).execute()
    const isFirst = before !== undefined && (await saveVote(tx, { propertyId, userId, preference })).isFirst
    return { reason: null, isFirst }
  }
  const isSame = before?.preference === preference
  const given = reason === undefined ? (isSame ? (before?.reason ?? null) : null) : reason || null
  const isNew = !isSame || given !== (before?.reason ?? null)
  const kept = isNew ? await saveVote(tx, { propertyId, userId, preference, reason: given }) : null
  const values = { preference, vote_id: kept?.id ?? before?.vote_id ?? null, seen_at: sql<Date>`clock_timestamp()` }
  await tx
    .insertInto('preferences')
    .values({ property_id: propertyId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['property_id', 'user_id']).doUpdateSet(values))
    .execute()
  return { reason: given, isFirst: kept?.isFirst ?? false }
}

/** Locks the property's circle and checks again that the property exists. */
async function lockCircleOfProperty(tx: Tx, propertyId: string): Promise<string> {
  const found = await findPropertyCircle(tx, propertyId)
  if (found) await lockCircle(tx, found.circleId)
  if (!found || !(await findPropertyCircle(tx, propertyId))) throw new Refusal('property_not_found')
  return found.circleId
}

/** Casts, changes or clears a member's vote on a property, and returns the new tally. */
export async function castVote(tx: Tx, actor: Actor, propertyId: string, ballot: Ballot, site: Site) {
  const { preference } = ballot
  const circleId = await lockCircleOfProperty(tx, propertyId)
  const { hasClosingDate, heldBefore } = await requireVoter(tx, circleId, propertyId, actor, site)
  await requireRead(tx, propertyId, ballot.version)
  const { reason, isFirst } = await saveBallot(tx, propertyId, actor.id, ballot)
  if (hasClosingDate) await refuseLateVote(tx, propertyId)
  if (isFirst) {
    await writeAudit(tx, { act: 'vote.cast', by: actor, subject: ['property', propertyId], facts: { preference: preference ?? 'none' } })
  }
  const counted = isFirst ? await recountOutcomes(tx, circleId, { cause: 'vote', actorId: actor.id }, propertyId) : null
  await publishCircleChange(tx, circleId, 'votes')
  if (preference) await markNoticesRead(tx, actor.id, { propertyId }, ['new_property', 'vote_waits'])
  const votes = await readVotes(tx, propertyId)
  const { charter, holdings } = counted ?? (await readCountingBasis(tx, circleId))
  const counts = tally(votes)
  const stands = countStanding(charter.rules, holdersAt(holdings, heldBefore?.getTime() ?? null), votes)
  return { ...counts, topChoice: topChoice(counts), property: propertyId, preference, reason, standing: stands }
}

async function readVotes(tx: Tx, propertyId: string) {
  const rows = await tx.selectFrom('preferences').select(['user_id', 'preference']).where('property_id', '=', propertyId).execute()
  return rows.map((row) => ({ user: row.user_id, preference: row.preference as Preference }))
}
