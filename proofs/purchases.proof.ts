import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { insertPaper } from '#server/testing/buying-circle.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { createPassedCircle, createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import type { Answer, TestApp } from '#server/testing/test-app.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { callOf, overProcesses } from './over-processes.ts'

const kills = 10
const terms = { price: 58_000 }

let cluster: TestCluster
let apis: [ApiProcess, ApiProcess]

beforeAll(async () => {
  cluster = await startTestCluster()
  apis = [await cluster.startApi(), await cluster.startApi()]
})
afterAll(async () => {
  expect(await ledgerProblems(cluster.databaseUrl)).toEqual([])
  await cluster.close()
})

/** Like the page: asks again after a 503, which an overloaded process answers. */
const patient =
  (call: TestApp['call']): TestApp['call'] =>
  async (...request) => {
    for (;;) {
      const answer = await call(...request)
      if (answer.status !== 503) return answer
      await sleep(200)
    }
  }

/** Only those parts of a test app are used that other processes have too. */
const api = (): TestApp => {
  const over = overProcesses(cluster, apis)
  return { ...over, call: patient(over.call) } as TestApp
}

type Act = { readonly person: Person; readonly path: string; readonly body: object }

const send = ({ person, path, body }: Act, to: ApiProcess, key: string): Promise<Answer | null> =>
  patient(callOf(to.url))(person, 'POST', path, body, { 'idempotency-key': key }).catch(() => null)

/**
 * Sends each act to a process of its own, kills the first in the middle of it, looks, and repeats with the same key what has no answer.
 * Returns the statuses, and whether the killed process had answered.
 */
async function killBetween(acts: readonly [Act, Act], longest: number, look: () => Promise<unknown>) {
  const keys = acts.map(() => newId())
  const sent = acts.map((act, index) => send(act, apis[index] as ApiProcess, keys[index] ?? ''))
  await sleep(Math.random() * longest)
  await apis[0].kill('SIGKILL')
  const answers = await Promise.all(sent)
  const wasAnswered = answers[0] !== null
  await look()
  apis = [await cluster.startApi(), apis[1]]
  for (const [index, act] of acts.entries()) answers[index] ??= await send(act, apis[0], keys[index] ?? '')
  return { statuses: answers.map((answer) => answer?.status ?? 0).sort(), wasAnswered }
}

/** What starting writes, each as often as it is there. */
async function countStarted(circleId: string): Promise<number[]> {
  const { rows } = await sql<{ counts: number[] }>`select array[
    (select count(*) from acquisitions where circle_id = ${circleId}),
    (select count(*) from acquisition_steps join acquisitions on acquisitions.id = acquisition_id where circle_id = ${circleId}) / 9,
    (select count(*) from bank_accounts where circle_id = ${circleId}),
    (select count(*) from circles where id = ${circleId} and holding = 'buying'),
    (select count(*) from stage_history where circle_id = ${circleId} and stage = 'buying'),
    (select count(*) from decision_record where circle_id = ${circleId} and kind = 'buying_started'),
    (select count(*) from audit_log where act = 'purchase.started' and facts ->> 'circle' = ${circleId}::text),
    (select count(*) from notices where circle_id = ${circleId} and kind = 'purchase_started') / 3]::int[] as counts`.execute(cluster.db)
  return rows[0]?.counts ?? []
}

/** What finishing writes. */
async function countBought(circleId: string): Promise<number[]> {
  const { rows } = await sql<{ counts: number[] }>`select array[
    (select count(*) from acquisitions where circle_id = ${circleId} and outcome = 'bought'),
    (select count(*) from settlements where circle_id = ${circleId} and confirmed_at is not null),
    (select count(*) from book_entries where circle_id = ${circleId} and kind = 'settlement'),
    (select count(*) from circles where id = ${circleId} and holding = 'owning'),
    (select count(*) from stage_history where circle_id = ${circleId} and stage = 'owning'),
    (select count(*) from decision_record where circle_id = ${circleId} and kind = 'bought'),
    (select count(*) from audit_log where act = 'settlement.confirmed' and facts ->> 'circle' = ${circleId}::text)
    ]::int[] as counts`.execute(cluster.db)
  return rows[0]?.counts ?? []
}

/** All of it, or nothing. */
const expectWhole = (counts: readonly number[], more: readonly number[] = [0, 1]) => {
  expect(new Set(counts).size, `half done: ${counts.join(', ')}`).toBe(1)
  expect(more).toContain(counts[0])
}

test('G22: of twenty starts in two processes at once one makes the purchase', async () => {
  const { circle, owner, property, url } = await createPassedCircle(api(), [2, 1, 1], terms)
  const act = { person: owner, path: url, body: { propertyId: property._id } }
  const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => send(act, apis[turn % 2] as ApiProcess, newId())))
  expect(answers.map((answer) => answer?.status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
  expectWhole(await countStarted(circle._id), [1])
  console.log('G22 20 starts over two processes: 1 made a purchase, 19 were told that it is open')
})

test(`G22: ${kills} kills of an API while two browsers start to buy: nothing half done, one purchase`, async () => {
  let unanswered = 0
  for (let kill = 0; kill < kills; kill++) {
    const { circle, owner, property, url } = await createPassedCircle(api(), [2, 1, 1], terms)
    const act = { person: owner, path: url, body: { propertyId: property._id } }
    const { statuses, wasAnswered } = await killBetween([act, act], 60, async () => expectWhole(await countStarted(circle._id)))
    expect(statuses).toEqual([200, 409])
    if (!wasAnswered) unanswered++
    expectWhole(await countStarted(circle._id), [1])
  }
  console.log(`G22 ${kills} kills while starting, ${unanswered} in the middle of a start: one purchase each, nothing half done`)
})

/** A purchase that waits for the confirmation of its settlement statement. */
async function createSettled() {
  const buying = await createPurchaseCircle(api(), [2, 1, 1], terms)
  const { circle, owner, people, acquisitionId, call, pay, settle, confirmFor, required } = buying
  await call(6_000_000)
  for (const [index, person] of people.entries()) {
    const documentVersionId = await insertPaper(api(), circle._id, owner)
    await pay(person, [3_000_000, 1_500_000, 1_500_000][index] ?? 0, { bankAccountId: null, documentVersionId })
  }
  // What comes before is not what is proven here.
  await sql`update acquisition_steps set state = 'done', ended_at = clock_timestamp()
    where acquisition_id = ${acquisitionId} and key <> 'deed_recorded'`.execute(cluster.db)
  const { settlement } = required(await settle([{ kind: 'price', amountCents: 5_800_000 }]))
  for (const person of people) await confirmFor(person)
  return { ...buying, settlementId: settlement?._id ?? '' }
}

test(`G22: ${kills} kills of an API while two members confirm the settlement: nothing half done, booked once`, async () => {
  let unanswered = 0
  for (let kill = 0; kill < kills; kill++) {
    const { circle, url, members, settlementId } = await createSettled()
    const [one, other] = members as [Person, Person]
    const act = (person: Person): Act => ({ person, path: `${url}/settlement/${settlementId}/confirm`, body: { settlementId } })
    const { statuses, wasAnswered } = await killBetween([act(one), act(other)], 60, async () => expectWhole(await countBought(circle._id)))
    expect(statuses).toEqual([200, 409])
    if (!wasAnswered) unanswered++
    expectWhole(await countBought(circle._id), [1])
  }
  console.log(`G22 ${kills} kills while finishing, ${unanswered} in the middle of a confirmation: bought and booked once each`)
})
