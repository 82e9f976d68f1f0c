import { type RawBuilder, sql } from 'kysely'
import type { DeskEntry } from '#contract/brokers.ts'
import { paths } from '#contract/paths.ts'
import { type BrokerWaitKind, brokerWaitKinds, statusesBeforeContract } from '#domain/broker-desk.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { selectCircles, toCircle } from '#server/shared/circles/circles.ts'

/** More than anyone does in one visit; bounds the answer. */
const most = 1_000

type WaitRow = {
  readonly circle_id: string
  readonly property_id: string
  readonly name: string
  readonly count: number
  readonly since: Date
  readonly due_at: Date | null
}

/** Posts of members that are newer than the broker's last visit of the thread and than the last answer of any broker. */
const questions = ({ id }: Actor) => sql<WaitRow>`
  select place.circle_id, place.property_id, place.name, unanswered.count, unanswered.since, null::timestamptz
  from place left join thread_visits on thread_visits.user_id = ${id} and thread_visits.property_id = place.property_id,
  lateral (select (select posts.id from posts where posts.property_id = place.property_id and posts.is_broker
    and posts.deleted_at is null and posts.hidden_at is null order by posts.id desc limit 1) as id) as answer,
  lateral (select count(*) as count, max(posts.created_at) as since from posts
    where posts.property_id = place.property_id and not posts.is_broker and posts.user_id <> ${id}
      and posts.deleted_at is null and posts.hidden_at is null
      and (coalesce(thread_visits.last_post_id, answer.id) is null
        or posts.id > greatest(thread_visits.last_post_id, answer.id))) as unanswered
  where unanswered.count > 0`

/** Open votes with a date on which they close, since that date was set. */
const closings = (_: Actor) => sql<WaitRow>`
  select place.circle_id, place.property_id, place.name, 1, coalesce(dated.at, place.created_at), open.closes_at
  from place join open_decisions as open on open.property_id = place.property_id,
  lateral (select max(decision_record.at) as at from decision_record
    where decision_record.property_id = place.property_id and decision_record.kind = 'closing_date') as dated
  where open.closes_at > clock_timestamp()`

const passed = (_: Actor) => sql<WaitRow>`
  select place.circle_id, place.property_id, place.name, 1, closing.at, null::timestamptz
  from place join decisions on decisions.property_id = place.property_id and decisions.state = 'passes'
  join decision_record as closing on closing.id = decisions.closed_by_record
  where place.listing_status = any(${[...statusesBeforeContract]}::text[])`

/** Open steps of a purchase that are assigned to the broker, due when the first of them is. A due day is shown as that day wherever it is read. */
const steps = ({ id }: Actor) => sql<WaitRow>`
  select place.circle_id, place.property_id, place.name, assigned.count, assigned.since, assigned.due_at
  from place join acquisitions on acquisitions.property_id = place.property_id and acquisitions.outcome is distinct from 'given_up',
  lateral (select count(*) as count, acquisitions.started_at as since, (min(due_day) + time '12:00') at time zone 'UTC' as due_at from acquisition_steps
    where acquisition_steps.acquisition_id = acquisitions.id and assigned_to = ${id} and state = 'open') as assigned
  where assigned.count > 0`

/** Where each kind comes from: rows with the columns of `WaitRow`, in its order, from `place`, the properties of the broker's circles. */
const sources: Readonly<Record<BrokerWaitKind, (actor: Actor) => RawBuilder<WaitRow>>> = {
  question: questions,
  closing: closings,
  passed,
  step: steps,
}

async function readWaits(db: Database | Tx, actor: Actor): Promise<Map<string, DeskEntry['waits']>> {
  const rows = sql.join(
    brokerWaitKinds.map(
      (kind) => sql`select ${kind}::text as kind, source.*
        from (${sources[kind](actor)}) as source (circle_id, property_id, name, count, since, due_at)`,
    ),
    sql` union all `,
  )
  const { rows: found } = await sql<WaitRow & { kind: BrokerWaitKind }>`
    with place as (
      select properties.id as property_id, properties.circle_id, properties.address as name,
        properties.listing_status, properties.created_at
      from broker_assignments join circles on circles.id = broker_assignments.circle_id
      join properties on properties.circle_id = circles.id
      where broker_assignments.broker_id = ${actor.id} and circles.deleted_at is null and circles.ended_at is null
        and properties.deleted_at is null and properties.hidden_at is null)
    select * from (${rows}) as wait order by since desc, property_id, kind limit ${most}`.execute(db)
  const byCircle = new Map<string, DeskEntry['waits']>()
  for (const { kind, circle_id: circle, property_id: property, name, count, since, due_at } of found) {
    const wait = {
      kind,
      name,
      path: kind === 'step' ? paths.brokerPurchase(circle) : paths.brokerPropertyPage(circle, property),
      count: Number(count),
      since: since.toISOString(),
      dueAt: due_at?.toISOString() ?? null,
    }
    byCircle.set(circle, [...(byCircle.get(circle) ?? []), wait])
  }
  return byCircle
}

export const selectBrokerCircles = (db: Database | Tx, brokerId: string) =>
  selectCircles(db)
    .innerJoin('broker_assignments', 'broker_assignments.circle_id', 'circles.id')
    .where('broker_assignments.broker_id', '=', brokerId)
    .where('circles.deleted_at', 'is', null)
    .orderBy('circles.created_at', 'desc')

/** The broker's circles with what waits in each: two queries, however many circles there are. */
export async function readDesk(db: Database | Tx, actor: Actor): Promise<DeskEntry[]> {
  const [circles, waits] = await Promise.all([selectBrokerCircles(db, actor.id).execute(), readWaits(db, actor)])
  return circles.map((row) => ({ circle: toCircle(row, 'broker'), waits: waits.get(row.id) ?? [] }))
}
