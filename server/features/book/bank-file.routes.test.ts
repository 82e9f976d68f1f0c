import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import type { BankFilePreview } from '#contract/bank-files.ts'
import type { BankLines } from '#contract/bank-lines.ts'
import { bankFileLimits } from '#domain/bank-file.ts'
import { projectRoot } from '#server/root.ts'
import { rateLimits } from '#server/shared/limits/rate-limits.ts'
import { bankCsv, bankFile, createBookCircle } from '#server/testing/book-circle.ts'
import { test } from '#server/testing/test-app.ts'

const january = { from: '2025-01-01', to: '2025-01-31' }
const lines = [
  ['2025-01-10', 100_00, 'RENT'],
  ['2025-01-10', 100_00, 'RENT'],
  ['2025-01-20', -30_00, 'PLUMBER'],
  ['2025-01-28', 5_00, 'INTEREST'],
] as const

test('a bank file is previewed, imported once, and never in part', { timeout: 180_000 }, async ({ testApp }) => {
  const { ann, ben, operating, files } = await createBookCircle(testApp)
  const send = (act: 'preview' | 'import', content: string, choices: object = january) =>
    testApp.call(ann, 'POST', `${files}/${act}`, bankFile(operating, content, choices))
  const count = async () => (await testApp.db.selectFrom('bank_lines').select('id').execute()).length
  const refused = async (content: string, words: string, choices: object = january) => {
    const before = await count()
    expect((await send('preview', content, choices)).data<BankFilePreview>().problem?.words).toContain(words)
    const answer = await send('import', content, choices)
    expect([answer.body.code, answer.body.error]).toEqual(['bank_file_refused', expect.stringContaining(words)])
    expect(await count()).toBe(before)
  }

  const preview = (await send('preview', bankCsv(lines))).data<BankFilePreview>()
  expect(preview).toMatchObject({ problem: null, format: 'csv', added: 4, known: 0, openingCents: 0, closing: { amountCents: 175_00 } })
  expect(await count()).toBe(0)
  expect((await send('import', bankCsv(lines))).data()).toMatchObject({ added: 4, known: 0, unmatched: 4 })
  expect((await send('import', bankCsv(lines))).data()).toMatchObject({ added: 0, known: 4, unmatched: 4 })
  // Not the treasurer.
  expect((await testApp.call(ben, 'POST', `${files}/import`, bankFile(operating, bankCsv(lines), january))).body.code).toBe('not_treasurer')
  const shown = (await testApp.call(ben, 'GET', `${files}/lines`)).data<BankLines>()
  expect([shown.lines.length, shown.lines.every(({ text }) => text === null)]).toEqual([4, true])

  await refused(bankCsv([lines[0], lines[1], lines[3]]), 'PLUMBER')
  await refused(bankCsv([['2025-03-05', 1_00, 'LATER']], 175_00), 'Days are missing between', { from: '2025-03-01', to: '2025-03-31' })
  await refused(bankCsv([['2025-02-05', 1_00, 'OTHER']], 176_00), 'differ', { from: '2025-02-01', to: '2025-02-28' })
  await refused('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', '')
  const bomb = await readFile(path.join(projectRoot(), 'server/features/book/samples/billion-laughs.xml'), 'utf8')
  await refused(bomb, '')
  expect((await send('import', 'x'.repeat(bankFileLimits.bytes + 1))).status).toBe(413)
  expect(await count()).toBe(4)
})

test('files are looked at so often in an hour, and no more', { timeout: 180_000 }, async ({ testApp }) => {
  const { ann, operating, files } = await createBookCircle(testApp)
  const look = async () => (await testApp.call(ann, 'POST', `${files}/preview`, bankFile(operating, bankCsv(lines), january))).status
  for (let count = 0; count < rateLimits.bank_file_account.most; count++) expect(await look()).toBe(200)
  expect(await look()).toBe(429)
})
