import path from 'node:path'
import pg from 'pg'
import { joinOrStartPostgres } from '#server/db/embedded/running.ts'

/** Asks the server's database directly: for what only time would bring. */
async function ask(sql: string, values: readonly unknown[] = []): Promise<void> {
  const { url, stop } = await joinOrStartPostgres(path.join(process.env.ARCSTEAD_E2E_DATA ?? '', 'postgres'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql, [...values])
  } finally {
    await client.end()
    await stop()
  }
}

/** Queues one of the server's jobs now, whose hour the crontab would bring. Its worker does the rest. */
export const queueJob = (name: 'remind-voters' | 'send-digests'): Promise<void> => ask('select graphile_worker.add_job($1)', [name])

/** A closing date that was set long ago and now lies this near; `heldFor` is how long before now arcs must be held to count. */
export const closesIn = (propertyId: string, seconds: number, heldFor = -seconds): Promise<void> =>
  ask(
    `update decisions set closes_at = clock_timestamp() + $2 * interval '1 second', held_before = clock_timestamp() - $3 * interval '1 second'
     where property_id = $1`,
    [propertyId, seconds, heldFor],
  )

/** The minute of every vote so far is over, so the next one stands beside it in the history. */
export const letTheMinutePass = (): Promise<void> => ask(`update pending_votes set at = at - interval '1 minute'`)
