import { Refusal } from '#contract/errors.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { DiskStore } from '#server/storage/disk-store.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { findFile, lockFile, markStored, uploadOf } from './files.ts'

/** Receives the body of an upload to our own disk. If several clients upload to one URL, the first to finish wins. */
export async function receiveUpload(db: Database, disk: DiskStore, key: string, body: AsyncIterable<Uint8Array>): Promise<void> {
  const row = await findFile(db, key)
  if (!row) throw new Refusal('file_not_found')
  if (row.stored_at) throw new Refusal('file_stored')

  const arrival = await disk.receive(uploadOf(row), body)
  try {
    await db.transaction().execute(async (tx) => {
      const locked = await lockFile(tx, key)
      if (!locked) throw new Refusal('file_not_found')
      if (locked.stored_at) throw new Refusal('file_stored')
      await arrival.keep()
      await markStored(tx, key, arrival.size)
    })
  } finally {
    await arrival.discard()
  }
}

/** Whether the upload is finished. S3 does not report finished uploads, so the file is checked when it is first needed. */
export async function completeUpload(tx: Tx, store: FileStore, key: string): Promise<boolean> {
  const row = await lockFile(tx, key)
  if (!row) return false
  if (row.stored_at) return true
  const arrival = await store.arrived(uploadOf(row))
  if (!arrival) return false
  await arrival.keep()
  await markStored(tx, key, arrival.size)
  return true
}
