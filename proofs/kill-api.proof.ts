import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { type ApiProcess, openTown, type Town } from '#server/testing/town.ts'
import { buyOne, newCircle } from './buying.ts'

const kills = 100
const clients = 12

let town: Town
let owner: Person
let people: Person[]

beforeAll(async () => {
  town = await openTown()
  owner = await town.seed.investor()
  people = []
  for (let count = 0; count < 40; count++) people.push(await town.seed.investor())
})
afterAll(() => town.close())

/** What one client meant to buy, once, and what it was told. A pair of person and circle is used once. */
type Intent = { readonly buyer: Person; readonly circle: string; told: 'bought' | 'refused' | 'unknown' }

/** More wants than arcs in every circle, so that refusals happen too. */
const wantsPerCircle = 14

test(`H1: ${kills} kills of an API in the middle of purchases, two processes: what was acknowledged is there, nothing twice`, async () => {
  const apis = await Promise.all([town.startApi(), town.startApi()])
  const intents: Intent[] = []
  const waiting: Intent[] = []
  let isOver = false
  let retries = 0

  const refill = async () => {
    const circle = await newCircle(town.db, owner, '1/12')
    const start = intents.length
    for (let want = 0; want < wantsPerCircle; want++) {
      waiting.push({ buyer: people[(start + want) % people.length] as Person, circle, told: 'unknown' })
    }
  }

  /** Two clients of three ask again under the same key until they are told; the third gives up at the first silence. */
  const client = async (index: number) => {
    const givesUp = index % 3 === 0
    while (!isOver) {
      if (waiting.length < clients) await refill()
      const intent = waiting.splice(Math.floor(Math.random() * waiting.length), 1)[0] as Intent
      intents.push(intent)
      const key = newId()
      // Always some in flight, and time left for a killed process to come back.
      await sleep(Math.random() * 40)
      for (let attempt = 0; intent.told === 'unknown'; attempt++) {
        const url = apis[(index + attempt) % apis.length]?.url ?? ''
        const outcome = await buyOne(url, intent.buyer, intent.circle, key).catch(() => null)
        if (outcome?.status === 200) intent.told = 'bought'
        else if (outcome?.status === 409) intent.told = 'refused'
        else if (outcome && outcome.status !== 503) throw new Error(`unexpected answer ${outcome.status} ${outcome.text}`)
        else if (givesUp) break
        else {
          retries++
          await sleep(20)
        }
      }
    }
  }

  const buying = Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  for (let kill = 1; kill <= kills; kill++) {
    const at = intents.length
    while (intents.length < at + 20) await sleep(10)
    await sleep(Math.random() * 150)
    const victim = kill % apis.length
    await (apis[victim] as ApiProcess).kill('SIGKILL')
    await checkBooks(intents)
    apis[victim] = await town.startApi()
    if (kill % 10 === 0) console.log(`H1 kill ${kill}: ${intents.length} purchases wanted, books clean`)
  }
  isOver = true
  await buying
  const told = await checkBooks(intents)
  console.log(`H1 ${kills} kills: ${JSON.stringify(told)}, ${retries} retries, nothing lost, nothing twice`)
})

/** Every acknowledged purchase is in the ledger once, every refused one never, any other at most once; and all sums agree. */
async function checkBooks(intents: readonly Intent[]): Promise<Record<string, number>> {
  // Taken before the ledger is read: what is acknowledged by now must be there.
  const known = intents.map((intent) => ({ key: `${intent.circle} ${intent.buyer._id}`, told: intent.told }))
  const rows = await town.db.selectFrom('ledger').select(['circle_id', 'user_id']).where('user_id', '!=', owner._id).execute()
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(`${row.circle_id} ${row.user_id}`, (counts.get(`${row.circle_id} ${row.user_id}`) ?? 0) + 1)
  const summary = { bought: 0, refused: 0, unknown: 0, 'unknown, and was bought': 0 }
  const wrong: string[] = []
  for (const { key, told } of known) {
    const count = counts.get(key) ?? 0
    const isRight = told === 'bought' ? count === 1 : told === 'refused' ? count === 0 : count <= 1
    if (!isRight) wrong.push(`${key} was told ${told} and is there ${count} times`)
    summary[told]++
    if (told === 'unknown' && count === 1) summary['unknown, and was bought']++
  }
  expect(wrong).toEqual([])
  expect(await ledgerProblems(town.databaseUrl)).toEqual([])
  return summary
}
