import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** Owner and brokers are in other tables; `updated_at` must still change, so that an edit of an older version is refused. */
export async function touchCircle(tx: Tx, circleId: string): Promise<void> {
  await tx.updateTable('circles').set({ updated_at: sql<Date>`now()` }).where('id', '=', circleId).execute()
}
