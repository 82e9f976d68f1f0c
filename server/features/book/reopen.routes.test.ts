import { sql } from 'kysely'
import { expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { Book } from '#contract/book.ts'
import type { BookMonth } from '#contract/book-months.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { stepUpFor } from '#server/testing/buying-circle.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import { test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

test('a passed motion opens a closed month and the later ones again; each is closed anew, and every closing stays on record', {
  timeout: 180_000,
}, async ({ testApp }) => {
  const { ann, ben, cy, circleId, operating, files, post, get, decide } = await createBookCircle(testApp)
  await decide({ kind: 'treasurer', member: ben._id })
  const csv = bankCsv([
    ['2025-01-10', 200_000, 'RENT'],
    ['2025-02-10', 200_000, 'RENT'],
  ])
  await testApp.call(ben, 'POST', `${files}/import`, bankFile(operating, csv, { from: '2025-01-01', to: '2025-03-15' }))
  for (const line of (await testApp.call(ben, 'GET', `${files}/lines`)).data<BankLines>().lines)
    await post(ben, 'income', { what: 'rent', bankAccountId: operating, amountCents: 200_000, bankLineId: line._id })
  const close = async (month: string, typedCents: number) => {
    await stepUpFor(testApp, cy, 'confirm_money')
    const closed = await post(cy, `month/${month}/confirm`, { balances: [{ bankAccountId: operating, typedCents }] })
    expect([month, closed.status, closed.text]).toEqual([month, 200, expect.any(String)])
  }
  await close('2025-01', 200_000)
  await close('2025-02', 400_000)
  const propose = (month: string) => {
    const motion = { title: 'Again', text: 'A bill was missing.', facts: { kind: 'reopen', month }, closesAt: inDays(3) }
    return testApp.call(cy, 'POST', `app/motion/${circleId}`, motion)
  }
  expect((await propose('2025-03')).body.code).toBe('month_not_closed')
  expect((await testApp.call(cy, 'GET', `app/motion/${circleId}/basis`)).data()).toMatchObject({ closedMonths: ['2025-02', '2025-01'] })

  // Nothing but the motion opens a month, and a closed one is not closed twice.
  const late = { what: 'other_income', bankAccountId: operating, amountCents: 100, day: '2025-01-31' }
  expect((await post(ben, 'income', late)).body.code).toBe('book_month_closed')
  const insertReopening = (month: string) => sql`insert into month_reopenings (circle_id, month, ordinal, record_id)
    select circle_id, month, ordinal, (select record_id from motion_closings limit 1) from closed_months where month = ${month}::date`
  await expect(insertReopening('2025-02-01').execute(testApp.db)).rejects.toThrow('no passed motion opens 2025-02 again')
  const insertClosing = sql`insert into month_closings (circle_id, month, closed_by) values (${circleId}, '2025-01-01', ${cy._id})`
  await expect(insertClosing.execute(testApp.db)).rejects.toThrow('month_closings_pkey')

  const motionId = await decide({ kind: 'reopen', month: '2025-01' })
  const months = async () =>
    (await get(ann))
      .data<Book>()
      .months.slice(0, 2)
      .map(({ month, state, isReopened }) => [month, state, isReopened])
  expect(await months()).toEqual([
    ['2025-01', 'agrees', true],
    ['2025-02', 'agrees', true],
  ])
  const monthOf = async (month: string) => (await get(ann, `/month/${month}`)).data<BookMonth>()
  const closedByCy = { by: { _id: cy._id, name: expect.any(String) }, at: expect.any(String) }
  const before = [{ ...closedByCy, reopenedAt: expect.any(String), motionId }]
  expect(await monthOf('2025-02')).toMatchObject({ closed: null, reopened: before })
  expect((await testApp.call(cy, 'GET', `app/circle/${circleId}/stage`)).text).not.toContain('closed up to')
  await expect(sql`delete from month_reopenings`.execute(testApp.db)).rejects.toThrow('append-only')

  // A month waits for its confirmation once the treasurer has done something.
  expect((await post(ben, 'income', late)).status).toBe(200)
  await close('2025-01', 200_000)
  expect(await months()).toEqual([
    ['2025-01', 'closed', false],
    ['2025-02', 'agrees', true],
  ])
  expect(await monthOf('2025-01')).toMatchObject({
    closed: closedByCy,
    reopened: before,
    accounts: [{ bookCents: 200_100, typedCents: 200_000 }],
  })
  expect((await post(ben, 'income', late)).body.code).toBe('book_month_closed')
  await close('2025-02', 400_000)
  const closings = await testApp.db.selectFrom('month_closings').select(['month', 'ordinal']).orderBy('month').orderBy('ordinal').execute()
  expect(closings.map(({ month, ordinal }) => `${month} ${ordinal}`)).toEqual([
    '2025-01-01 1',
    '2025-01-01 2',
    '2025-02-01 1',
    '2025-02-01 2',
  ])
  // A later month alone; a month before a closed one stays closed, whatever the motion.
  await decide({ kind: 'reopen', month: '2025-02' })
  expect((await months())[0]).toEqual(['2025-01', 'closed', false])
})
