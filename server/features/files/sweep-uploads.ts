import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { FileStore } from '#server/storage/file-store.ts'

const hours = 24
const batch = 100

/** Removes uploads that were begun a day ago and never finished: whatever came of them, then their rows. */
export async function sweepUploads(db: Database, store: FileStore, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - hours * 3_600_000)
  for (let swept = batch; swept === batch; ) {
    swept = await db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('files')
        .select('key')
        .where('stored_at', 'is', null)
        .where('created_at', '<', before)
        .limit(batch)
        .forUpdate()
        // Whoever holds one is finishing it this very moment.
        .skipLocked()
        .execute()
      for (const { key } of rows) await store.remove(key)
      await tx
        .deleteFrom('files')
        .where('key', '=', sql<string>`any(${rows.map(({ key }) => key)})`)
        .execute()
      return rows.length
    })
  }
  await store.sweep(before)
}
