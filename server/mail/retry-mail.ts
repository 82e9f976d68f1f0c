import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { addMailJob } from './mail-job.ts'

/** Queues a failed mail again; false if there is no such failed mail. */
export async function retryMail(tx: Tx, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const changed = await tx
    .updateTable('mails')
    .set({ status: 'queued', last_error: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) return false
  await sql`select ${sql.raw(addMailJob)} from mails where id = ${id}`.execute(tx)
  return true
}
