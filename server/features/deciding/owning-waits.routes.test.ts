import { expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { StageLine } from '#contract/motions.ts'
import { calendarDayOf } from '#domain/dates.ts'
import { bankCsv, bankFile } from '#server/testing/book-circle.ts'
import { stepUpFor } from '#server/testing/buying-circle.ts'
import { distributionCalls } from '#server/testing/distributions.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import { createOwningCircle } from '#server/testing/owning-circle.ts'
import { test } from '#server/testing/test-app.ts'

test('the stage line of a circle that owns says the first thing that waits, and who does it', { timeout: 180_000 }, async ({ testApp }) => {
  const { ann, ben, cy, circleId, operating, files, post, decide } = await createOwningCircle(testApp)
  const said = async () => {
    const { sentence } = (await testApp.call(ben, 'GET', `app/circle/${circleId}/stage`)).data<StageLine>()
    return `${sentence.lead} ${sentence.rest}`
  }
  expect(await said()).toBe('Nothing waits. No month of the book is closed yet.')
  const csv = bankCsv([['2025-02-10', 200_000, 'RENT']])
  await testApp.call(ann, 'POST', `${files}/import`, bankFile(operating, csv, { from: '2025-02-01', to: '2025-02-28' }))
  expect(await said()).toBe('1 line of the bank is not matched yet. The treasurer books and matches what the bank shows.')
  const [line] = (await testApp.call(ann, 'GET', `${files}/lines`)).data<BankLines>().lines
  await post(ann, 'income', { what: 'rent', bankAccountId: operating, amountCents: 200_000, bankLineId: line?._id })
  expect(await said()).toBe('February 2025 agrees with the bank. A member who had no part in it confirms it.')
  await stepUpFor(testApp, cy, 'confirm_money')
  const closed = await post(cy, 'month/2025-02/confirm', { balances: [{ bankAccountId: operating, typedCents: 200_000 }] })
  expect([closed.status, closed.text]).toEqual([200, expect.any(String)])
  expect(await said()).toBe('March 2025 is over. The treasurer adds the bank’s file and agrees the book with it.')
  // What members are asked to pay comes first.
  await decide({ kind: 'call', amountCents: 100_000, dueDay: inDays(20).slice(0, 10), why: 'The roof' })
  expect(await said()).toMatch(/^0 of 3 members have paid\. You, .+ and 1 other are asked to pay by /)
})

test('what was paid out waits for the treasurer', { timeout: 180_000 }, async ({ testApp }) => {
  const { ann, ben, cy, circleId, operating, post } = await createOwningCircle(testApp)
  const today = calendarDayOf(new Date(), 'America/Denver')
  const { distribute } = distributionCalls(testApp, { circleId, treasurer: ann, voters: [ann, ben, cy] })
  await post(ann, 'income', { what: 'rent', bankAccountId: operating, amountCents: 200_000, day: today })
  await distribute(100_000)
  const { sentence } = (await testApp.call(ben, 'GET', `app/circle/${circleId}/stage`)).data<StageLine>()
  expect(`${sentence.lead} ${sentence.rest}`).toBe('3 people wait for what was paid out. The treasurer pays it.')
})
