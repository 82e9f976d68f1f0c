import { sql } from 'kysely'
import { givenKeptDays } from '#domain/verification.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { isStanding } from '#server/shared/verification/decisions.ts'
import type { FileStore } from '#server/storage/file-store.ts'

const batch = 100
const job = { id: null, origin: null }

/** Whether a decision was made at or after this time, longer ago than what was given is kept. */
const isDue = (userId: string, givenAt: string) => sql<boolean>`exists (
  select from verification_decisions as decision
  where decision.user_id = ${sql.ref(userId)} and decision.kind in ('verified', 'declined')
    and ${isStanding('decision')} and decision.at >= ${sql.ref(givenAt)} and decision.at <= now() - make_interval(days => ${givenKeptDays}))`

const lockDueDocuments = (tx: Tx) =>
  tx
    .selectFrom('verification_documents')
    .select(['id', 'user_id', 'file_key'])
    .where(isDue('verification_documents.user_id', 'verification_documents.added_at'))
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute()

/** Deletes documents, phone numbers and notes 30 days after the decision for which they were given: first the files, then the rows. */
export async function deleteGiven(db: Database, store: FileStore): Promise<void> {
  for (let deleted = batch; deleted === batch; ) {
    deleted = await db.transaction().execute(async (tx) => {
      const due = await lockDueDocuments(tx)
      for (const { id, user_id, file_key } of due) {
        await store.remove(file_key)
        await tx.deleteFrom('verification_documents').where('id', '=', id).execute()
        await tx.deleteFrom('files').where('key', '=', file_key).execute()
        await writeAudit(tx, { act: 'verification.document_deleted', by: job, subject: ['user', user_id], facts: { document: id } })
      }
      return due.length
    })
  }
  await db.deleteFrom('verification_details').where(isDue('verification_details.user_id', 'verification_details.sent_at')).execute()
}
