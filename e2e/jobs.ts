import path from 'node:path'
import pg from 'pg'
import { joinOrStartPostgres } from '#server/db/embedded/running.ts'

/** Queues one of the server's jobs now, whose hour the crontab would bring. Its worker does the rest. */
export async function queueJob(name: 'remind-voters' | 'send-digests'): Promise<void> {
  const { url, stop } = await joinOrStartPostgres(path.join(process.env.ARCSTEAD_E2E_DATA ?? '', 'postgres'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select graphile_worker.add_job($1)', [name])
  } finally {
    await client.end()
    await stop()
  }
}
