import { sql } from 'kysely'
import type { Preference } from '#domain/choices.ts'
import { type Count, count, type Holder, type OutcomeState } from '#domain/outcome.ts'
import { currentCharter } from './charters.ts'
import type { Database, Tx } from './connect.ts'
import { newId } from './ids.ts'
import { tellCircle } from './live.ts'
import { circlePeople, notify } from './notify.ts'
import { type RecordCause, type RecordKind, writeRecord } from './write-record.ts'

export type Vote = { readonly user: string; readonly preference: Preference; readonly vote: string | null }

/** Everyone in the circle with the arcs they hold now, also those without any. */
export async function holdersOf(db: Database | Tx, circleId: string): Promise<Holder[]> {
  return db
    .selectFrom('memberships')
    .leftJoin('arcs', 'arcs.membership_id', 'memberships.id')
    .select(['memberships.user_id as user', sql<number>`count(arcs.number)`.as('arcs')])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.ended_at', 'is', null)
    .groupBy('memberships.user_id')
    .orderBy('memberships.user_id')
    .execute()
}

/** Properties whose outcome can still change. */
const openProperties = (tx: Tx, circleId: string) =>
  tx
    .selectFrom('properties')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .leftJoin('decisions', 'decisions.property_id', 'properties.id')
    .select(['properties.id', 'properties.address', 'properties.price', 'decisions.closes_at'])
    .select([
      sql<OutcomeState>`coalesce(decisions.state, 'open')`.as('state'),
      sql<Vote[]>`(select coalesce(json_agg(json_build_object('user', user_id, 'preference', preference, 'vote', vote_id)), '[]')
        from preferences where preferences.property_id = properties.id)`.as('votes'),
    ])
    .where('properties.circle_id', '=', circleId)
    .where('properties.deleted_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where('decisions.closed_by_record', 'is', null)

type OpenProperty = Awaited<ReturnType<ReturnType<typeof openProperties>['executeTakeFirstOrThrow']>>

type Change = { readonly kind: RecordKind; readonly cause: RecordCause; readonly actorId: string | null }

/** Writes where a property stands to the record, and remembers it as the last that was told. */
async function keepOutcome(tx: Tx, circleId: string, property: OpenProperty, change: Change, isAlwaysKept: boolean): Promise<Count> {
  const [charter, holders] = [await currentCharter(tx, circleId), await holdersOf(tx, circleId)]
  const counted = count(charter.rules, holders, property.votes)
  if (!isAlwaysKept && counted.state === property.state) return counted
  const { kind } = change
  const recordId = newId()
  await writeRecord(tx, { id: recordId, circleId, charter, ...change }, { ...property, counted, holders })
  const kept = { state: counted.state, ...(kind === 'closed' ? { closed_by_record: recordId } : {}) }
  await tx
    .insertInto('decisions')
    .values({ property_id: property.id, closes_at: property.closes_at, ...kept })
    .onConflict((conflict) => conflict.column('property_id').doUpdateSet(kept))
    .execute()
  if (kind === 'closing_date') return counted
  const facts = { state: counted.state, ...(kind === 'closed' ? { isClosed: true } : {}) }
  await notify(tx, await circlePeople(tx, circleId, change.actorId), { kind: 'outcome', circleId, propertyId: property.id, facts })
  return counted
}

/**
 * Freezes what is past its closing date. Whatever is about to change a count calls this first, so that a property is
 * frozen as it stood whether or not the job has come by. The caller holds the circle's row.
 */
export async function settle(tx: Tx, circleId: string): Promise<void> {
  const due = await openProperties(tx, circleId).where('decisions.closes_at', '<=', sql<Date>`clock_timestamp()`).execute()
  for (const property of due) await keepOutcome(tx, circleId, property, { kind: 'closed', cause: 'closing_date', actorId: null }, true)
  if (due.length > 0) await tellCircle(tx, circleId, 'votes')
}

/** Counts again after votes or holdings have changed, and puts each change of outcome on record. The caller holds the circle's row. */
export async function recount(
  tx: Tx,
  circleId: string,
  cause: { readonly cause: Exclude<RecordCause, 'closing_date' | 'rules'>; readonly actorId: string | null },
  propertyId?: string,
): Promise<void> {
  const properties = await openProperties(tx, circleId)
    .$if(propertyId !== undefined, (query) => query.where('properties.id', '=', propertyId ?? ''))
    .where((where) =>
      where.or([
        where('decisions.state', '!=', 'open'),
        where.exists(where.selectFrom('preferences').select('user_id').whereRef('preferences.property_id', '=', 'properties.id')),
      ]),
    )
    .execute()
  for (const property of properties) await keepOutcome(tx, circleId, property, { kind: 'outcome', ...cause }, false)
}

/** A new closing date, on record with where the property stood. */
export async function recordClosingDate(tx: Tx, circleId: string, propertyId: string, actorId: string): Promise<void> {
  const property = await openProperties(tx, circleId).where('properties.id', '=', propertyId).executeTakeFirstOrThrow()
  await keepOutcome(tx, circleId, property, { kind: 'closing_date', cause: 'closing_date', actorId }, true)
}
