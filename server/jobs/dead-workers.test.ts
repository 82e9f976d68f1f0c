import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { type House, test } from '#server/testing/house.ts'
import { freeJobsOfDeadWorkers, showLife } from './dead-workers.ts'

/** Leaves a job as a worker leaves it that was killed so many seconds after it took the job. */
async function takenBy(house: House, worker: string, seconds: number): Promise<void> {
  await sql`select graphile_worker.add_job('send-mail', '{}', job_key := ${worker})`.execute(house.db)
  await sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - make_interval(secs => ${seconds}), attempts = 1
            where key = ${worker}`.execute(house.db)
}

async function takers(house: House): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select locked_by as name from graphile_worker._private_jobs
                                               where locked_by is not null order by 1`.execute(house.db)
  return rows.map(({ name }) => name)
}

test('the jobs of a killed worker are free again, those of the living and of newcomers are not', async ({ house }) => {
  const pool = new pg.Pool({ connectionString: house.databaseUrl, max: 1 })
  const [living, dying] = [new pg.Client(house.databaseUrl), new pg.Client(house.databaseUrl)]
  await Promise.all([living.connect(), dying.connect()])
  await showLife(living, 'living')
  await showLife(dying, 'dying')
  await takenBy(house, 'living', 60)
  await takenBy(house, 'dying', 60)
  await takenBy(house, 'dead', 60)
  await takenBy(house, 'newcomer', 1)

  await freeJobsOfDeadWorkers(pool)
  expect(await takers(house)).toEqual(['dying', 'living', 'newcomer'])

  await dying.end()
  await expect
    .poll(async () => {
      await freeJobsOfDeadWorkers(pool)
      return takers(house)
    })
    .toEqual(['living', 'newcomer'])

  await living.end()
  await pool.end()
})
