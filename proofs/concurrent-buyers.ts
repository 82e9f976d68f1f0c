import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { buyOne, newCircle } from './buying.ts'

/** One intended purchase and its result. Each pair of person and circle is used once. */
type Intent = { readonly buyer: Person; readonly circle: string; result: 'bought' | 'refused' | 'unknown' }

type Place = {
  readonly db: Database
  readonly databaseUrl: string
  readonly owner: Person
  readonly people: readonly Person[]
  /** The URL that a client uses; another one with every attempt. */
  readonly urlOf: (turn: number) => string
}

export type Buyers = {
  /** The number of purchases started so far. */
  wanted(): number
  bought(): number
  /**
   * Checks that every acknowledged purchase is in the ledger once, every refused one never, any other at most once, and that all sums
   * agree.
   */
  checkLedger(): Promise<Record<string, number>>
  /** Waits until all clients have finished. */
  stop(): Promise<void>
}

const clients = 12
/** More purchases than arcs in every circle, so that some are refused. */
const wantsPerCircle = 14

/** Clients that keep buying, whatever happens to the servers. */
export function startBuyers({ db, databaseUrl, owner, people, urlOf }: Place): Buyers {
  const intents: Intent[] = []
  const waiting: Intent[] = []
  let isOver = false
  let retries = 0

  const refill = async () => {
    const circle = await newCircle(db, owner, '1/12')
    const start = intents.length
    for (let want = 0; want < wantsPerCircle; want++) {
      waiting.push({ buyer: people[(start + want) % people.length] as Person, circle, result: 'unknown' })
    }
  }

  /** Two of three clients retry with the same key until they get an answer; the third gives up after the first failure. */
  const buy = async (intent: Intent, index: number): Promise<void> => {
    const key = newId()
    for (let attempt = 0; intent.result === 'unknown'; attempt++) {
      const outcome = await buyOne(urlOf(index + attempt), intent.buyer, intent.circle, key).catch(() => null)
      if (outcome?.status === 200) intent.result = 'bought'
      else if (outcome?.status === 409) intent.result = 'refused'
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
      // Circles are created directly in the database; while it is unavailable, this retries as clients do.
      if (waiting.length < clients) await refill().catch(() => sleep(200))
      const intent = waiting.splice(Math.floor(Math.random() * waiting.length), 1)[0]
      if (!intent) continue
      intents.push(intent)
      // Some requests are always running, with time for a killed process to restart.
      await sleep(Math.random() * 250)
      await buy(intent, index)
    }
  }
  const buying = Promise.all(Array.from({ length: clients }, (_, index) => client(index)))

  return {
    wanted: () => intents.length,
    bought: () => intents.filter((intent) => intent.result === 'bought').length,
    checkLedger: async () => {
      // Read before the ledger: purchases acknowledged by now must be in it.
      const known = intents.map((intent) => ({ key: `${intent.circle} ${intent.buyer._id}`, result: intent.result }))
      const rows = await db.selectFrom('ledger').select(['circle_id', 'user_id']).where('user_id', '!=', owner._id).execute()
      const counts = new Map<string, number>()
      for (const row of rows) counts.set(`${row.circle_id} ${row.user_id}`, (counts.get(`${row.circle_id} ${row.user_id}`) ?? 0) + 1)
      const summary = { bought: 0, refused: 0, unknown: 0, 'unknown, and was bought': 0, retries }
      const wrong: string[] = []
      for (const { key, result } of known) {
        const count = counts.get(key) ?? 0
        const isRight = result === 'bought' ? count === 1 : result === 'refused' ? count === 0 : count <= 1
        if (!isRight) wrong.push(`${key} was answered ${result} and is there ${count} times`)
        summary[result]++
        if (result === 'unknown' && count === 1) summary['unknown, and was bought']++
      }
      expect(wrong).toEqual([])
      expect(await ledgerProblems(databaseUrl)).toEqual([])
      return summary
    },
    stop: async () => {
      isOver = true
      await buying
    },
  }
}
