import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { buyOne, newCircle } from './buying.ts'

/** What one client meant to buy, once, and what it was told. A pair of person and circle is used once. */
type Intent = { readonly buyer: Person; readonly circle: string; told: 'bought' | 'refused' | 'unknown' }

type Place = {
  readonly db: Database
  readonly databaseUrl: string
  readonly owner: Person
  readonly people: readonly Person[]
  /** Where a client asks; it turns elsewhere with every attempt. */
  readonly urlOf: (turn: number) => string
}

export type Crowd = {
  /** How many purchases were wanted so far. */
  wanted(): number
  bought(): number
  /** Every acknowledged purchase is in the ledger once, every refused one never, any other at most once; and all sums agree. */
  checkBooks(): Promise<Record<string, number>>
  /** Lets everyone finish what they are at. */
  goHome(): Promise<void>
}

const clients = 12
/** More wants than arcs in every circle, so that refusals happen too. */
const wantsPerCircle = 14

/** Clients who buy and buy, whatever happens to the servers meanwhile. */
export function gatherCrowd({ db, databaseUrl, owner, people, urlOf }: Place): Crowd {
  const intents: Intent[] = []
  const waiting: Intent[] = []
  let isOver = false
  let retries = 0

  const refill = async () => {
    const circle = await newCircle(db, owner, '1/12')
    const start = intents.length
    for (let want = 0; want < wantsPerCircle; want++) {
      waiting.push({ buyer: people[(start + want) % people.length] as Person, circle, told: 'unknown' })
    }
  }

  /** Two clients of three ask again under the same key until they are told; the third gives up at the first silence. */
  const buy = async (intent: Intent, index: number): Promise<void> => {
    const key = newId()
    for (let attempt = 0; intent.told === 'unknown'; attempt++) {
      const outcome = await buyOne(urlOf(index + attempt), intent.buyer, intent.circle, key).catch(() => null)
      if (outcome?.status === 200) intent.told = 'bought'
      else if (outcome?.status === 409) intent.told = 'refused'
      else if (outcome && ![502, 503, 504].includes(outcome.status)) throw new Error(`unexpected answer ${outcome.status} ${outcome.text}`)
      else if (index % 3 === 0) return
      else {
        retries++
        await sleep(20 + Math.min(attempt, 20) * 20)
      }
    }
  }

  const client = async (index: number) => {
    while (!isOver) {
      // Circles are made past the API: while the database is away, this waits for it as clients do.
      if (waiting.length < clients) await refill().catch(() => sleep(200))
      const intent = waiting.splice(Math.floor(Math.random() * waiting.length), 1)[0]
      if (!intent) continue
      intents.push(intent)
      // Always some in flight, and time left for a killed process to come back.
      await sleep(Math.random() * 250)
      await buy(intent, index)
    }
  }
  const buying = Promise.all(Array.from({ length: clients }, (_, index) => client(index)))

  return {
    wanted: () => intents.length,
    bought: () => intents.filter((intent) => intent.told === 'bought').length,
    checkBooks: async () => {
      // Taken before the ledger is read: what is acknowledged by now must be there.
      const known = intents.map((intent) => ({ key: `${intent.circle} ${intent.buyer._id}`, told: intent.told }))
      const rows = await db.selectFrom('ledger').select(['circle_id', 'user_id']).where('user_id', '!=', owner._id).execute()
      const counts = new Map<string, number>()
      for (const row of rows) counts.set(`${row.circle_id} ${row.user_id}`, (counts.get(`${row.circle_id} ${row.user_id}`) ?? 0) + 1)
      const summary = { bought: 0, refused: 0, unknown: 0, 'unknown, and was bought': 0, retries }
      const wrong: string[] = []
      for (const { key, told } of known) {
        const count = counts.get(key) ?? 0
        const isRight = told === 'bought' ? count === 1 : told === 'refused' ? count === 0 : count <= 1
        if (!isRight) wrong.push(`${key} was told ${told} and is there ${count} times`)
        summary[told]++
        if (told === 'unknown' && count === 1) summary['unknown, and was bought']++
      }
      expect(wrong).toEqual([])
      expect(await ledgerProblems(databaseUrl)).toEqual([])
      return summary
    },
    goHome: async () => {
      isOver = true
      await buying
    },
  }
}
