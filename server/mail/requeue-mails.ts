import type pg from 'pg'

/** Queues a job for every unsent mail, after a restore (backups contain no job queue). */
export async function requeueMails(client: pg.ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `select graphile_worker.add_job('send-mail', json_build_object('mailId', id), max_attempts := 25, job_key := id::text)
     from mails where status = 'queued'`,
  )
  return rowCount ?? 0
}
