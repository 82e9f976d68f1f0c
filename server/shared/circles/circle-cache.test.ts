import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { CirclePage } from '#contract/search.ts'
import { buildApp } from '#server/app.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { getText, prepareCachedReads } from '#server/testing/histories/cached-reads.ts'
import { histories } from '#server/testing/histories/steps.ts'
import { randomFrom } from '#server/testing/random-circles.ts'
import type { Person } from '#server/testing/seed.ts'
import { test as base } from '#server/testing/test-app.ts'

/** Two API processes on one database: they share nothing but its pool. */
const test = base.extend<{ apps: readonly [FastifyInstance, FastifyInstance] }>({
  apps: [
    async ({ testApp }, use) => {
      const second = await buildApp(testApp.services)
      await use([testApp.app, second])
      await second.close()
    },
    { scope: 'file' },
  ],
})

async function get<Data>(app: FastifyInstance, path: string): Promise<Data | null> {
  const text = await getText(app, path)
  return text === null ? null : (JSON.parse(text) as { data: Data }).data
}

test('after every step of random histories, both processes answer as the queries do', { timeout: 180_000 }, async ({ testApp, apps }) => {
  const run = await prepareCachedReads(testApp, apps, 19)
  // A fixed number, so that every run tests as much; the proof runs hundreds. Looking for a shorter failing history would take longer than the
  // test may.
  await fc.assert(fc.asyncProperty(histories(20), run), { numRuns: 4, endOnFailure: true })
})

test('nobody reads the state before a change that has been committed, whatever the order of transactions', async ({ testApp, apps }) => {
  const { db, seed } = testApp
  const owners = [await seed.investor(), await seed.investor()]
  const circles = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const owner = owners[index % 2] as Person
      return { owner, id: (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()._id }
    }),
  )
  /** By the id of a circle or an owner: the newest number that has been committed. */
  const committed = new Map([...circles.map(({ id }) => id), ...owners.map(({ _id }) => _id)].map((id) => [id, 0]))
  const until = performance.now() + 3_000
  const write = async (id: string, seedNumber: number) => {
    const random = randomFrom(seedNumber)
    for (let number = 1; performance.now() < until; number++) {
      await db.transaction().execute(async (tx) => {
        if (circles.some((circle) => circle.id === id)) await sql`update circles set title = ${`v${number}`} where id = ${id}`.execute(tx)
        else await sql`update users set first_name = ${`v${number}`} where id = ${id}`.execute(tx)
        // So that transactions end in another order than they began.
        await sql`select pg_sleep(${random.between(0, 0.02)})`.execute(tx)
      })
      committed.set(id, number)
    }
  }
  let reads = 0
  const read = async (seedNumber: number) => {
    const random = randomFrom(seedNumber)
    while (performance.now() < until) {
      const { id, owner } = random.one(circles)
      const least = { title: committed.get(id) ?? 0, name: committed.get(owner._id) ?? 0 }
      const isAlone = random.one([true, false])
      const found = isAlone
        ? await get<Circle>(random.one(apps), `public/circle/${id}`)
        : (await get<CirclePage>(random.one(apps), 'public/circle?pageSize=100'))?.items.find((item) => item._id === id)
      const numberIn = (text = '') => Number(text.startsWith('v') ? text.slice(1) : 0)
      expect(numberIn(found?.title)).toBeGreaterThanOrEqual(least.title)
      expect(numberIn(found?.createdBy.firstName)).toBeGreaterThanOrEqual(least.name)
      reads += 1
    }
  }
  const ids = [...committed.keys()]
  await Promise.all([...ids.map((id, index) => write(id, index)), ...[1, 2, 3].map(read)])
  expect(reads).toBeGreaterThan(10)
})

test('a broker who is assigned and renamed by two transactions at the same time is shown with the new name', async ({ testApp, apps }) => {
  const { db, seed } = testApp
  const broker = await seed.broker({ lastName: 'Before' })
  const { _id: id } = (await testApp.call(await seed.investor(), 'POST', 'app/circle', circleForm())).data<Circle>()
  const shown = async () => (await get<Circle>(apps[0], `public/circle/${id}`))?.assignedBrokers.map(({ lastName }) => lastName)
  expect(await shown()).toEqual([])
  await db.connection().execute(async (assigning) => {
    await sql`begin`.execute(assigning)
    await sql`insert into broker_assignments (circle_id, broker_id) values (${id}, ${broker._id})`.execute(assigning)
    await db.connection().execute(async (renaming) => {
      await sql`begin`.execute(renaming)
      // Does not see the assignment yet.
      await sql`update users set last_name = 'After' where id = ${broker._id}`.execute(renaming)
      await sql`commit`.execute(assigning)
      expect(await shown()).toEqual(['Before'])
      expect(await shown()).toEqual(['Before'])
      await sql`commit`.execute(renaming)
    })
  })
  expect(await shown()).toEqual(['After'])
})
