import { sql } from 'kysely'
import { defaultReserve } from '#domain/motion-kinds.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** The treasurer by motion; null while the owner is: before any such motion, or once that member has left, even if they come back. */
export async function readTreasurer(db: Database | Tx, circleId: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (select user_id, at from treasurers where circle_id = ${circleId} order by at desc, record_id desc limit 1) as named
    where exists (select from memberships where circle_id = ${circleId} and memberships.user_id = named.user_id
      and ended_at is null and created_at <= named.at)`.execute(db)
  return rows[0]?.user_id ?? null
}

export async function readReserve(db: Database | Tx, circleId: string): Promise<{ floorCents: number; emergencyCents: number }> {
  const row = await db
    .selectFrom('reserves')
    .select(['floor_cents', 'emergency_cents'])
    .where('circle_id', '=', circleId)
    .orderBy('at', 'desc')
    .orderBy('record_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { floorCents: row.floor_cents, emergencyCents: row.emergency_cents } : defaultReserve
}
