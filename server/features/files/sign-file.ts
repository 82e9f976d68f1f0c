import { Refusal } from '#contract/errors.ts'
import { isFileKey } from '#domain/files.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findReadable } from '#server/shared/files/files.ts'
import { completeUpload } from '#server/shared/files/finish-upload.ts'
import type { FileStore } from '#server/storage/file-store.ts'

/** Signs a download URL if the person may read the file; otherwise the file is not found. */
export async function signFile(
  db: Database,
  store: FileStore,
  reader: Actor | null,
  key: string,
): Promise<{ signedUrl: string; contentType: string }> {
  const row = isFileKey(key) ? await findReadable(db, reader, key) : undefined
  if (!row) throw new Refusal('file_not_found')
  const isThere = row.stored_at !== null || (await db.transaction().execute((tx) => completeUpload(tx, store, key)))
  if (!isThere) throw new Refusal('file_not_found')
  return { signedUrl: await store.signGet({ key, contentType: row.content_type }), contentType: row.content_type }
}
