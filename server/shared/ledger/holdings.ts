import { sql } from 'kysely'
import type { Holding } from '#domain/weights.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** In SQL: whether this person was silent at that moment; a suspended one cannot give a sign of life. */
const wasSilent = (userId: string, at: Date | null) => sql<boolean>`exists (select from silences
  join users on users.id = silences.user_id and users.status <> 'suspended'
  where silences.user_id = ${sql.ref(userId)} and ${at === null ? sql`ended_at is null` : sql`since <= ${at} and (ended_at is null or ended_at > ${at})`})`

/**
 * All members of the circle with the time since when they have held each arc, including members without arcs, and who is silent now or was
 * at the moment for which it is counted.
 */
export async function readHoldings(db: Database | Tx, circleId: string, at: Date | null = null): Promise<Holding[]> {
  return db
    .selectFrom('memberships')
    .leftJoin('arcs', 'arcs.membership_id', 'memberships.id')
    .select(['memberships.user_id as user'])
    .select(
      sql<number[]>`coalesce(json_agg(extract(epoch from arcs.held_since) * 1000) filter (where arcs.held_since is not null), '[]')`.as(
        'heldSince',
      ),
    )
    .select([wasSilent('memberships.user_id', at).as('isSilent'), sql<boolean>`bool_or(memberships.is_owner)`.as('isOwner')])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.ended_at', 'is', null)
    .groupBy('memberships.user_id')
    .orderBy('memberships.user_id')
    .execute()
}
