import { sql } from 'kysely'
import type { Database, Tx } from './connect.ts'

/** Where the books do not agree, in words; nothing when they do. */
export type LedgerProblem = { readonly circle: string; readonly problem: string }

/**
 * Proves, from the rows alone, that the ledger and the arcs tell the same story: in each circle, for each membership and
 * for each arc; that a circle's arcs sum to its target; and that nobody holds an arc after their membership ended.
 */
export async function verifyLedger(db: Database | Tx): Promise<LedgerProblem[]> {
  const { rows } = await sql<LedgerProblem>`
    with moves as (
      select circle_id, membership_id, unnest(arcs) as number, case when kind = 'removed' then -1 else 1 end as change from ledger
    ),
    told as (select circle_id, membership_id, number, sum(change) as count from moves group by 1, 2, 3)
    select circle_id as circle, 'arc ' || coalesce(told.number, arcs.number) || ': the ledger says '
        || coalesce(told.membership_id::text, 'nobody') || ' holds it ' || coalesce(told.count, 0) || ' times, the arc says '
        || coalesce(arcs.membership_id::text, 'nobody') as problem
      from (select * from told where count <> 0) as told
      full join (select * from arcs where membership_id is not null) as arcs using (circle_id, membership_id, number)
      where told.count is distinct from 1 or arcs.membership_id is null
    union all
    select circle_id, 'membership ' || membership_id || ': the ledger says ' || written || ', its arcs say ' || held
      from (select circle_id, membership_id, sum(amount) as written from ledger group by 1, 2) as ledger
      full join (select circle_id, membership_id, sum(price) as held from arcs where membership_id is not null group by 1, 2) as arcs
        using (circle_id, membership_id)
      where coalesce(written, 0) <> coalesce(held, 0)
    union all
    select circles.id, 'its arcs sum to ' || sum(price) || ', its target is ' || coalesce(total_target_size::text, 'not set')
      from circles join arcs on arcs.circle_id = circles.id
      group by circles.id having sum(price) is distinct from total_target_size
    union all
    select arcs.circle_id, 'arc ' || number || ' is held by a membership that has ended'
      from arcs join memberships on memberships.id = arcs.membership_id where memberships.ended_at is not null`.execute(db)
  return rows
}
