import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** Adds recent changes to the map's cell counts. Maps are correct without it; this keeps them fast. */
export async function foldMapCounts(db: Database): Promise<void> {
  await sql`select count_circle_moves()`.execute(db)
}
