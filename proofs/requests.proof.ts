import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isListingLink } from '#domain/listing.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { type Answer, startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { listing } from '#server/testing/voting-circle.ts'
import { answerProblem, leakOf } from './answer-problem.ts'
import { badLinks } from './bad-links.ts'
import { hostileTexts, makeRequest } from './generate.ts'
import { type Operation, operationsOf } from './operations.ts'
import { seededRandom } from './seeded-random.ts'
import { roles, seedPeople, type TestPeople } from './test-people.ts'

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

test(`C1, C6: ${perOperation} generated requests per operation, valid and hostile, as anyone: no 5xx, no hang, one envelope, no stack, SQL or path`, async () => {
  const problems = new Map<string, string>()
  const statuses = new Map<number, number>()
  for (const [index, operation] of operations.entries()) {
    const random = seededRandom(index + 1)
    let here: TestPeople | undefined
    for (let count = 0; count < perOperation; count++) {
      // An earlier request may have deleted, handed over or signed out something.
      if (!here || count % 75 === 0) here = await seedPeople(testApp)
      const role = random.pick(roles)
      const { url, body, headers } = makeRequest(operation, random, here.known)
      const answer = await orHangs(testApp.call(here.people[role], operation.method, url, body, headers))
      const problem = answer ? answerProblem(answer) : 'hangs'
      if (answer) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (!problem || problems.has(`${operation.name}: ${problem}`)) continue
      problems.set(
        `${operation.name}: ${problem}`,
        `${role} ${url.slice(0, 300)} ${body?.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)}`,
      )
      console.log(`C1 ${operation.name} ${problem}, asked by ${[...problems.values()].at(-1)}`)
    }
    if (index % 20 === 19) console.log(`C1 ${index + 1} of ${operations.length} operations, ${problems.size} problems`)
  }
  const counts = [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`)
  console.log(`C1 ${operations.length} operations, ${operations.length * perOperation} requests; ${counts.join(', ')}`)
  expect([...problems]).toEqual([])
  // If all requests failed the first check, the proof would mean nothing.
  expect(statuses.get(200) ?? 0).toBeGreaterThan((operations.length * perOperation) / 20)
  expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
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
