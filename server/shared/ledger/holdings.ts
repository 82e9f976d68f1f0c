import { sql } from 'kysely'
import type { Holding } from '#domain/weights.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** All members of the circle with the time since when they have held each arc, including members without arcs. */
export async function readHoldings(db: Database | Tx, circleId: string): Promise<Holding[]> {
  return db
    .selectFrom('memberships')
    .leftJoin('arcs', 'arcs.membership_id', 'memberships.id')
    .select(['memberships.user_id as user'])
    .select(
      sql<number[]>`coalesce(json_agg(extract(epoch from arcs.held_since) * 1000) filter (where arcs.held_since is not null), '[]')`.as(
        'heldSince',
      ),
    )
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.ended_at', 'is', null)
    .groupBy('memberships.user_id')
    .orderBy('memberships.user_id')
    .execute()
}
