import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** Ends every link that was mailed to the person and not used. */
export async function voidLinks(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('one_time_links')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
