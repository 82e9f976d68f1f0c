import { sql } from 'kysely'
import type { CircleOfPerson } from '#contract/membership.ts'
import { percentFunded } from '#domain/funding.ts'
import type { Database } from '#server/db/connect.ts'
import { type CircleRow, selectCircles, stageOfRow } from '#server/shared/circles/circles.ts'

type Row = {
  readonly id: string
  readonly role: CircleOfPerson['role']
  readonly arcs: number
  readonly amount: number
  readonly since: Date
}

const toCircle = (row: CircleRow): CircleOfPerson['circle'] => ({
  _id: row.id,
  title: row.title,
  city: row.city,
  stage: stageOfRow(row),
  sharesTotal: row.shares_total,
  target: row.total_target_size,
  percentFunded: percentFunded(row.raised, row.total_target_size),
  holdings: row.holdings,
})

/** The circles of which a person is owner, member or broker now, the earliest first. */
export async function readCirclesOfPerson(db: Database, userId: string): Promise<CircleOfPerson[]> {
  const { rows } = await sql<Row>`
    select circles.id, case when memberships.is_owner then 'owner' else 'member' end as role, held.arcs, held.amount,
      memberships.created_at as since
    from memberships join circles on circles.id = memberships.circle_id,
      lateral (select count(*) as arcs, coalesce(sum(price), 0)::bigint as amount from arcs where arcs.membership_id = memberships.id) as held
    where memberships.user_id = ${userId} and memberships.ended_at is null and circles.deleted_at is null
    union all
    select circles.id, 'broker', 0, 0, broker_assignments.assigned_at
    from broker_assignments join circles on circles.id = broker_assignments.circle_id
    where broker_assignments.broker_id = ${userId} and circles.deleted_at is null
    order by since, id`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const circles = new Map((await selectCircles(db).where('circles.id', 'in', ids).execute()).map((row) => [row.id, toCircle(row)]))
  return rows.flatMap(({ id, role, arcs, amount, since }) => {
    const circle = circles.get(id)
    return circle ? [{ circle, role, arcs, amount, since: since.toISOString() }] : []
  })
}
