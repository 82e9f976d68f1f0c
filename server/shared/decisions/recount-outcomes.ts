import { sql } from 'kysely'
import type { Charter } from '#contract/deciding.ts'
import type { Preference } from '#domain/choices.ts'
import { countStanding, type Outcome, type OutcomeState } from '#domain/outcome.ts'
import { type Holding, holdersAt } from '#domain/weights.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { notifyFollowers } from '#server/shared/notices/notify-followers.ts'
import { readCurrentCharter } from './charters.ts'
import { type ClosedOutcome, mailOutcome } from './mail-members.ts'
import { movePendingVotesToHistory } from './vote-history.ts'
import { type RecordCause, type RecordKind, writeRecord } from './write-record.ts'

type Vote = { readonly user: string; readonly preference: Preference; readonly vote: string | null }

/** Properties whose outcome can still change; in an ended circle none can. */
const openProperties = (tx: Tx, circleId: string) =>
  tx
    .selectFrom('properties')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .leftJoin('decisions', 'decisions.property_id', 'properties.id')
    .select(['properties.id', 'properties.address', 'properties.city', 'properties.state as state_name', 'properties.zip_code'])
    .select(['properties.url', 'properties.price', 'decisions.closes_at', 'decisions.held_before'])
    .select(['properties.year_built', 'properties.bedrooms', 'properties.bathrooms', 'properties.living_area'])
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
      sql<Vote[]>`(select coalesce(json_agg(json_build_object('user', user_id, 'preference', preference, 'vote', vote_id)), '[]')
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
export const readCountingBasis = async (tx: Tx, circleId: string): Promise<Basis> => ({
  charter: await readCurrentCharter(tx, circleId),
  holdings: await readHoldings(tx, circleId),
})

/** Writes a property's outcome to the decision record and stores it as the last published state. Returns the outcome it told people of. */
async function saveOutcome(tx: Tx, circleId: string, basis: Basis, property: OpenProperty, change: Change): Promise<Outcome | null> {
  const { charter } = basis
  const { kind, actorId } = change
  const isClosed = kind === 'closed'
  const holders = holdersAt(basis.holdings, property.held_before?.getTime() ?? null)
  const counted = countStanding(charter.rules, holders, property.votes, isClosed)
  if (kind === 'outcome' && counted.state === property.state) return null
  const recordId = newId()
  await writeRecord(tx, { id: recordId, circleId, charter, ...change }, { ...property, counted, holders })
  const kept = { state: counted.state, ...(isClosed ? { closed_by_record: recordId } : {}) }
  await tx
    .insertInto('decisions')
    .values({ property_id: property.id, closes_at: property.closes_at, held_before: property.held_before, ...kept })
    .onConflict((conflict) => conflict.column('property_id').doUpdateSet(kept))
    .execute()
  if (kind === 'closing_date') return null
  const tooFewVoted = counted.outcome === 'too_few_voted'
  const facts = { state: counted.state, ...(isClosed && { isClosed }), ...(tooFewVoted && { tooFewVoted }) }
  await notify(tx, await findCirclePeople(tx, circleId, actorId), { kind: 'outcome', circleId, propertyId: property.id, facts })
  if (isClosed) await notifyFollowers(tx, circleId, { kind: 'followed_outcome' })
  return counted.outcome
}

/** Closes votes on properties past their closing date, or only those up to `until`. For `closeDue`, which also closes motions. */
export async function closeDueVotes(tx: Tx, circleId: string, publicUrl: string, until?: Date): Promise<void> {
  const due = await openProperties(tx, circleId)
    .where('decisions.closes_at', '<=', sql<Date>`least(clock_timestamp(), ${until ?? null}::timestamptz)`)
    .orderBy('decisions.closes_at')
    .execute()
  if (due.length === 0) return
  const basis = await readCountingBasis(tx, circleId)
  const ids = due.map(({ id }) => id)
  await movePendingVotesToHistory(tx, (votes) => votes.where('property_id', 'in', ids))
  for (const property of due) {
    const outcome = await saveOutcome(tx, circleId, basis, property, { kind: 'closed', cause: 'closing_date', actorId: null })
    await mailOutcome(tx, { circleId, propertyId: property.id }, outcome as ClosedOutcome, publicUrl)
  }
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
