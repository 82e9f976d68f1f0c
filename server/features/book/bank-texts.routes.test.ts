import { expect } from 'vitest'
import type { BankFilePreview } from '#contract/bank-files.ts'
import type { BankLines } from '#contract/bank-lines.ts'
import type { BookEntries } from '#contract/book.ts'
import type { Call } from '#contract/calls.ts'
import { bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import { test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

// Each test makes a whole circle.
const timeout = 180_000
const january = { from: '2025-01-01', to: '2025-01-31' }
const numbered = (number: string) =>
  `Account number: ${number}\nDate,Payee,Description,Amount\n2025-01-10,SECRET SENDER,SECRET TEXT,10.00\n`

test('a file of another account of the circle is not taken for an account that has no file yet', { timeout }, async ({ testApp }) => {
  const { ann, operating, files, post } = await createBookCircle(testApp)
  const deposits = (await post(ann, 'account', { name: 'Deposits', purpose: 'deposits' })).data<{ _id: string }>()._id
  const send = (act: 'preview' | 'import', account: string, number: string) =>
    testApp.call(ann, 'POST', `${files}/${act}`, bankFile(account, numbered(number), january))
  expect((await send('import', operating, '12345678')).status).toBe(200)
  const words = 'This file is of another account of this circle'
  expect((await send('preview', deposits, '0012345678')).data<BankFilePreview>().problem?.words).toContain(words)
  expect((await send('import', deposits, '0012345678')).body).toMatchObject({
    code: 'bank_file_refused',
    error: expect.stringContaining(words),
  })
  expect((await send('import', deposits, '87654321')).status).toBe(200)
})

test('what the bank says of a payment’s sender is shown to no other member', { timeout }, async ({ testApp }) => {
  const { ann, ben, cy, circleId, files, operating, get } = await createBookCircle(testApp)
  const call = { amountCents: 400_00, dueDay: inDays(20).slice(0, 10), why: 'Closing' }
  const opened = await testApp.call(ann, 'POST', `app/call/${circleId}`, call)
  expect(opened.status).toBe(200)
  expect((await testApp.call(ann, 'POST', `${files}/import`, bankFile(operating, numbered('12345678'), january))).status).toBe(200)
  const { lines } = (await testApp.call(ann, 'GET', `${files}/lines`)).data<BankLines>()
  expect(lines).toMatchObject([{ payee: 'SECRET SENDER' }])
  const matched = await testApp.call(ann, 'POST', `${files}/contribution`, { bankLineId: lines[0]?._id, person: ben._id })
  expect([matched.status, matched.text]).toEqual([200, expect.any(String)])
  const callPage = `app/call/${circleId}/${opened.data<Call>()._id}`
  const shown = [await get(cy, '/entries'), await testApp.call(cy, 'GET', callPage)]
  expect(shown[0]?.data<BookEntries>().entries).toMatchObject([{ kind: 'contribution', payee: 'Ben Smith' }])
  expect(shown[1]?.data<Call>().contributions).toMatchObject([{ sender: null }])
  for (const answer of shown) expect(answer.text).not.toContain('SECRET')
})
