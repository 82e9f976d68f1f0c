import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { isStanding } from '#server/shared/verification/decisions.ts'

/** The figures of the admin overview, each read by index. */
export async function readOverview(db: Database, { id, zone }: Actor) {
  const { rows } = await sql<{ awaiting: number; users: number; circles: number; funded: number; crashes: number }>`
    select
      (select count(*) from users where verification = 'awaiting' and deleted_at is null) as awaiting,
      (select count(*) from users where deleted_at is null) as users,
      (select count(*) from circles where deleted_at is null) as circles,
      (select coalesce(sum(arcs.price), 0) from arcs join circles on circles.id = arcs.circle_id
        where arcs.membership_id is not null and circles.deleted_at is null)::bigint as funded,
      (select count(*) from crash_reports where status = 'open') as crashes`.execute(db)
  const counts = rows[0] ?? { awaiting: 0, users: 0, circles: 0, funded: 0, crashes: 0 }
  const awaiting = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'verification_requested_at'])
    .where('verification', '=', 'awaiting')
    .where('deleted_at', 'is', null)
    .orderBy(sql`verification_requested_at asc nulls first`)
    .limit(20)
    .execute()
  // The ledger keeps the rows of a deleted circle, but they no longer count.
  const committed = await sql<{ day: string; amount: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(amount) over (order by day)::bigint as amount
    from (select date_trunc('day', at at time zone (select known_zone(${zone}))) as day, sum(amount) as amount from (
      select at, amount from ledger
      union all
      select greatest(ledger.at, circles.deleted_at), -ledger.amount
      from ledger join circles on circles.id = ledger.circle_id where circles.deleted_at is not null
    ) as moves group by 1) as days
    order by day`.execute(db)
  const decided = await sql<{ last_verified_at: Date | null; today: number }>`
    select
      (select at from verification_decisions as decision where kind = 'verified' and ${isStanding('decision')}
        order by id desc limit 1) as last_verified_at,
      (select count(distinct user_id) from verification_decisions as decision where by_id = ${id}
        and at >= date_trunc('day', now(), (select known_zone(${zone}))) and ${isStanding('decision')}) as today`.execute(db)
  return {
    usersAwaitingVerification: counts.awaiting,
    users: counts.users,
    circles: counts.circles,
    fundedAmount: counts.funded,
    openCrashReports: counts.crashes,
    awaiting: awaiting.map((row) => ({
      _id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email ?? '',
      requestedAt: row.verification_requested_at?.toISOString() ?? null,
    })),
    committed: committed.rows,
    lastVerifiedAt: decided.rows[0]?.last_verified_at?.toISOString() ?? null,
    decidedToday: Number(decided.rows[0]?.today ?? 0),
  }
}
