import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { isInUse } from '#server/shared/files/files.ts'
import type { FileStore } from '#server/storage/file-store.ts'

const hours = 24
const batch = 100

/** Old uploads that are attached to nothing, finished or not, and files of erased people. */
const lockAbandoned = (tx: Tx, before: Date): Promise<{ key: string }[]> =>
  tx
    .selectFrom('files')
    .select('key')
    .where('is_seed', '=', false)
    .where(({ or, and, eb }) => or([and([eb('attached_at', 'is', null), eb('created_at', '<', before)]), eb('owner_id', 'is', null)]))
    .where(({ not }) => not(isInUse))
    .limit(batch)
    .forUpdate()
    // A locked row is being finished or attached right now.
    .skipLocked()
    .execute()

/** Deletes abandoned files: first from the store, then the row. */
export async function sweepFiles(db: Database, store: FileStore): Promise<void> {
  const before = new Date(Date.now() - hours * 3_600_000)
  for (let swept = batch; swept === batch; ) {
    swept = await db.transaction().execute(async (tx) => {
      const keys = (await lockAbandoned(tx, before)).map(({ key }) => key)
      for (const key of keys) await store.remove(key)
      await tx.deleteFrom('files').where('key', '=', sql<string>`any(${keys})`).execute()
      return keys.length
    })
  }
  await store.sweep(before)
}
