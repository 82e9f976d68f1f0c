import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { stepUpFor } from '#server/testing/buying-circle.ts'
import { createOwningCircle } from '#server/testing/owning-circle.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { proveLedger } from './prove-ledger.ts'
import { saleRules } from './sale-rules.ts'

let client: pg.Client
const ids = { circle: '' }
const names = saleRules.map(([what]) => what)

beforeAll(async () => {
  const testApp = await startTestApp()
  const { ann, ben, circleId, decide, record, confirm } = await createOwningCircle(testApp)
  ids.circle = circleId
  await decide({ kind: 'reserve', floorCents: 500_000, emergencyCents: 70_000 })
  await decide({ kind: 'sell', leastPriceCents: 20_000_000, relatedMember: null, why: 'It is time.' })
  await decide({ kind: 'wind_up' })
  const lines = [
    { kind: 'price', amountCents: 20_000_000 },
    { kind: 'tax', amountCents: -12_345 },
  ]
  const id = (await record(ann, lines)).data<{ statement: { _id: string } }>().statement._id
  await stepUpFor(testApp, ben, 'confirm_money')
  expect((await confirm(ben, id)).status).toBe(200)
  client = new pg.Client({ connectionString: testApp.databaseUrl })
  await client.connect()
  // The database's own checks prevent what these tests do.
  for (const table of ['circles', 'settlements', 'book_lines', 'reserves', 'windings_up', 'motion_closings', 'motions'])
    await client.query(`alter table ${table} disable trigger user`)
  return async () => {
    await client.end()
    await testApp.close()
  }
}, 240_000)

/** Which of these rules find something after this was done by hand. */
async function foundAfter(statement: string): Promise<string[]> {
  await client.query('begin')
  await client.query(statement)
  // `proveLedger` begins a transaction of its own; here it reads the one that is open.
  const inside = {
    query: (text: string) => (/^(begin|rollback)/.test(text) ? Promise.resolve({ rows: [] }) : client.query(text)),
  } as unknown as pg.ClientBase
  const { disagreements } = await proveLedger(inside)
  await client.query('rollback')
  return disagreements.map(({ what }) => what).filter((what) => names.includes(what))
}

test('a sale that was confirmed, and an ending that waits, leave every sum right', async () => {
  expect(await foundAfter('select 1')).toEqual([])
})

test.each([
  [
    'a sale is not booked as it was confirmed',
    () => `update settlements set lines = jsonb_set(lines, '{1,amountCents}', '5') where kind = 'sale'`,
  ],
  ['a sale is not booked as it was confirmed', () => `update book_lines set account = 'insurance' where account = 'tax'`],
  [
    'a property was sold without a motion, below its price, or too late',
    () => `update motions set facts = jsonb_set(facts, '{leastPriceCents}', '20000001') where kind = 'sell'`,
  ],
  [
    'a property was sold without a motion, below its price, or too late',
    () =>
      `update motion_closings set at = motion_closings.at - interval '181 days' from motions where motions.id = motion_id and kind = 'sell'`,
  ],
  [
    'a property is sold and still in the book',
    () => `update book_lines set amount_cents = amount_cents + 1 where account = 'property' and amount_cents < 0`,
  ],
  ['a sale did not set the reserve’s floor to 0', () => `update reserves set floor_cents = 1`],
  [
    'a circle has ended although something stood in the way',
    () => `update circles set ended_at = now(), hide_circle = true where id = '${ids.circle}'`,
  ],
  ['a circle’s ending is not as its motion has it', () => `update windings_up set lapses_at = lapses_at + interval '1 day'`],
  ['a circle’s ending is not as its motion has it', () => `update windings_up set ended_at = now()`],
])('%s: it is found', async (what, change) => {
  expect(await foundAfter(change())).toContain(what)
})
