import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type BankFileReading, bankFileProblemWords } from '#domain/bank-file.ts'
import { bankSamples, expectedOfSamples, readText, sample, shown } from '#server/testing/bank-samples.ts'
import { readBankFile } from './read-bank-file.ts'

describe('files of the shapes that banks write', () => {
  test('every sample has an expected result', () => {
    expect(readdirSync(bankSamples).sort()).toEqual(Object.keys(expectedOfSamples).sort())
  })

  test.each(Object.entries(expectedOfSamples))('%s', (name, result) => {
    expect(shown(readBankFile(sample(name)))).toEqual(result)
  })

  test('payee, bank’s id, check number and the written day are kept', () => {
    const reading = readBankFile(sample('version-220.ofx'))
    expect(reading.ok && reading.value.accounts[0]?.lines[0]).toMatchObject({
      payee: 'Furnace & Sons',
      bankId: 'X-1',
      checkNumber: null,
      writtenDay: '20270312',
    })
    const csv = readBankFile(sample('trailing-comma-newest-first.csv'))
    expect(csv.ok && csv.value.accounts[0]?.lines[1]).toMatchObject({ checkNumber: '101', writtenDay: '03/02/2027' })
  })

  test.each([
    ['one-line-two-accounts.ofx', 'ofx1', 'windows-1252', null, 'ymd', 'as_written', 'format'],
    ['version-220.ofx', 'ofx2', 'utf-8', null, 'ymd', 'as_written', 'format'],
    ['semicolon-latin1.csv', 'csv', 'windows-1252', ';', 'dmy', 'as_written', 'balances'],
    ['utf16-tabs.csv', 'csv', 'utf-16', '\t', 'dmy', 'as_written', 'balances'],
    ['no-header.csv', 'csv', 'utf-8', ',', 'mdy', 'as_written', 'assumed'],
    ['debit-credit-pending.csv', 'csv', 'utf-8', ',', 'ymd', 'as_written', 'columns'],
    ['flipped-sign.csv', 'csv', 'utf-8', ',', 'ymd', 'flipped', 'balances'],
  ])('what was found out about %s', (name, format, encoding, delimiter, dateOrder, sign, signFrom) => {
    const reading = readBankFile(sample(name))
    expect(reading.ok && reading.value).toMatchObject({ format, findings: { encoding, delimiter, dateOrder, sign, signFrom } })
  })
})

describe('what a person chooses', () => {
  const days = (reading: BankFileReading) => reading.ok && reading.value.accounts[0]?.lines.map(({ day }) => day)

  test('an ambiguous order of dates is chosen, and a clear one is not overruled', () => {
    expect(days(readBankFile(sample('ambiguous-dates.csv'), { dateOrder: 'mdy' }))).toEqual(['2028-03-04', '2028-05-06'])
    expect(days(readBankFile(sample('ambiguous-dates.csv'), { dateOrder: 'dmy' }))).toEqual(['2028-04-03', '2028-06-05'])
    expect(days(readBankFile(sample('european-slashes.csv'), { dateOrder: 'mdy' }))).toEqual(['2027-02-28', '2027-03-03'])
  })

  test('a sign is chosen where no balance tells it', () => {
    const cents = (reading: BankFileReading) => reading.ok && reading.value.accounts[0]?.lines.map(({ amountCents }) => amountCents)
    expect(cents(readBankFile(sample('ambiguous-dates.csv'), { dateOrder: 'mdy', sign: 'flipped' }))).toEqual([-132_000, 33_760])
    expect(cents(readBankFile(sample('european-slashes.csv'), { sign: 'flipped' }))).toEqual([150_000, -10_000])
    // One balance is not enough to tell it. The opening balance follows the sign.
    const one = readText('Date,Description,Amount,Balance\n2027-02-01,RENT,-100.00,300.00\n', { sign: 'flipped' })
    expect(shown(one)).toMatchObject([{ lines: ['2027-02-01 10000 RENT'], balances: ['2027-02-01 20000', '2027-02-01 30000'] }])
  })

  test('columns are chosen where neither header nor shape tells them', () => {
    const text = '2027-02-01;2027-02-02;10,00;-7,00;A\n2027-02-03;2027-02-03;11,00;9,00;B\n'
    expect(readText(text)).toMatchObject({
      ok: false,
      reason: 'bank_columns_unclear',
      rows: [['2027-02-01', '2027-02-02', '10,00', '-7,00', 'A'], {}],
    })
    expect(shown(readText(text, { columns: { day: 1, amount: 3, text: [4] } }))).toMatchObject([
      { lines: ['2027-02-02 -700 A', '2027-02-03 900 B'] },
    ])
    // Of columns that a person chose every other one is text, as without a choice.
    expect(shown(readText(text, { columns: { day: 1, amount: 3 } }))).toMatchObject([
      { lines: [expect.stringMatching(/^2027-02-02 -700 .*A/), expect.stringMatching(/^2027-02-03 900 .*B/)] },
    ])
    // A column of balances that follow from nothing is left out.
    const odd = 'Date,Description,Amount,Balance\n2027-02-01,A,1.00,5.00\n2027-02-02,B,1.00,17.00\n'
    expect(readText(odd)).toMatchObject({ ok: false, reason: 'bank_file_does_not_add_up' })
    expect(shown(readText(odd, { columns: { balance: null } }))).toMatchObject([{ lines: ['2027-02-01 100 A', '2027-02-02 100 B'] }])
  })

  test('the days that were asked for widen a file, and are needed where it has no lines', () => {
    const empty = 'Date,Description,Amount\n'
    expect(readText(empty)).toEqual({ ok: false, reason: 'bank_file_no_lines' })
    expect(shown(readText(empty, { from: '2027-02-01', to: '2027-02-28' }))).toMatchObject([
      { days: '2027-02-01 2027-02-28 chosen', lines: [] },
    ])
    expect(shown(readBankFile(sample('no-header.csv'), { from: '2027-01-01', to: '2027-01-20' }))).toMatchObject([
      { days: '2027-01-01 2027-01-31 chosen' },
    ])
  })
})

describe('what is no bank file', () => {
  test.each([
    ['%PDF-1.7\n…', 'a PDF'],
    ['PK\u0003\u0004\u0000\u0000[Content_Types].xml xl/', 'a spreadsheet'],
    ['PK\u0003\u0004\u0000\u0000statement.xml', 'an archive'],
    ['<!DOCTYPE html><html></html>', 'a web page'],
    ['!Type:Bank\nD01/02/27\nT-5.00\n^\n', 'a QIF file'],
    [':20:STARTUMS\n:25:12030000/0000202051\n', 'an MT940 file'],
    ['Dear member,\nplease find the statement.\n', null],
  ])('%j begins like %s', (text, looksLike) => {
    const reading = readText(text)
    expect(reading).toEqual({ ok: false, reason: 'bank_file_unknown', looksLike })
  })

  test.each([
    ['', 'bank_file_empty'],
    ['\ufeff \n', 'bank_file_empty'],
    ['Date,Amount\n2027-01-01,1.00\u0000\n', 'bank_file_not_text'],
  ])('%j is refused', (text, reason) => {
    expect(readText(text)).toEqual({ ok: false, reason })
  })

  test('UTF-16 without its mark, or cut in a character, is refused', () => {
    const wide = sample('utf16-tabs.csv')
    expect(readBankFile(wide.subarray(2))).toEqual({ ok: false, reason: 'bank_file_not_text' })
    expect(readBankFile(wide.subarray(0, -1))).toEqual({ ok: false, reason: 'bank_file_not_text' })
  })

  test('every problem has a sentence that names what to do', () => {
    const problems = [
      ...Object.keys(expectedOfSamples).map((name) => readBankFile(sample(name))),
      readText(''),
      readText('%PDF-'),
      readText('Date,Amount\n'),
      readText('x,y\n'),
    ].flatMap((reading) => (reading.ok ? [] : [bankFileProblemWords(reading)]))
    expect(problems.length).toBeGreaterThan(7)
    for (const words of problems) expect(words).toMatch(/^(?!.*undefined).*[.!]$/)
    expect(problems).toContain('“03/04/2028” can be Mar 04, 2028 or Apr 03, 2028. Please choose.')
  })
})
