import { expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { BookEntries, BookEntry } from '#contract/book.ts'
import type { BookMonth } from '#contract/book-months.ts'
import type { CallList } from '#contract/calls.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { stepUpFor } from '#server/testing/buying-circle.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

// Each test makes a whole circle.
const timeout = 180_000

/** Ann keeps the book; the bank has shown one line in January 2025. */
async function circleWithLine(testApp: TestApp, cents: number) {
  const circle = await createBookCircle(testApp)
  const { ann, operating, files } = circle
  const file = bankFile(operating, bankCsv([['2025-01-10', cents, 'SECRET']]), { from: '2025-01-01', to: '2025-01-31' })
  expect((await testApp.call(ann, 'POST', `${files}/import`, file)).status).toBe(200)
  const [line] = (await testApp.call(ann, 'GET', `${files}/lines`)).data<BankLines>().lines
  return { ...circle, bankLineId: line?._id ?? '' }
}

test('kept money that the treasurer gave back alone is taken back alone; with the receiver’s word it is not', { timeout }, async ({
  testApp,
}) => {
  const { ann, ben, circleId, operating, files, bankLineId, post, get } = await circleWithLine(testApp, 60_000)
  const calls = `app/call/${circleId}`
  await testApp.call(ann, 'POST', calls, { amountCents: 100_000, dueDay: inDays(20).slice(0, 10), why: 'Closing' })
  // Ben’s part is $250; $350 are kept for him.
  expect((await testApp.call(ann, 'POST', `${files}/contribution`, { bankLineId, person: ben._id })).status).toBe(200)
  const kept = async () => (await testApp.call(ben, 'GET', calls)).data<CallList>().mine.keptCents
  expect(await kept()).toBe(35_000)
  const back = { what: 'owed', person: ben._id, bankAccountId: operating, amountCents: 10_000, day: '2025-01-20' }
  const { entryId } = (await post(ann, 'payment', back)).data<{ entryId: string }>()
  expect(await kept()).toBe(25_000)
  expect((await post(ann, `reversal/${entryId}`, { words: 'Not sent' })).status).toBe(200)
  expect(await kept()).toBe(35_000)

  const sent = { receiver: ben._id, bankAccountId: operating, amountCents: 10_000, day: '2025-01-20' }
  expect((await testApp.call(ann, 'POST', `${calls}/paid-back`, sent)).status).toBe(200)
  const [waiting] = (await testApp.call(ben, 'GET', calls)).data<CallList>().paidBacks
  await stepUpFor(testApp, ben, 'confirm_money')
  expect((await testApp.call(ben, 'POST', `${calls}/paid-back/${waiting?._id}/word`)).status).toBe(200)
  const { entries } = (await get(ann, '/entries')).data<BookEntries>()
  const confirmed = entries.find(({ kind, _id }) => kind === 'paid_back' && _id !== entryId)
  const asked = await post(ann, `reversal/${confirmed?._id}`, { words: 'Not sent' })
  expect(asked.data<object>()).toMatchObject({ entryId: null, reversalId: expect.any(String) })
  expect(await kept()).toBe(25_000)

  // What the bank shows as returned is booked.
  const file = bankFile(operating, bankCsv([['2025-02-03', 10_000, 'BACK']], 60_000), { from: '2025-02-01', to: '2025-02-28' })
  expect((await testApp.call(ann, 'POST', `${files}/import`, file)).status).toBe(200)
  const { lines } = (await testApp.call(ann, 'GET', `${files}/lines?state=unmatched`)).data<BankLines>()
  expect((await get(ann, `/entry/${confirmed?._id}`)).data<BookEntry>().mayReverse).toBe(true)
  const shown = { words: 'Returned', bankLineId: lines.find(({ text }) => text === 'BACK')?._id }
  expect((await post(ann, `reversal/${confirmed?._id}`, shown)).status).toBe(200)
  expect(await kept()).toBe(35_000)
})

test('the bank’s texts of a month are read by the treasurer, by who may close it once it agrees, and then by who closed it', {
  timeout,
}, async ({ testApp }) => {
  const { ann, ben, cy, operating, bankLineId, post, get } = await circleWithLine(testApp, 200_000)
  const readers = async () => {
    const texts = async (person: Person) => (await get(person, '/month/2025-01')).data<BookMonth>().bankLines.map(({ text }) => text)
    return [await texts(ann), await texts(ben), await texts(cy)]
  }
  expect(await readers()).toEqual([['SECRET'], [], []])
  await post(ann, 'income', { what: 'rent', bankAccountId: operating, amountCents: 200_000, bankLineId })
  expect(await readers()).toEqual([['SECRET'], ['SECRET'], ['SECRET']])
  await stepUpFor(testApp, ben, 'confirm_money')
  const closed = await post(ben, 'month/2025-01/confirm', { balances: [{ bankAccountId: operating, typedCents: 200_000 }] })
  expect([closed.status, closed.text]).toEqual([200, expect.any(String)])
  expect(await readers()).toEqual([['SECRET'], ['SECRET'], []])
})
