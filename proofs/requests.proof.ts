import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isListingLink } from '#domain/listing.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { type Answer, startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { listing } from '#server/testing/voting-circle.ts'
import { answerProblem, leakOf } from './answer-problem.ts'
import { badLinks } from './bad-links.ts'
import { areAboutThings, confirmEverything, knownIn, loadDemoOnce, membersOf } from './demo-circles.ts'
import { hostileTexts, type Known, makeRequest } from './generate.ts'
import { type Operation, operationsOf } from './operations.ts'
import { seededRandom } from './seeded-random.ts'
import { seedPeople } from './test-people.ts'

const perOperation = Number(process.env.REQUESTS ?? 300)
/** Long enough for a busy machine; anything longer counts as a hang. */
const patience = 20_000

let testApp: TestApp
let operations: Operation[]

beforeAll(async () => {
  testApp = await startTestApp({ RATE_LIMITS: 'off' })
  operations = await operationsOf(testApp)
})
afterAll(() => testApp.close())

/** An answer, or null on timeout. */
const orHangs = (asking: Promise<Answer>): Promise<Answer | null> => {
  const stop = new AbortController()
  const late = sleep(patience, null, { signal: stop.signal }).catch(() => null)
  return Promise.race([asking, late]).finally(() => stop.abort())
}

type Scene = { readonly people: Readonly<Record<string, Person | null>>; readonly known: (operation: Operation) => Known }

/** Sends generated requests to every operation, and fails if an answer is wrong. Returns how often each was answered with which status. */
async function attack(
  operations: readonly Operation[],
  appFor: (operationIndex: number) => Promise<TestApp>,
  prepare: (testApp: TestApp) => Promise<Scene>,
  before: (testApp: TestApp, scene: Scene) => Promise<void> = async () => {},
): Promise<Map<string, Map<number, number>>> {
  const problems = new Map<string, string>()
  const statuses = new Map<string, Map<number, number>>()
  for (const [index, operation] of operations.entries()) {
    const target = await appFor(index)
    const random = seededRandom(index + 1)
    const counts = new Map<number, number>()
    statuses.set(operation.name, counts)
    let scene: Scene | undefined
    for (let count = 0; count < perOperation; count++) {
      // An earlier request may have deleted, handed over or signed out something.
      if (!scene || count % 75 === 0) scene = await prepare(target)
      await before(target, scene)
      const role = random.pick(Object.keys(scene.people))
      const { url, body, headers } = makeRequest(operation, random, scene.known(operation))
      const answer = await orHangs(target.call(scene.people[role] ?? null, operation.method, url, body, headers))
      const problem = answer ? answerProblem(answer) : 'hangs'
      if (answer) counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      if (!problem || problems.has(`${operation.name}: ${problem}`)) continue
      problems.set(
        `${operation.name}: ${problem}`,
        `${role} ${url.slice(0, 300)} ${body?.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)}`,
      )
      console.log(`C1 ${operation.name} ${problem}, asked by ${[...problems.values()].at(-1)}`)
    }
    if (index % 20 === 19) console.log(`C1 ${index + 1} of ${operations.length} operations, ${problems.size} problems`)
  }
  const sums = new Map<number, number>()
  for (const [status, count] of [...statuses.values()].flatMap((counts) => [...counts])) sums.set(status, (sums.get(status) ?? 0) + count)
  const words = [...sums].toSorted(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`)
  console.log(`C1 ${operations.length} operations, ${operations.length * perOperation} requests; ${words.join(', ')}`)
  expect([...problems]).toEqual([])
  // If all requests failed the first check, the proof would mean nothing.
  expect(sums.get(200) ?? 0).toBeGreaterThan((operations.length * perOperation) / 20)
  return statuses
}

test(`C1, C6: ${perOperation} generated requests per operation, valid and hostile, as anyone: no 5xx, no hang, one envelope, no stack, SQL or path`, async () => {
  await attack(
    operations,
    async () => testApp,
    async () => {
      const { people, known } = await seedPeople(testApp)
      return { people, known: () => known }
    },
  )
  expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
})

const operationsPerCopy = 15

test(`C1, C6: ${perOperation} generated requests per operation with ids of all that circles have which own a house or buy one, as their people`, async () => {
  const demo = await loadDemoOnce()
  let copy: TestApp | undefined
  try {
    const appFor = async (index: number): Promise<TestApp> => {
      // People hand on, sell and end things, so the circles are brought back now and then.
      if (copy && index % operationsPerCopy > 0) return copy
      if (copy) expect(await ledgerProblems(copy.databaseUrl)).toEqual([])
      await copy?.close()
      copy = await demo.start()
      return copy
    }
    let scenes = 0
    const prepare = async (target: TestApp): Promise<Scene> => {
      const circle = scenes++ % 4 === 3 ? demo.buying : demo.owning
      const members = await membersOf(target, circle.circleId)
      const [owner, treasurer, ...others] = members
      const [admin, outsider] = [await target.seed.admin(), await target.seed.investor()]
      const people = { owner, treasurer, other: others[0] ?? owner, last: others.at(-1) ?? owner, outsider, admin }
      return { people, known: knownIn(circle, members) }
    }
    const statuses = await attack(operations.filter(areAboutThings), appFor, prepare, (target, scene) =>
      confirmEverything(
        target,
        Object.values(scene.people).filter((person) => person !== null),
      ),
    )
    const reached = [...statuses].filter(([, counts]) => counts.has(200))
    const never = [...statuses].filter(([, counts]) => !counts.has(200))
    console.log(`C1 ${reached.length} of ${statuses.size} operations were done at least once`)
    for (const [name, counts] of never) console.log(`C1 never done: ${name} ${JSON.stringify([...counts])}`)
  } finally {
    await copy?.close()
    await demo.drop()
  }
})

const searches = [
  ...hostileTexts.map((text) => encodeURIComponent(text.toWellFormed())),
  '%',
  '%zz',
  '%2',
  '%00',
  '%2F',
  '%ff',
  '%E0%A4%A',
  '%F0%9F%98%80',
  'x'.repeat(500),
]

test(`C2: ${searches.length} kinds of search text in a path: an answer or a refusal, never a failure`, async () => {
  for (const text of searches)
    for (const path of ['public/location-search', 'public/circle', 'public/user-membership', 's3/get-signed-url']) {
      const answer = await testApp.call(null, 'GET', `${path}/${text}`)
      expect([path, text.slice(0, 40), answerProblem(answer)]).toEqual([path, text.slice(0, 40), null])
      expect([200, 400, 401, 404, 413, 414]).toContain(answer.status)
    }
})

test(`C3: ${badLinks.length} variants of javascript:, data: and disguised listing links are refused at save and at render`, async () => {
  const { votingCircle } = await seedPeople(testApp)
  const { property, owner, circle } = votingCircle
  const kept = await testApp.db.selectFrom('properties').select('url').where('id', '=', property._id).executeTakeFirst()
  for (const url of badLinks) {
    expect([url, isListingLink(url.trim())]).toEqual([url, false])
    const made = await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id, url })
    const saved = await testApp.call(owner, 'PUT', `app/property/${property._id}`, { url })
    const refused = [made, saved].map(({ status, body }) => [status, body.fields?.map(({ field }) => field)])
    expect([url, refused]).toEqual([url, Array(2).fill([400, ['url']])])
    expect(leakOf(made)).toBeNull()
  }
  expect(await testApp.db.selectFrom('properties').select('url').where('id', '=', property._id).executeTakeFirst()).toEqual(kept)
})
