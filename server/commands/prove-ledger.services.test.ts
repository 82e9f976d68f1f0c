import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { projectRoot } from '#server/root.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { dataKeysOf } from '#server/shared/pay-details/data-keys.ts'
import { copyDatabase, copyTemplate, type OwnDatabase } from '#server/testing/database.ts'
import { describeProof, proveLedger } from './prove-ledger.ts'

let demo: OwnDatabase
let client: pg.Client
let drop: () => Promise<void>

// Loading the demo takes seconds, copying its database a tenth of one.
beforeAll(async () => {
  demo = await copyTemplate(inject('postgresUrl'))
  const keys = deriveKeys('a secret of the tests')
  const dataKeys = dataKeysOf(Buffer.alloc(32, 7), undefined)
  await loadDemo({
    databaseUrl: demo.url,
    store: { put: async () => {} },
    root: projectRoot(),
    keys,
    dataKeys,
    publicUrl: 'http://localhost',
  })
  return demo.drop
})
beforeEach(async () => {
  const copy = await copyDatabase(inject('postgresUrl'), demo)
  drop = copy.drop
  client = new pg.Client({ connectionString: copy.url })
  await client.connect()
  // The database's own constraints prevent what these tests do, so they are dropped first.
  for (const table of ['ledger', 'arcs', 'circles', 'memberships', 'book_entries', 'book_lines', 'calls', 'call_parts'])
    await client.query(`alter table ${table} disable trigger user`)
})
afterEach(async () => {
  await client.end()
  await drop()
})

const found = async () => (await proveLedger(client)).disagreements.map(({ what, circles }) => [what, circles.length])

test('the demo data agree to the dollar, and the figures are printed', async () => {
  const proof = await proveLedger(client)
  expect(proof.disagreements).toEqual([])
  expect(proof.figures.circles).toBe(64)
  expect(proof.figures.dollarsHeld).toBe(proof.figures.dollarsWritten)
  expect(describeProof(proof)).toMatch(/^The ledger and the arcs agree, to the dollar\.\n {2}circles +64 {3}63 with arcs\n/)
})

test('a stage that was not dated, or dated wrongly, is found', async () => {
  await client.query('alter table stage_history disable trigger user')
  await client.query(`delete from stage_history where id = (select max(id) from stage_history where stage = 'deciding')`)
  expect(await found()).toEqual([['the last stage dated is not the stage that follows from the arcs', 1]])
})

test('an open motion of a circle that gathers is found', async () => {
  await client.query(`
    update arcs set membership_id = null, held_since = null where (circle_id, number) = (select motions.circle_id, min(number) from motions
      join arcs on arcs.circle_id = motions.circle_id where closes_at > now()
        and not exists (select from motion_withdrawals where motion_id = motions.id)
      group by motions.circle_id order by 1 limit 1)`)
  expect((await found()).map(([what]) => what)).toContain('a motion is open although an arc is free')
})

test('a missing ledger row is found by circle, membership and arcs', async () => {
  await client.query('delete from ledger where id = (select max(id) from ledger)')
  expect(await found()).toEqual([
    ['the ledger’s sum differs from the arcs held', 1],
    ['a membership’s arcs differ from its ledger', 1],
    ['an arc’s holder is not whom the ledger last names for it', 1],
  ])
})

test('two memberships with swapped arcs of the same price are found, although every circle’s sum is right', async () => {
  await client.query(`
    with two as (select circle_id, (array_agg(distinct membership_id))[1:2] as pair from arcs
                 where membership_id is not null and number < 5 group by circle_id having count(distinct membership_id) > 1 limit 1)
    update arcs set membership_id = case membership_id when pair[1] then pair[2] else pair[1] end
    from two where arcs.circle_id = two.circle_id and membership_id = any(pair)`)
  expect((await found()).map(([what]) => what)).toContain('an arc’s holder is not whom the ledger last names for it')
})

test('a price that is wrong by one dollar is found', async () => {
  await client.query(
    `update arcs set price = price + 1 where (circle_id, number) = (select circle_id, number from arcs where membership_id is null and number = 3 limit 1)`,
  )
  expect((await found()).map(([what]) => what)).toEqual([
    'the prices of the arcs do not sum to the target',
    'the arcs are not as many, or not priced, as the share size says',
  ])
})

test('an arc held by a former member is found', async () => {
  await client.query(
    'update memberships set ended_at = now() where id = (select membership_id from arcs where membership_id is not null limit 1)',
  )
  const proof = await proveLedger(client)
  expect(proof.disagreements.map(({ what }) => what)).toEqual(['an arc is held by a membership that has ended'])
  expect(describeProof(proof)).toContain('DISAGREE')
})

test('a ledger row with another person’s name is found', async () => {
  await client.query(`update ledger set user_id = (select id from users where email like 'admin@%') where id = 1`)
  expect(await found()).toEqual([['a ledger row names another person than its membership', 1]])
})

test('an entry that does not sum to 0, a wrong reversal, and a call that was paid too much are found', async () => {
  const circle = `(select circle_id from arcs join circles on circles.id = circle_id where membership_id is not null and holding is null order by 1 limit 1)`
  const person = `(select user_id from memberships where circle_id = ${circle} limit 1)`
  const numbered = (number: number) => `from book_entries where circle_id = ${circle} and number = ${number}`
  const entry = (number: number, reverses: number | null = null) =>
    client.query(`insert into book_entries (id, circle_id, number, kind, day, booked_by, reverses) select gen_random_uuid(), ${circle}, ${number}, 'payment',
      '2027-01-05', ${person}, (select id ${numbered(reverses ?? -1)})`)
  const line = (number: number, position: number, account: string, cents: number) =>
    client.query(`insert into book_lines (entry_id, circle_id, position, account, amount_cents)
      select id, circle_id, ${position}, '${account}', ${cents} ${numbered(number)}`)
  await entry(1)
  await line(1, 1, 'rent', -100)
  await line(1, 2, 'suspense', 100)
  expect(await found()).toEqual([])
  await entry(2)
  await line(2, 1, 'rent', -100)
  await line(2, 2, 'suspense', 99)
  expect(await found()).toEqual([['the lines of an entry of the book do not sum to 0', 1]])
  await line(2, 3, 'tax', 1)
  await entry(3, 1)
  await line(3, 1, 'rent', 100)
  await line(3, 2, 'tax', -100)
  expect(await found()).toEqual([['a reversal is not what it reverses with every sign turned', 1]])
  await client.query(`delete from book_lines where entry_id = (select id ${numbered(3)})`)
  await line(3, 1, 'rent', 100)
  await line(3, 2, 'suspense', -100)
  expect(await found()).toEqual([])
  await client.query(`update circles set holding = 'buying' where id = ${circle}`)
  expect((await found()).map(([what]) => what)).toContain('the circle’s stage does not follow from its acquisitions')
})
