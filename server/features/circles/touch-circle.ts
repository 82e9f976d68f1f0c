import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** Owner and brokers stand in tables of their own; whoever edits the circle must still learn that they changed meanwhile. */
export async function touchCircle(tx: Tx, circleId: string): Promise<void> {
  await tx.updateTable('circles').set({ updated_at: sql<Date>`now()` }).where('id', '=', circleId).execute()
}
