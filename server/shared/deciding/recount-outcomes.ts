import { sql } from 'kysely'
import type { Charter } from '#contract/deciding.ts'
import type { Preference } from '#domain/choices.ts'
import { countStanding, type OutcomeState, type PropertyOutcome } from '#domain/outcome.ts'
import { factColumns } from '#domain/property-facts.ts'
import { type Holding, holdersAt } from '#domain/weights.ts'
import type { Tx } from '#server/db/connect.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { notifyFollowers } from '#server/shared/notices/notify-followers.ts'
import { readCurrentCharter } from './charters.ts'
import { type ClosedOutcome, findMembers, mailMembers } from './mail-members.ts'
import { movePendingVotesToHistory } from './vote-history.ts'
import { type RecordCause, type RecordKind, recordVotes, writeRecord } from './write-record.ts'

type Vote = { readonly id: string | null; readonly user: string; readonly preference: Preference }

/** Properties whose outcome can still change; in an ended circle none can. */
const openProperties = (tx: Tx, circleId: string) =>
  tx
    .selectFrom('properties')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .leftJoin('decisions', 'decisions.property_id', 'properties.id')
    .select(['properties.id', 'properties.address', 'properties.city', 'properties.state as state_name', 'properties.zip_code'])
    .select(['properties.shown_address', 'properties.url', 'properties.price', 'decisions.closes_at', 'decisions.held_before'])
    .select(factColumns.map((column) => `properties.${column}` as const))
    .select((property) =>
      property
        .selectFrom('property_pictures')
        .select('image_key')
        .whereRef('property_pictures.property_id', '=', 'properties.id')
        .orderBy('position')
        .limit(1)
        .as('image_key'),
    )
    .select([
      sql<OutcomeState>`coalesce(decisions.state, 'open')`.as('state'),
      sql<Vote[]>`(select coalesce(json_agg(json_build_object('id', vote_id, 'user', user_id, 'preference', preference)), '[]')
        from preferences where preferences.property_id = properties.id)`.as('votes'),
    ])
    .where('properties.circle_id', '=', circleId)
    .where('properties.deleted_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where('circles.ended_at', 'is', null)
    .where('decisions.closed_by_record', 'is', null)

type OpenProperty = Awaited<ReturnType<ReturnType<typeof openProperties>['executeTakeFirstOrThrow']>>

type Change = { readonly kind: RecordKind; readonly cause: RecordCause; readonly actorId: string | null }
type Basis = { readonly charter: Charter; readonly holdings: readonly Holding[] }

/** What the properties of a circle are counted by; read once for all of them. */
export const readCountingBasis = async (tx: Tx, circleId: string, at: Date | null = null): Promise<Basis> => ({
  charter: await readCurrentCharter(tx, circleId),
  holdings: await readHoldings(tx, circleId, at),
})

/** Writes a property's outcome to the decision record and stores it as the last published state. Returns the outcome it told people of. */
async function saveOutcome(
  tx: Tx,
  circleId: string,
  basis: Basis,
  property: OpenProperty,
  change: Change,
): Promise<PropertyOutcome | null> {
  const { charter } = basis
  const { kind, actorId } = change
  const isClosed = kind === 'closed'
  const holders = holdersAt(basis.holdings, property.held_before?.getTime() ?? null)
  const counted = countStanding(charter.rules, holders, property.votes, isClosed)
  if (kind === 'outcome' && counted.state === property.state) return null
  const { id, state: _, votes, held_before, shown_address: _shown, ...facts } = property
  const { state, of, voted, invest, watchList, veto, late, silent } = counted
  const figures = { state, held: of, voted, invest, watch_list: watchList, veto, late, silent }
  const cast = recordVotes(holders, votes, (vote) => ({ preference: vote?.preference ?? null }))
  const recordId = await writeRecord(tx, { circleId, charter, ...change, about: { property_id: id, ...facts, ...figures } }, cast)
  const kept = { state, ...(isClosed ? { closed_by_record: recordId } : {}) }
  await tx
    .insertInto('decisions')
    .values({ property_id: id, closes_at: facts.closes_at, held_before, ...kept })
    .onConflict((conflict) => conflict.column('property_id').doUpdateSet(kept))
    .execute()
  if (kind === 'closing_date') return null
  const tooFewVoted = counted.outcome === 'too_few_voted'
  const told = { state, ...(isClosed && { isClosed }), ...(tooFewVoted && { tooFewVoted }) }
  await notify(tx, await findCirclePeople(tx, circleId, actorId), { kind: 'outcome', circleId, propertyId: id, facts: told })
  if (isClosed) await notifyFollowers(tx, circleId, { kind: 'followed_outcome' })
  return counted.outcome
}

/** Closes the vote on a property. For `closeDue`, which also closes motions. */
export async function closePropertyVote(tx: Tx, circleId: string, propertyId: string, publicUrl: string): Promise<void> {
  await movePendingVotesToHistory(tx, (votes) => votes.where('property_id', '=', propertyId))
  const property = await openProperties(tx, circleId).where('properties.id', '=', propertyId).executeTakeFirstOrThrow()
  const basis = await readCountingBasis(tx, circleId, property.closes_at)
  const outcome = await saveOutcome(tx, circleId, basis, property, { kind: 'closed', cause: 'closing_date', actorId: null })
  const subject = { circleId, propertyId, motionId: null, name: property.shown_address }
  const said = { mail: 'outcome', outcome: outcome as ClosedOutcome } as const
  await mailMembers(tx, subject, await findMembers(tx, circleId), said, publicUrl)
  await publishCircleChange(tx, circleId, 'votes')
}

/**
 * Counts again after votes or holdings changed and records each changed outcome. Returns what it counted by, or null if there was nothing
 * to count. The caller has locked the circle.
 */
export async function recountOutcomes(
  tx: Tx,
  circleId: string,
  cause: { readonly cause: Exclude<RecordCause, 'closing_date' | 'rules'>; readonly actorId: string | null },
  propertyId?: string,
): Promise<Basis | null> {
  const properties = await openProperties(tx, circleId)
    .$if(propertyId !== undefined, (query) => query.where('properties.id', '=', propertyId ?? ''))
    .where((where) =>
      where.or([
        where('decisions.state', '!=', 'open'),
        where.exists(where.selectFrom('preferences').select('user_id').whereRef('preferences.property_id', '=', 'properties.id')),
      ]),
    )
    .execute()
  if (properties.length === 0) return null
  const basis = await readCountingBasis(tx, circleId)
  for (const property of properties) await saveOutcome(tx, circleId, basis, property, { kind: 'outcome', ...cause })
  return basis
}

/** Records a new closing date together with the count at this moment. */
export async function writeClosingDateRecord(tx: Tx, circleId: string, propertyId: string, actorId: string): Promise<void> {
  const property = await openProperties(tx, circleId).where('properties.id', '=', propertyId).executeTakeFirstOrThrow()
  const basis = await readCountingBasis(tx, circleId)
  await saveOutcome(tx, circleId, basis, property, { kind: 'closing_date', cause: 'closing_date', actorId })
}
