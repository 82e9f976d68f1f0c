import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createMotionCircle } from '#server/testing/motion-circle.ts'
import { offerCalls } from '#server/testing/offers.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { proveLedger } from './prove-ledger.ts'

let client: pg.Client
const ids = { done: '', circle: '' }

beforeAll(async () => {
  const testApp = await startTestApp()
  const { circle, members } = await createMotionCircle(testApp, [6, 3, 3])
  const [buyer, seller] = members as [Person, Person]
  const { offer, bid, pass, read, paid, received } = offerCalls(testApp, circle._id)
  const made = await offer(seller, [10, 11])
  await bid(buyer, made._id, 2)
  await pass(30)
  ids.done = (await read(buyer, made._id)).transfers[0]?._id ?? ''
  await paid(buyer, ids.done)
  await received(seller, ids.done)
  await offer(seller, [12])
  ids.circle = circle._id
  client = new pg.Client({ connectionString: testApp.databaseUrl })
  await client.connect()
  // The database's own checks prevent what these tests do.
  for (const table of ['ledger', 'arcs', 'offer_allotments', 'arc_transfers', 'arc_transfer_events'])
    await client.query(`alter table ${table} disable trigger user`)
  return async () => {
    await client.end()
    await testApp.close()
  }
}, 240_000)

/** What is found after this was done by hand. */
async function foundAfter(statement: string): Promise<string[]> {
  await client.query('begin')
  await client.query(statement)
  const { disagreements } = await proveLedgerInside()
  await client.query('rollback')
  return disagreements
}

/** `proveLedger` begins a transaction of its own; here it reads the one that is open. */
async function proveLedgerInside() {
  const inside = {
    query: (text: string) => (/^(begin|rollback)/.test(text) ? Promise.resolve({ rows: [] }) : client.query(text)),
  } as unknown as pg.ClientBase
  const { disagreements } = await proveLedger(inside)
  return { disagreements: disagreements.map(({ what }) => what) }
}

test('a circle in which arcs were handed on agrees', async () => {
  expect((await proveLedger(client)).disagreements).toEqual([])
})

test.each([
  [
    'an arc has two holders, or came from none, when it was handed on',
    `insert into ledger (circle_id, membership_id, user_id, kind, arcs, amount)
     select circle_id, membership_id, user_id, 'bought', '{10}', 75000 from ledger order by id limit 1`,
  ],
  [
    'a transfer of arcs that is done has not exactly its two rows in the ledger, or another has some',
    `delete from ledger where kind = 'taken_over'`,
  ],
  ['arcs were handed on that nobody said were paid', `delete from arc_transfer_events where kind = 'paid'`],
  [
    'an arc is in two offers, or is offered by another than its holder',
    `update arcs set membership_id = (select membership_id from arcs where number = 1) where number = 12`,
  ],
  ['the bids of an offer were given other arcs than were offered, or one twice', `update offer_allotments set arcs = '{1, 2}'`],
  ['others were to pay less for arcs than the members', `update arc_transfers set price = price - 1`],
  ['an arc’s holder is not whom the ledger last names for it', `update arcs set membership_id = null, held_since = null where number = 10`],
])('finds when %s', async (what, statement) => {
  expect(await foundAfter(statement)).toContain(what)
})
