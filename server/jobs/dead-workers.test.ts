import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { freeJobsOfDeadWorkers, markWorkerAlive } from './dead-workers.ts'

/** Locks a job as if its worker was killed `seconds` after taking it. */
async function takenBy(testApp: TestApp, worker: string, seconds: number): Promise<void> {
  await sql`select graphile_worker.add_job('send-mail', '{}', job_key := ${worker})`.execute(testApp.db)
  await sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - make_interval(secs => ${seconds}), attempts = 1
            where key = ${worker}`.execute(testApp.db)
}

async function takers(testApp: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select locked_by as name from graphile_worker._private_jobs
                                               where locked_by is not null order by 1`.execute(testApp.db)
  return rows.map(({ name }) => name)
}

test('jobs of a killed worker are unlocked; those of live and of new workers are not', async ({ testApp }) => {
  const pool = new pg.Pool({ connectionString: testApp.databaseUrl, max: 1 })
  const [living, dying] = [new pg.Client(testApp.databaseUrl), new pg.Client(testApp.databaseUrl)]
  await Promise.all([living.connect(), dying.connect()])
  await markWorkerAlive(living, 'living')
  await markWorkerAlive(dying, 'dying')
  await takenBy(testApp, 'living', 60)
  await takenBy(testApp, 'dying', 60)
  await takenBy(testApp, 'dead', 60)
  await takenBy(testApp, 'newcomer', 1)

  await freeJobsOfDeadWorkers(pool)
  expect(await takers(testApp)).toEqual(['dying', 'living', 'newcomer'])

  await dying.end()
  await expect
    .poll(async () => {
      await freeJobsOfDeadWorkers(pool)
      return takers(testApp)
    })
    .toEqual(['living', 'newcomer'])

  await living.end()
  await pool.end()
})
