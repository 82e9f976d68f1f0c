import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { proveLedger } from './prove-ledger.ts'

let testApp: TestApp
let client: pg.Client
/** A circle that bought a property, one that gave up buying, and someone who is in neither. */
const ids = { bought: '', givenUp: '', stranger: '' }

beforeAll(async () => {
  testApp = await startTestApp()
  const bought = await createPurchaseCircle(testApp, [2, 2], { price: 58_000 })
  const other = bought.members[0] as Person
  await bought.sendWire()
  const { settlement } = bought.required(
    await bought.settle([
      { kind: 'price', amountCents: 5_800_000 },
      { kind: 'tax', amountCents: -12_345 },
    ]),
  )
  await bought.confirmFor(other)
  bought.required(await bought.confirm(other, settlement?._id ?? ''))

  const givenUp = await createPurchaseCircle(testApp, [2, 2])
  const payer = givenUp.members[0] as Person
  const calls = `app/call/${givenUp.circle._id}`
  await givenUp.pay(payer, 70_000)
  const back = { receiver: payer._id, bankAccountId: givenUp.account, amountCents: 10_000, day: givenUp.today() }
  await testApp.call(givenUp.owner, 'POST', `${calls}/paid-back`, back)
  const sent = await testApp.db.selectFrom('paid_backs').select('id').where('circle_id', '=', givenUp.circle._id).executeTakeFirstOrThrow()
  await givenUp.confirmFor(payer)
  expect((await testApp.call(payer, 'POST', `${calls}/paid-back/${sent.id}/word`)).status).toBe(200)
  // A payment that came back.
  await givenUp.pay(payer, 5_000)
  const returned = await testApp.db
    .selectFrom('contributions')
    .select('id')
    .where('circle_id', '=', givenUp.circle._id)
    .where('amount_cents', '=', 5_000)
    .executeTakeFirstOrThrow()
  await testApp.call(givenUp.owner, 'POST', `${calls}/contribution/${returned.id}/returned`, { day: givenUp.today() })
  await givenUp.confirmFor(givenUp.owner)
  expect((await testApp.call(givenUp.owner, 'POST', `${calls}/contribution/${returned.id}/word`)).status).toBe(200)
  await givenUp.call(100_000)
  await givenUp.decide({ kind: 'give_up', why: 'The roof' })
  expect(await givenUp.stage()).toBe('deciding')

  Object.assign(ids, { bought: bought.circle._id, givenUp: givenUp.circle._id, stranger: (await testApp.seed.investor())._id })
  client = new pg.Client({ connectionString: testApp.databaseUrl })
  await client.connect()
  // The database's own constraints prevent what these tests do, so they are dropped first.
  await client.query(`do $$
    declare
      each record;
    begin
      for each in select conrelid::regclass as place, conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace loop
        execute format('alter table %s drop constraint %I', each.place, each.conname);
      end loop;
      for each in select oid::regclass as place from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %s disable trigger user', each.place);
      end loop;
    end $$`)
  return async () => {
    await client.end()
    await testApp.close()
  }
}, 300_000)

/** What is found after this change, which is taken back. */
async function foundAfter(change: string): Promise<string[]> {
  await client.query('begin')
  try {
    const { rowCount } = await client.query(change)
    expect(rowCount, 'the change changes something').toBeGreaterThan(0)
    // Within this transaction, so its own begin and rollback become a savepoint's.
    const within = {
      query: (text: string) => client.query(text.startsWith('begin') ? 'savepoint look' : text === 'rollback' ? 'rollback to look' : text),
    }
    return (await proveLedger(within as unknown as pg.Client)).disagreements.map(({ what }) => what)
  } finally {
    await client.query('rollback')
  }
}

const entryOf = (kind: string) => `(select id from book_entries where kind = '${kind}' order by number limit 1)`

test('a purchase, a payment that came back, money paid back and giving up leave every sum right', async () => {
  expect((await proveLedger(client)).disagreements).toEqual([])
})

test.each<[string, () => string]>([
  [
    'the lines of an entry of the book do not sum to 0',
    () => `update book_lines set amount_cents = amount_cents + 1 where entry_id = ${entryOf('wire')}`,
  ],
  ['the lines of an entry of the book do not sum to 0', () => `delete from book_lines where entry_id = ${entryOf('settlement')}`],
  [
    'a reversal is not what it reverses with every sign turned',
    () => `update book_lines set amount_cents = amount_cents * 2 where entry_id = ${entryOf('returned')}`,
  ],
  ['the entries of a book are not numbered without a gap', () => `update book_entries set number = 99 where id = ${entryOf('wire')}`],
  ['the parts of a call do not sum to it', () => `update calls set amount_cents = amount_cents + 1 where circle_id = '${ids.bought}'`],
  [
    'an arc has paid less than nothing or more than its part of a call',
    () =>
      `update call_parts set amount_cents = amount_cents + case arc when 1 then -1 else 1 end where arc < 3 and circle_id = '${ids.bought}'`,
  ],
  [
    'an arc has paid less than nothing or more than its part of a call',
    () =>
      `update book_lines set call_id = (select id from calls where circle_id = '${ids.givenUp}') where circle_id = '${ids.bought}' and account = 'capital'`,
  ],
  [
    'the calls of a purchase ask more than the target, or an arc more than its price',
    () => `update call_parts set amount_cents = 2500001 where arc = 2 and circle_id = '${ids.givenUp}'`,
  ],
  [
    'a further call does not ask the same of every arc',
    () => `with parts as (update call_parts set amount_cents = amount_cents + case arc when 1 then -2 else 2 end where arc < 3 and circle_id = '${ids.givenUp}' returning 1)
    update calls set kind = 'further', acquisition_id = null, motion_id = gen_random_uuid() where circle_id = '${ids.givenUp}' and exists (select from parts)`,
  ],
  [
    'a payment that counted is not booked as it was said',
    () => `update contributions set amount_cents = amount_cents + 1 where circle_id = '${ids.bought}'`,
  ],
  [
    'a payment that counted is not booked as it was said',
    () => `update contributions set payer = '${ids.stranger}' where circle_id = '${ids.givenUp}'`,
  ],
  ['the book says that a member paid, and nobody said so', () => `delete from contributions where circle_id = '${ids.bought}'`],
  ['a payment that came back is not booked so', () => `update contribution_returns set entry_id = ${entryOf('wire')}`],
  ['money that was paid back is not booked as it was confirmed', () => `update paid_backs set amount_cents = amount_cents - 1`],
  ['capital is booked for no call', () => `update book_lines set call_id = null where account = 'capital' and circle_id = '${ids.bought}'`],
  [
    'someone is owed money by a circle to which they never belonged',
    () => `update book_lines set user_id = '${ids.stranger}' where account = 'owed' and entry_id = ${entryOf('give_up')}`,
  ],
  [
    'a circle has ended while someone is owed money',
    () => `update circles set ended_at = now(), hide_circle = true where id = '${ids.givenUp}'`,
  ],
  [
    'a wire is booked that was not sent',
    () => `update acquisition_steps set state = 'open', ended_at = null where key = 'wire' and state = 'done'`,
  ],
  [
    'a closing took more from the title company than it held',
    () => `update book_lines set amount_cents = sign(amount_cents) * 5000000 where entry_id = ${entryOf('wire')}`,
  ],
  [
    'a settlement statement is not booked as it was confirmed',
    () => `update settlements set lines = jsonb_set(lines, '{1,amountCents}', '12345')`,
  ],
  ['a settlement statement is not booked as it was confirmed', () => `update book_lines set account = 'insurance' where account = 'tax'`],
  ['a settlement statement was confirmed by the person who entered it', () => `update settlements set confirmed_by = proposed_by`],
  [
    'a property was bought without a settlement statement, or above the price that passed',
    () => `update acquisitions set price = price - 1 where outcome = 'bought'`,
  ],
  ['a property was bought without a settlement statement, or above the price that passed', () => `delete from settlements`],
  [
    'after giving up, the members’ money is not what was spent',
    () => `update book_lines set amount_cents = amount_cents + case account when 'capital' then 1 else -1 end
    where entry_id = ${entryOf('give_up')} and position in (select min(position) from book_lines where entry_id = ${entryOf('give_up')} group by account)`,
  ],
  ['the circle’s stage does not follow from its acquisitions', () => `update circles set holding = 'buying' where id = '${ids.bought}'`],
  [
    'the circle’s stage does not follow from its acquisitions',
    () => `update acquisitions set outcome = 'given_up' where outcome = 'bought'`,
  ],
])('%s: it is found', async (what, change) => {
  expect(await foundAfter(change())).toContain(what)
})
