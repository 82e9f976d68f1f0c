import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { runOfferHistory } from '#server/testing/offer-histories/run-history.ts'
import { type OfferHistoryStep, offerHistories } from '#server/testing/offer-histories/steps.ts'
import type { ApiUnderTest } from '#server/testing/test-app.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { callOf } from './over-processes.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

const kills = Number(process.env.KILLS ?? 20)
const mostSteps = 30

let cluster: TestCluster

beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.close())

/** Someone offers arcs that they hold, every member bids, and what can be is paid and received. */
function round(random: SeededRandom): OfferHistoryStep[] {
  const party = { which: 0, isByParty: true, who: 0 }
  return [
    { do: 'offer', who: random.below(4), arcs: [1 + random.below(6), 7 + random.below(6)], price: 50_000 },
    ...[0, 1, 2, 3].map((who) => ({ do: 'bid' as const, who, which: 0, wanted: random.below(3) })),
    { do: 'wait', days: 31 },
    ...[1, 2].flatMap(() => [
      { do: 'paid' as const, ...party },
      { do: 'received' as const, ...party },
    ]),
  ]
}

/** Three rounds, with steps of chance between their steps. */
function historyOf(chance: readonly OfferHistoryStep[], random: SeededRandom): OfferHistoryStep[] {
  const left = [...chance]
  const rounds = [1, 2, 3].flatMap(() => round(random))
  return rounds.flatMap((step) => [step, ...left.splice(0, random.below(2))])
}

const kinds = {
  offers: /^POST app\/offer\/[^/]+$/,
  bids: /^PUT app\/offer\/.*\/bid$/,
  choices: /^POST app\/offer\/.*\/choose$/,
  paid: /^POST app\/offer\/.*\/paid$/,
  received: /^POST app\/offer\/.*\/received$/,
}
type Done = Record<keyof typeof kinds, number>

const sum = (done: Done): number => Object.values(done).reduce((all, count) => all + count, 0)

/** How much of each kind the database holds. */
async function readDone(): Promise<Done> {
  const { rows } = await sql<Done>`
    select (select count(*)::int from offers where replaces is null) as offers, (select count(*)::int from offer_bids) as bids,
      (select count(*)::int from arc_transfers where origin = 'choice') as choices,
      (select count(*)::int from arc_transfer_events where kind = 'paid') as paid,
      (select count(*)::int from arc_transfer_ends where how = 'received') as received`.execute(cluster.db)
  return rows[0] as Done
}

/** No arc of a full circle is without a holder who is a member, and verify-ledger agrees. */
async function check(): Promise<void> {
  const { rows } = await sql`select arcs.circle_id, number from arcs left join memberships on memberships.id = arcs.membership_id
    where memberships.id is null or memberships.ended_at is not null or memberships.circle_id <> arcs.circle_id`.execute(cluster.db)
  expect(rows).toEqual([])
  expect(await ledgerProblems(cluster.databaseUrl)).toEqual([])
}

test(`H13: ${kills} kills of an API in random histories of offers, two processes: no arc has two holders or none, nothing acknowledged is lost or done twice`, async () => {
  const startApi = () => cluster.startApi({ LOG_LEVEL: 'error' })
  const apis: ApiProcess[] = await Promise.all([startApi(), startApi()])
  const random = seededRandom(kills)
  const acknowledged: Done = { offers: 0, bids: 0, choices: 0, paid: 0, received: 0 }
  let returning: Promise<unknown> = Promise.resolve()
  let killed = 0
  let broken = 0
  let unanswered = 0
  let turn = 0
  /** How long a write takes, in milliseconds. */
  let usual = 50

  const killDuring = async (victim: number) => {
    // Before, while or just after it is committed.
    await sleep(random.below(usual * 1.5))
    await (apis[victim] as ApiProcess).kill('SIGKILL')
    killed++
    await check()
    returning = startApi().then((api) => {
      apis[victim] = api
    })
    returning.catch(() => {})
  }
  const isMet = (path: string): boolean =>
    killed < kills && (path.endsWith('/received') ? random.happens(0.5) : /^app\/(offer|motion)\//.test(path) && random.happens(0.05))

  /** Sends a request again with its key until it is answered, as the page does; some are met by a kill of the process that has them. */
  const call: ApiUnderTest['call'] = async (caller, method, path, body, headers = {}) => {
    let willKill = method !== 'GET' && isMet(path)
    // The other process is there to take over.
    if (willKill) await returning
    const all = method === 'GET' ? headers : { ...headers, 'idempotency-key': newId() }
    for (;;) {
      const at = turn++ % apis.length
      const began = performance.now()
      const answering = callOf(apis[at]?.url ?? '')(caller, method, path, body, all).catch(() => null)
      if (willKill) await killDuring(at)
      const answer = await answering
      if (answer === null && willKill) {
        broken++
        if (sum(await readDone()) > sum(acknowledged)) unanswered++
      } else if (method !== 'GET' && answer?.status === 200) usual = (usual * 3 + performance.now() - began) / 4
      willKill = false
      if (answer && ![502, 503, 504].includes(answer.status)) {
        if (answer.status >= 500) throw new Error(`${path} was answered ${answer.status} ${apis.map((api) => api.said()).join()}`)
        for (const kind of Object.keys(kinds) as (keyof Done)[])
          if (answer.status === 200 && kinds[kind].test(`${method} ${path}`)) acknowledged[kind]++
        return answer
      }
      await sleep(20)
    }
  }
  const api = { db: cluster.db, seed: cluster.seed, databaseUrl: cluster.databaseUrl, call }

  const sampled = fc.sample(offerHistories(mostSteps), { numRuns: 200, seed: 1 }).filter(({ length }) => length > mostSteps / 2)
  let histories = 0
  while (killed < kills) {
    await runOfferHistory(api, historyOf(sampled[histories++ % sampled.length] ?? [], random))
    // With their keys, requests that were sent again were done once.
    expect(await readDone()).toEqual(acknowledged)
  }
  await returning
  await check()
  expect(acknowledged.received).toBeGreaterThanOrEqual(histories)
  console.log(
    `H13 ${kills} kills, ${broken} in the middle of a request, ${unanswered} of which was done: ${histories} histories, ${JSON.stringify(acknowledged)}`,
  )
})
