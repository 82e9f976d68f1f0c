import { Refusal } from '#contract/errors.ts'
import { getSeconds, isFileKey, privateGetSeconds } from '#domain/files.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findReadable } from '#server/shared/files/files.ts'
import { completeUpload } from '#server/shared/files/finish-upload.ts'
import { findDocumentOfFile } from '#server/shared/verification/documents.ts'
import type { FileStore } from '#server/storage/file-store.ts'

/**
 * Signs a download URL if the person may read the file; otherwise the file is not found. A verification document's URL is valid only
 * briefly, and an administrator who asks for one is in the audit log.
 */
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
  const document = await findDocumentOfFile(db, key)
  if (document && reader && reader.id !== document.user_id) {
    const subject = ['user', document.user_id] as const
    await writeAudit(db, { act: 'verification.document_opened', by: reader, subject, facts: { document: document.id } })
  }
  const seconds = document ? privateGetSeconds : getSeconds
  return { signedUrl: await store.signGet({ key, contentType: row.content_type }, seconds), contentType: row.content_type }
}
