import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { projectRoot } from '#server/root.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { copyDatabase, copyTemplate, type OwnDatabase } from '#server/testing/database.ts'
import { describeProof, proveLedger } from './prove-ledger.ts'

let demo: OwnDatabase
let client: pg.Client
let drop: () => Promise<void>

// Loading the demo takes seconds, copying its database a tenth of one.
beforeAll(async () => {
  demo = await copyTemplate(inject('postgresUrl'))
  const keys = deriveKeys('a secret of the tests')
  await loadDemo({ databaseUrl: demo.url, store: { put: async () => {} }, root: projectRoot(), keys, publicUrl: 'http://localhost' })
  return demo.drop
})
beforeEach(async () => {
  const copy = await copyDatabase(inject('postgresUrl'), demo)
  drop = copy.drop
  client = new pg.Client({ connectionString: copy.url })
  await client.connect()
  // The database's own constraints prevent what these tests do, so they are dropped first.
  for (const table of ['ledger', 'arcs', 'circles', 'memberships']) await client.query(`alter table ${table} disable trigger user`)
})
afterEach(async () => {
  await client.end()
  await drop()
})

const found = async () => (await proveLedger(client)).disagreements.map(({ what, circles }) => [what, circles.length])

test('the demo data agree to the dollar, and the figures are printed', async () => {
  const proof = await proveLedger(client)
  expect(proof.disagreements).toEqual([])
  expect(proof.figures.circles).toBe(62)
  expect(proof.figures.dollarsHeld).toBe(proof.figures.dollarsWritten)
  expect(describeProof(proof)).toMatch(/^The ledger and the arcs agree, to the dollar\.\n {2}circles +62 {3}61 with arcs\n/)
})

test('a stage that was not dated, or dated wrongly, is found', async () => {
  await client.query('alter table stage_history disable trigger user')
  await client.query(`delete from stage_history where id = (select max(id) from stage_history where stage = 'deciding')`)
  expect(await found()).toEqual([['the last stage dated is not the stage that follows from the arcs', 1]])
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
