import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

/** The pauses between attempts grow (graphile-worker), so that these take about four days. */
export const mailAttempts = 25

/** SQL for a query over mails: adds the job that sends the mail `id`, not before `leaves_at`. The key keeps it to one job per mail. */
export const addMailJob = `graphile_worker.add_job('send-mail', json_build_object('mailId', id), run_at := leaves_at, max_attempts := ${mailAttempts}, job_key := id::text)`

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

/** Queues a job for every unsent mail, after a restore (backups contain no job queue). */
export async function requeueMails(client: pg.ClientBase): Promise<number> {
  const { rowCount } = await client.query(`select ${addMailJob} from mails where status = 'queued'`)
  return rowCount ?? 0
}
