import type { Database, Tx } from '#server/db/connect.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'

/** The treasurer by motion, else the owner. */
export async function readBookkeeper(db: Database | Tx, circleId: string): Promise<string | null> {
  const named = await readTreasurer(db, circleId)
  if (named) return named
  const owner = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('is_owner', '=', true)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return owner?.user_id ?? null
}
