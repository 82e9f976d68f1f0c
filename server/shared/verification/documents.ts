import type { Database, Tx } from '#server/db/connect.ts'

/** The verification document that this file is attached as, if any. */
export const findDocumentOfFile = (db: Database | Tx, key: string): Promise<{ id: string; user_id: string } | undefined> =>
  db.selectFrom('verification_documents').select(['id', 'user_id']).where('file_key', '=', key).executeTakeFirst()
