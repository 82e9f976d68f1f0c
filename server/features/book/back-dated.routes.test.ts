import { describe, expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import { calendarDayOf } from '#domain/dates.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

/** The bank has shown the rent and a payment of $400, both in January 2025. */
async function withCash(testApp: TestApp) {
  const { ann, operating, files, post, decide } = await createBookCircle(testApp)
  const csv = bankCsv([
    ['2025-01-10', 200_000, 'RENT'],
    ['2025-01-16', -40_000, 'PLUMBER'],
  ])
  const file = bankFile(operating, csv, { from: '2025-01-01', to: '2025-01-31' })
  expect((await testApp.call(ann, 'POST', `${files}/import`, file)).status).toBe(200)
  const { lines } = (await testApp.call(ann, 'GET', `${files}/lines`)).data<BankLines>()
  const lineOf = (text: string) => lines.find((line) => line.text === text)?._id ?? ''
  const rent = { what: 'rent', bankAccountId: operating, amountCents: 200_000, bankLineId: lineOf('RENT'), payee: 'Tenant' }
  expect((await post(ann, 'income', rent)).status).toBe(200)
  const cost = { what: 'cost', account: 'repairs', bankAccountId: operating, relatedMember: null, amountCents: 40_000, payee: 'Plumber' }
  const pay = (body: object) => post(ann, 'payment', { ...cost, ...body })
  return { ann, files, lineOf, pay, decide }
}

describe('a payment that the bank has not shown counts in the month in which it is booked too', { timeout: 180_000 }, () => {
  test('so that an earlier day takes no further emergency limit, until the bank shows it there', async ({ testApp }) => {
    const { ann, files, lineOf, pay } = await withCash(testApp)
    const { entryId } = (await pay({ day: '2025-01-14' })).data<{ entryId: string }>()
    for (const day of ['2024-12-14', '2024-11-14'])
      expect(await pay({ day })).toMatchObject({ status: 409, body: { code: 'payment_not_permitted' } })
    const match = { bankLineIds: [lineOf('PLUMBER')], cashLines: [{ entryId, position: 2 }] }
    expect((await testApp.call(ann, 'POST', `${files}/match`, match)).status).toBe(200)
    expect((await pay({ day: '2024-12-14' })).status).toBe(200)
    expect((await pay({ day: '2024-11-14' })).body.code).toBe('payment_not_permitted')
  })

  test('nor a monthly motion once more', async ({ testApp }) => {
    const { pay, decide } = await withCash(testApp)
    const repeats = { every: 'month', until: inDays(200).slice(0, 10) }
    const motionId = await decide({ kind: 'spend', amountCents: 50_000, category: 'repairs', repeats, relatedMember: null }, 'Plumber')
    expect((await pay({ day: '2025-01-14', motionId })).status).toBe(200)
    expect((await pay({ day: '2024-12-14', motionId })).body.code).toBe('payment_not_permitted')
    expect((await pay({ day: calendarDayOf(new Date(), 'America/Denver'), motionId })).body.code).toBe('payment_not_permitted')
  })
})
