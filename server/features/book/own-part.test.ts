import { expect } from 'vitest'
import type { BankLines } from '#contract/bank-lines.ts'
import type { BookEntry } from '#contract/book.ts'
import { addDays, calendarDayOf } from '#domain/dates.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { stepUpFor } from '#server/testing/buying-circle.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

test('other members are offered the treasurer’s own part to match, without the bank’s text, and no other part', {
  timeout: 180_000,
}, async ({ testApp }) => {
  const { ann, ben, cy, circleId, files, operating, decide, post, get } = await createBookCircle(testApp)
  await decide({ kind: 'treasurer', member: ben._id })
  const call = { amountCents: 10_000_000, dueDay: inDays(20).slice(0, 10), why: 'Closing' }
  expect((await testApp.call(ann, 'POST', `app/call/${circleId}`, call)).status).toBe(200)
  const day = addDays(calendarDayOf(new Date(), 'America/Denver'), -3)
  const csv = bankCsv([
    [day, 5_000_000, 'ANN'],
    [day, 2_500_000, 'BEN'],
  ])
  expect((await testApp.call(ben, 'POST', `${files}/import`, bankFile(operating, csv, { from: day, to: day }))).status).toBe(200)
  const suggestedTo = async (reader: Person) => {
    const { lines } = (await testApp.call(reader, 'GET', `${files}/lines?state=unmatched`)).data<BankLines>()
    return lines.flatMap(({ text, suggestions }) => suggestions.map(({ person, instead }) => [text, person?._id, instead]))
  }
  expect(await suggestedTo(ben)).toContainEqual(['ANN', ann._id, null])
  expect(await suggestedTo(ben)).toContainEqual(['BEN', ben._id, 'Another member matches your own part.'])
  for (const other of [ann, cy]) expect(await suggestedTo(other)).toEqual([[null, ben._id, null]])

  const { lines } = (await testApp.call(ben, 'GET', `${files}/lines`)).data<BankLines>()
  const own = { bankLineId: lines.find(({ text }) => text === 'BEN')?._id, person: ben._id }
  expect((await testApp.call(cy, 'POST', `${files}/contribution`, own)).body.code).toBe('step_up_required')
  await stepUpFor(testApp, cy, 'confirm_money')
  const { entryId } = (await testApp.call(cy, 'POST', `${files}/contribution`, own)).data<{ entryId: string }>()
  // Nor does the treasurer take it back alone.
  expect((await post(ben, `reversal/${entryId}`, { words: 'Not mine' })).body.code).toBe('reversal_needs_others')
  expect((await get(ben, `/entry/${entryId}`)).data<BookEntry>().mayReverse).toBe(false)
})
