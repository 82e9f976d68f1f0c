import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { createBuyingCircle, insertPaper, stepUpFor } from '#server/testing/buying-circle.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { callOf, overProcesses } from './over-processes.ts'

const kills = 30
const circleCount = 4

let cluster: TestCluster

beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.close())

const startApi = () => cluster.startApi({ LOG_LEVEL: 'error' })

type Buying = Awaited<ReturnType<typeof createBuyingCircle>>
type Done = { readonly calls: number; readonly payments: number; readonly words: number }

/** What the database holds of all circles, and what of it is only half done. */
async function readMoney(): Promise<Done & { readonly counted: number; readonly halfDone: string[] }> {
  const { rows } = await sql<Done & { counted: number; halfDone: string[] }>`
    select (select count(*)::int from calls) as calls, (select count(*)::int from contributions) as payments,
      (select count(*)::int from contribution_words) as words, (select count(entry_id)::int from contributions) as counted,
      array(
        select 'a call without its parts, reason, line of audit or word to each who owes' from calls
          where (select count(*) from call_parts where call_id = calls.id) <> 4
            or not exists (select from call_texts where call_id = calls.id)
            or (select count(*) from audit_log where act = 'call.opened' and subject_id = calls.id::text) <> 1
            or not exists (select from notices where kind in ('call_opened', 'call_complete') and facts ->> 'call' = calls.id::text)
        union all select 'a payment that counts without two words, or does not count with them' from contributions
          where (entry_id is not null) <> ((select count(*) from contribution_words where contribution_id = contributions.id) >= 2)
        union all select 'a payment whose entry or line of audit is missing or there twice' from contributions
          where entry_id is not null and ((select sum(amount_cents) from book_lines where entry_id = contributions.entry_id and account = 'cash')
              is distinct from amount_cents
            or (select count(*) from audit_log where act = 'contribution.counted' and subject_id = contributions.id::text) <> 1)
        union all select 'an entry without its payment' from book_entries where kind = 'contribution'
          and not exists (select from contributions where entry_id = book_entries.id)) as "halfDone"`.execute(cluster.db)
  return rows[0] as Done & { counted: number; halfDone: string[] }
}

test(`H10: ${kills} kills of an API while circles call for money, two processes: nothing acknowledged is lost, nothing half done, nothing twice`, async () => {
  const apis: ApiProcess[] = await Promise.all([startApi(), startApi()])
  const api = overProcesses(cluster, apis)
  const circles: Buying[] = []
  for (let count = 0; count < circleCount; count++) circles.push(await createBuyingCircle(api, [1, 1, 1, 1]))
  const acknowledged = { calls: 0, payments: 0, words: 0 }
  let turn = 0
  let isOver = false

  /** Sends a request again with its key until it is answered, as the page does. */
  const send = async (person: Person, path: string, body: object | undefined, kind: keyof Done): Promise<void> => {
    const key = newId()
    for (;;) {
      const call = callOf(apis[turn++ % apis.length]?.url ?? '')
      const answer = await call(person, 'POST', path, body, { 'idempotency-key': key }).catch(() => null)
      if (answer?.status === 200) {
        acknowledged[kind]++
        return
      }
      if (answer && ![502, 503, 504].includes(answer.status))
        throw new Error(`${path} was answered ${answer.status} ${answer.text} ${apis.map((api) => api.said()).join()}`)
      await sleep(20)
    }
  }
  /** Calls, everyone pays, and two others say that they have seen it: over and over. */
  const live = async ({ people, owner, url, account, circle }: Buying): Promise<void> => {
    const documentVersionId = await insertPaper(api, circle._id, owner)
    while (!isOver) {
      await send(owner, url, { amountCents: 401, dueDay: '2099-01-31', why: 'The closing' }, 'calls')
      await Promise.all(
        people.map((person) =>
          send(
            person,
            `${url}/contribution`,
            { amountCents: 101, day: '2020-01-14', bankAccountId: account, documentVersionId },
            'payments',
          ),
        ),
      )
      const waiting = await cluster.db
        .selectFrom('contributions')
        .select(['id', 'payer'])
        .where('circle_id', '=', circle._id)
        .where('entry_id', 'is', null)
        .execute()
      for (const { id, payer } of waiting) {
        const others = people.filter(({ _id }) => _id !== payer).slice(0, 2)
        for (const other of others) await stepUpFor(api, other, 'confirm_money')
        await Promise.all(others.map((other) => send(other, `${url}/contribution/${id}/word`, undefined, 'words')))
      }
    }
  }
  const living = Promise.all(circles.map(live))
  living.catch(() => {})

  const check = async () => {
    // Read before the database: what was acknowledged by now must be there.
    const known = { ...acknowledged }
    const { halfDone, ...found } = await readMoney()
    expect(halfDone).toEqual([])
    for (const kind of ['calls', 'payments', 'words'] as const) expect(found[kind]).toBeGreaterThanOrEqual(known[kind])
    expect(await ledgerProblems(cluster.databaseUrl)).toEqual([])
    return found
  }
  for (let kill = 1; kill <= kills; kill++) {
    const at = acknowledged.words
    await Promise.race([
      living,
      (async () => {
        while (acknowledged.words < at + 4) await sleep(5)
      })(),
    ])
    await sleep(Math.random() * 100)
    const victim = kill % apis.length
    await (apis[victim] as ApiProcess).kill('SIGKILL')
    await check()
    apis[victim] = await startApi()
  }
  isOver = true
  await living
  const { counted, ...found } = await check()
  // With their keys, requests that were sent again were done once.
  expect(found).toEqual(acknowledged)
  console.log(`H10 ${kills} kills: ${JSON.stringify({ ...found, counted })}, nothing lost, nothing half done, nothing twice`)
})
