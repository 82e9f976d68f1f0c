import type pg from 'pg'

/** Gives every mail that waits to be sent its job again, after a restore that brought the mails without the queue. */
export async function requeueMails(client: pg.ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `select graphile_worker.add_job('send-mail', json_build_object('mailId', id), max_attempts := 25, job_key := id::text)
     from mails where status = 'queued'`,
  )
  return rowCount ?? 0
}
