import type pg from 'pg'
import { addMailJob } from './mail-job.ts'

/** Queues a job for every unsent mail, after a restore (backups contain no job queue). */
export async function requeueMails(client: pg.ClientBase): Promise<number> {
  const { rowCount } = await client.query(`select ${addMailJob} from mails where status = 'queued'`)
  return rowCount ?? 0
}
