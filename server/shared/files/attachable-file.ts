import { Refusal } from '#contract/errors.ts'
import { isFileKey, type PreviewKind, previewKind } from '#domain/files.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findDocumentOfFile } from '#server/shared/verification/documents.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { lockFile, markAttached } from './files.ts'
import { completeUpload } from './finish-upload.ts'

/**
 * Refuses a key that this person may not attach: it must be their own, finished upload of one of these kinds. `current` is the key that is
 * already attached; it may stay, no matter who uploaded it.
 */
export async function requireAttachable(
  tx: Tx,
  store: FileStore,
  actor: Actor,
  key: string,
  kinds: readonly PreviewKind[],
  current: string | null = null,
): Promise<void> {
  if (key === current) return
  const row = isFileKey(key) ? await lockFile(tx, key) : undefined
  if (!row || row.owner_id !== actor.id) throw new Refusal('file_not_yours')
  // A verification document stays private: it never becomes a picture that others see.
  if (await findDocumentOfFile(tx, key)) throw new Refusal('file_kind_refused')
  if (!kinds.includes(previewKind(row.content_type))) throw new Refusal('file_kind_refused')
  if (!(await completeUpload(tx, store, key))) throw new Refusal('file_not_yours')
  await markAttached(tx, key)
}
