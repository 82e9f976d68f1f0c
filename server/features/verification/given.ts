import { sql } from 'kysely'
import type { Given } from '#contract/verification.ts'
import type { BestTime } from '#domain/verification.ts'
import type { Database, Tx } from '#server/db/connect.ts'

const nothing: Given = { phone: '', bestTime: 'any', note: '', documents: [], sentAt: null }

export const listDocuments = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('verification_documents')
    .innerJoin('files', 'files.key', 'verification_documents.file_key')
    .select([
      'verification_documents.id',
      'verification_documents.place',
      'verification_documents.file_key',
      'verification_documents.name',
      'verification_documents.added_at',
      'files.content_type',
      sql<number>`coalesce(files.size, 0)`.as('size'),
    ])
    .where('verification_documents.user_id', '=', userId)
    .orderBy('verification_documents.place')
    .execute()

/** What this person sent to help administrators verify them. */
export async function readGiven(db: Database | Tx, userId: string): Promise<Given> {
  const details = await db.selectFrom('verification_details').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const documents = (await listDocuments(db, userId)).map((row) => ({
    key: row.file_key,
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    addedAt: row.added_at.toISOString(),
  }))
  if (!details) return { ...nothing, documents }
  const { phone, best_time, note, sent_at } = details
  return { phone, bestTime: best_time as BestTime, note, documents, sentAt: sent_at.toISOString() }
}
