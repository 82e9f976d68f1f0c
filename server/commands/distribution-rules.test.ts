import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { distributionCalls, startOwning } from '#server/testing/distributions.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { distributionRules } from './distribution-rules.ts'

let testApp: TestApp
let client: pg.Client

/** A circle with a distribution that was reversed, and one of which one member was paid. */
beforeAll(async () => {
  testApp = await startTestApp()
  const { circleId, ann, ben, cy, operating, post, files } = await createBookCircle(testApp)
  await startOwning(testApp, circleId)
  const calls = distributionCalls(testApp, { circleId, treasurer: ann, voters: [ann, ben, cy] })
  const income = { what: 'rent', bankAccountId: operating, amountCents: 100_000, day: '2025-01-10', payee: 'Tenant' }
  expect((await post(ann, 'income', income)).status).toBe(200)
  const first = await calls.distribute(10_002)
  const reversal = { closesAt: new Date(Date.now() + 3 * 86_400_000).toISOString(), why: 'Too early' }
  const proposed = calls.required(await calls.call(ann, 'POST', `/${first._id}/propose-reversal`, reversal))
  await calls.vote(proposed.motions[0]?._id ?? '')
  await calls.distribute(40_003)
  const file = bankFile(operating, bankCsv([['2025-01-10', -10_001, 'BEN']]), { from: '2025-01-10', to: '2025-01-10' })
  expect((await testApp.call(ann, 'POST', `${files}/import`, file)).status).toBe(200)
  const [line] = (await testApp.call(ann, 'GET', `${files}/lines`)).data<BankLines>().lines
  const payment = { what: 'owed', person: ben._id, bankAccountId: operating, amountCents: 10_001, bankLineId: line?._id }
  expect((await post(ann, 'payment', payment)).status).toBe(200)
  client = new pg.Client({ connectionString: testApp.databaseUrl })
  await client.connect()
  // The database's own constraints prevent what these tests do, so they are dropped first.
  await client.query(`do $$
    declare
      each record;
    begin
      for each in select conrelid::regclass as place, conname from pg_constraint where contype in ('f', 'c') and connamespace = 'public'::regnamespace loop
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

async function found(): Promise<string[]> {
  const broken: string[] = []
  for (const [what, query] of distributionRules) if ((await client.query(query)).rowCount) broken.push(what)
  return broken
}

test('what was paid out as it should be breaks no rule', async () => {
  expect(await found()).toEqual([])
})

const standing = `distribution_id not in (select distribution_id from distribution_reversals)`
const posted = `(select entry_id from distribution_payouts where ${standing} limit 1)`

test.each([
  ['the parts of a distribution do not sum to it', `update distributions set amount_cents = amount_cents + 1`],
  [
    'two arcs differ by more than a cent in what all distributions declared',
    `update distribution_parts set amount_cents = amount_cents + 2 where arc = 1 and ${standing}`,
  ],
  [
    'what became of a part of a distribution is not the part, or not booked so',
    `update distribution_payouts set owed_cents = owed_cents + 1 where arc = 2`,
  ],
  [
    'what became of a part of a distribution is not the part, or not booked so',
    `update distribution_payouts set owed_cents = owed_cents - 1, set_off_cents = 1 where arc = 2`,
  ],
  [
    'a distribution owes someone otherwise than the book says',
    `update distribution_payouts set receiver = (select receiver from payout_payments)`,
  ],
  ['the book says that something was paid out, and no distribution does', `delete from distribution_payouts`],
  ['more of a distribution is paid than it owes', `update payout_payments set amount_cents = amount_cents + 1`],
  [
    'more of a distribution is paid than it owes',
    `update payout_payments set distribution_id = (select distribution_id from distribution_reversals)`,
  ],
  ['a payment of what was paid out is not booked so', `update payout_payments set amount_cents = amount_cents + 1`],
  ['someone is owed less than distributions declared and did not pay', `delete from payout_payments`],
  [
    'someone is owed less than distributions declared and did not pay',
    `update book_lines set amount_cents = amount_cents + 1 where account = 'owed' and entry_id = ${posted}`,
  ],
  ['a reversed distribution still stands in the book', `update book_entries set reverses = null`],
])('%s: it is found', async (what, change) => {
  await client.query('begin')
  try {
    const { rowCount } = await client.query(change)
    expect(rowCount, 'the change changes something').toBeGreaterThan(0)
    expect(await found()).toContain(what)
  } finally {
    await client.query('rollback')
  }
})
