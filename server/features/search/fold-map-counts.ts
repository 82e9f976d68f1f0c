import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** Counts into the map's cells what has moved since the last time. Maps are right before and after; this keeps them quick. */
export async function countMoves(db: Database): Promise<void> {
  await sql`select count_circle_moves()`.execute(db)
}
