import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { type Circle, circleReply } from '#contract/circles.ts'
import { Refusal } from '#contract/errors.ts'
import { type CirclePage, circlePageReply } from '#contract/search.ts'
import { charterClauses } from '#domain/charter.ts'
import type { CircleSearch } from '#domain/search.ts'
import { buildApp } from '#server/app.ts'
import { findCircles } from '#server/features/search/find-circles.ts'
import { ok } from '#server/http/answers.ts'
import { serializerOf } from '#server/http/serializer.ts'
import { readCurrentCharter, writeCharter } from '#server/shared/decisions/charters.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { createParticipants, type Participants, runHistory } from '#server/testing/histories/run-history.ts'
import { histories } from '#server/testing/histories/steps.ts'
import { type Random, randomFrom } from '#server/testing/random-circles.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders, test as base, type TestApp } from '#server/testing/test-app.ts'
import { readVisibleCircle } from './relation.ts'

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

/** The answer's text; null if there is no such circle for the person. */
async function getText(app: FastifyInstance, path: string, person: Person | null = null): Promise<string | null> {
  const answer = await app.inject({ method: 'GET', url: `/api/${path}`, headers: person ? authHeaders(person.token) : {} })
  expect([200, 404]).toContain(answer.statusCode)
  return answer.statusCode === 200 ? answer.body : null
}

async function get<Data>(app: FastifyInstance, path: string): Promise<Data | null> {
  const text = await getText(app, path)
  return text === null ? null : (JSON.parse(text) as { data: Data }).data
}

const write = { circle: serializerOf(circleReply), page: serializerOf(circlePageReply) }

type Reader = { readonly person: Person | null; readonly isAdmin?: boolean; readonly isBroker?: boolean }

/** What the queries say that the product answered with before it kept circles in memory. */
async function readSlowly({ db }: TestApp, id: string, { person, isAdmin = false, isBroker = false }: Reader): Promise<string | null> {
  const origin = { requestId: 'test', address: '127.0.0.1', userAgent: 'test' }
  const actor = person && { id: person._id, sessionId: '', isAdmin, isBroker, isVerified: true, origin }
  const found = await readVisibleCircle(db, id, actor).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  return found && write.circle(ok(found))
}

const searches: readonly CircleSearch[] = [
  { filter: {}, sort: 'createdAt', page: 1, pageSize: 10 },
  { filter: { q: 'larkspur', minTarget: 100_000, maxTarget: 900_000_000 }, sort: 'createdAt', page: 1, pageSize: 10 },
  { filter: {}, sort: 'title', page: 2, pageSize: 3 },
]
const addresses = [
  'public/circle?page=1&pageSize=10',
  'public/circle?q=larkspur&minTarget=100000&maxTarget=900000000&pageSize=10',
  'public/circle?sort=title&page=2&pageSize=3',
]

/** Acts that histories don't contain: of people, brokers and administrators. */
async function actBeside({ testApp: { db }, people }: Participants, broker: Person, circles: readonly string[], random: Random) {
  const circle = random.one(circles)
  const person = random.one([...people, broker])
  const acts: readonly (() => Promise<unknown>)[] = [
    () => sql`update users set last_name = ${`N${random.whole(1, 1e9)}`} where id = ${person._id}`.execute(db),
    () => sql`update users set hide_email_from_members = not hide_email_from_members where id = ${person._id}`.execute(db),
    () => sql`update circles set title = ${`Larkspur ${random.whole(1, 1e9)}`}, lat = null, lng = null where id = ${circle}`.execute(db),
    () =>
      sql`insert into broker_assignments (circle_id, broker_id) values (${circle}, ${broker._id}) on conflict (circle_id, broker_id)
        do update set is_exclusive = not broker_assignments.is_exclusive`.execute(db),
    () => sql`delete from broker_assignments where circle_id = ${circle}`.execute(db),
    () =>
      db.transaction().execute(async (tx) => {
        const { version, rules } = await readCurrentCharter(tx, circle)
        const changed = { ...rules, quorum: random.whole(0, 100) }
        await writeCharter(tx, circle, { version: version + 1, rules: changed, clauses: charterClauses(changed), at: null }, null)
      }),
    async () => {},
  ]
  await random.one(acts)()
}

test('after every step of random histories, both processes answer as the queries do', { timeout: 180_000 }, async ({ testApp, apps }) => {
  const participants = await createParticipants(testApp)
  const broker = await testApp.seed.broker()
  const random = randomFrom(19)
  const readers: readonly Reader[] = [
    { person: null },
    { person: participants.people[0] ?? null },
    { person: participants.people[1] ?? null },
    { person: participants.admin, isAdmin: true },
    { person: broker, isBroker: true },
  ]
  const compare = async (circleIds: readonly string[]) => {
    const asked = random.maybe(0.5, () => apps) ?? [random.one(apps)]
    const compareWith = async (expected: Promise<string | null>, path: string, person: Person | null = null) => {
      const answers = await Promise.all(asked.map((app) => getText(app, path, person)))
      expect(answers).toEqual(Array(asked.length).fill(await expected))
    }
    await Promise.all([
      ...circleIds.flatMap((id) =>
        readers.map((reader) =>
          compareWith(readSlowly(testApp, id, reader), `${reader.person ? 'app' : 'public'}/circle/${id}`, reader.person),
        ),
      ),
      ...searches.map(async (search, index) =>
        compareWith(
          findCircles(testApp.db, search).then((page) => write.page(ok(page))),
          addresses[index] ?? '',
        ),
      ),
    ])
  }
  // A fixed number, so that every run tests as much.
  await fc.assert(
    fc.asyncProperty(histories(20), (history) =>
      runHistory(participants, history, async (circleIds) => {
        await actBeside(participants, broker, circleIds, random)
        await compare(circleIds)
        if (random.one([true, false])) return
        await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', random.one(circleIds)).execute()
        await compare(circleIds)
        // Nobody could buy shares of a hidden circle in the next step.
        await testApp.db.updateTable('circles').set({ hide_circle: false }).where('id', 'in', circleIds).execute()
      }),
    ),
    { numRuns: 15 },
  )
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
