import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { buyOne, buyUntilAnswered, newCircle, price } from './buying.ts'

const processes = 3
const rounds = 100
const buyers = 200

let cluster: TestCluster
let apis: ApiProcess[]
let owner: Person
let people: Person[]

beforeAll(async () => {
  cluster = await startTestCluster()
  apis = await Promise.all(Array.from({ length: processes }, () => cluster.startApi()))
  owner = await cluster.seed.investor()
  people = []
  for (let count = 0; count < buyers; count++) people.push(await cluster.seed.investor())
})
afterAll(() => cluster.close())

const urlOf = (index: number) => apis[index % apis.length]?.url ?? ''

test(`G1: ${buyers} buyers for the last arc, ${rounds} rounds, ${processes} API processes: exactly one each`, async () => {
  for (let round = 1; round <= rounds; round++) {
    const circle = await newCircle(cluster.db, owner, '1/2')
    const outcomes = await Promise.all(people.map((buyer, index) => buyUntilAnswered(urlOf(index + round), buyer, circle)))
    const count = (status: number) => outcomes.filter((outcome) => outcome.status === status).length
    expect([round, count(200), count(409)]).toEqual([round, 1, buyers - 1])
    const rows = await cluster.db.selectFrom('ledger').select('amount').where('circle_id', '=', circle).execute()
    expect(rows.map((row) => row.amount)).toEqual([price, price])
    if (round % 10 === 0) console.log(`G1 round ${round}: one of ${buyers} each time`)
  }
  expect(await ledgerProblems(cluster.databaseUrl)).toEqual([])
})

test(`G3: 20 parallel duplicates under one Idempotency-Key over ${processes} processes, ${rounds} rounds: one effect, one answer`, async () => {
  for (let round = 1; round <= rounds; round++) {
    const circle = await newCircle(cluster.db, owner, '1/12')
    const buyer = people[round % people.length] as Person
    const key = newId()
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => buyUntilAnswered(urlOf(index), buyer, circle, key)))
    expect(outcomes.map((outcome) => outcome.status)).toEqual(outcomes.map(() => 200))
    expect(new Set(outcomes.map((outcome) => outcome.text)).size).toBe(1)
    expect((await buyOne(urlOf(round), buyer, circle, key, 2 * price)).status).toBe(422)
    const rows = await cluster.db
      .selectFrom('ledger')
      .select('user_id')
      .where('circle_id', '=', circle)
      .where('user_id', '=', buyer._id)
      .execute()
    expect(rows.length).toBe(1)
  }
  expect(await ledgerProblems(cluster.databaseUrl)).toEqual([])
  console.log(`G3 ${rounds} rounds of 20 duplicates: one effect each`)
})
