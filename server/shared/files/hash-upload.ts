import { createHash } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { isFileKey } from '#domain/files.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { findFile } from './files.ts'
import { completeUpload } from './finish-upload.ts'

export type HashedFile = { readonly key: string; readonly sha256: string; readonly size: number; readonly contentType: string }

/**
 * SHA-256 of a person's finished upload, computed from the stored bytes. Before the transaction that attaches the file, because reading it
 * takes time and the content under a key never changes.
 */
export async function hashUpload(db: Database, store: FileStore, actor: Actor, key: string): Promise<HashedFile> {
  const row = isFileKey(key) ? await findFile(db, key) : undefined
  if (!row || row.owner_id !== actor.id) throw new Refusal('file_not_yours')
  if (!(await db.transaction().execute((tx) => completeUpload(tx, store, key)))) throw new Refusal('file_not_yours')
  const content = await store.read(key)
  if (!content) throw new Refusal('file_not_yours')
  return { key, sha256: createHash('sha256').update(content).digest('hex'), size: content.length, contentType: row.content_type }
}
