import { Refusal } from '#contract/errors.ts'
import { isFileKey, type PreviewKind, previewKind } from '#domain/files.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { lockFile, markAttached } from './files.ts'
import { settleUpload } from './finish-upload.ts'

/**
 * Refuses a key that this person may not attach: only one's own, finished upload of one of these kinds may be.
 * `current` is the key that is attached there already, which may stay whoever uploaded it.
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
  if (!kinds.includes(previewKind(row.content_type))) throw new Refusal('file_kind_refused')
  if (!(await settleUpload(tx, store, key))) throw new Refusal('file_not_yours')
  await markAttached(tx, key)
}
