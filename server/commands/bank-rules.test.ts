import pg from 'pg'
import { expect } from 'vitest'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { stepUpFor } from '#server/testing/buying-circle.ts'
import { test } from '#server/testing/test-app.ts'
import { proveLedger } from './prove-ledger.ts'

test('what does not agree between book and bank is found', { timeout: 120_000 }, async ({ testApp }) => {
  const { ann, cy, operating, files, post } = await createBookCircle(testApp)
  const csv = bankCsv([
    ['2025-01-10', 100_00, 'ONE'],
    ['2025-01-20', 200_00, 'TWO'],
  ])
  const body = bankFile(operating, csv, { from: '2025-01-01', to: '2025-02-28' })
  expect((await testApp.call(ann, 'POST', `${files}/import`, body)).status).toBe(200)
  const lines = await testApp.db.selectFrom('bank_lines').select(['id', 'amount_cents']).orderBy('day').execute()
  for (const { id, amount_cents } of lines)
    await post(ann, 'income', { what: 'rent', bankAccountId: operating, amountCents: amount_cents, bankLineId: id })
  await stepUpFor(testApp, cy, 'confirm_money')
  expect((await post(cy, 'month/2025-01/confirm', { balances: [{ bankAccountId: operating, typedCents: 300_00 }] })).status).toBe(200)

  const client = new pg.Client({ connectionString: testApp.databaseUrl })
  client.on('error', () => {})
  await client.connect()
  // The database's own checks prevent what this test does.
  for (const table of [
    'bank_lines',
    'bank_imports',
    'bank_matches',
    'bank_match_lines',
    'bank_match_cash',
    'month_balances',
    'month_reopenings',
  ])
    await client.query(`alter table ${table} disable trigger user`)
  await client.query('alter table month_balances drop constraint month_balances_check')
  /** What is found after this change, which is taken back. */
  const foundAfter = async (change: string) => {
    await client.query('begin')
    const { rowCount } = await client.query(change)
    expect(rowCount, change).toBeGreaterThan(0)
    // Within this transaction, so its own begin and rollback become a savepoint's.
    const within = {
      query: (text: string) => client.query(text.startsWith('begin') ? 'savepoint look' : text === 'rollback' ? 'rollback to look' : text),
    }
    const { disagreements } = await proveLedger(within as unknown as pg.Client)
    await client.query('rollback')
    return disagreements.map(({ what }) => what)
  }
  try {
    expect((await proveLedger(client)).disagreements).toEqual([])
    expect(await foundAfter("update bank_lines set amount_cents = amount_cents + 1 where day = '2025-01-20'")).toEqual([
      'a match of the bank’s lines with the book has not the same sum on both sides',
      'the bank’s balances do not follow from its lines',
    ])
    const twice = `with old as (select * from bank_matches limit 1),
      added as (insert into bank_matches select gen_random_uuid(), circle_id, bank_account_id, matched_by, now() from old returning id),
      cash as (insert into bank_match_cash select added.id, entry_id, position from bank_match_cash, added, old where match_id = old.id)
      insert into bank_match_lines select added.id, bank_match_lines.bank_account_id, line_id from bank_match_lines, added, old where match_id = old.id`
    expect(await foundAfter(twice)).toEqual(['a line is in two matches'])
    expect(await foundAfter('update month_balances set book_cents = book_cents + 1')).toEqual([
      'the cash of a closed month is not what it was closed with',
    ])
    const reopened = `insert into month_reopenings (circle_id, month, ordinal, record_id)
      select circle_id, month, ordinal, (select id from decision_record limit 1) from month_closings`
    expect(await foundAfter(reopened)).toEqual(['months were not reopened as their motion says'])
    expect(await foundAfter('update bank_imports set added = added + 1')).toEqual(['a bank file has not as many lines as it brought'])
  } finally {
    await client.end()
  }
})
