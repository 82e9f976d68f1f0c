import { expect, test } from 'vitest'
import { byteOrderMark, csvFileName, csvText, inertCell } from './csv.ts'

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\tx',
  '  =1+1',
  '\n@x',
  '\u00a0=1',
  '=HYPERLINK("http://x")',
  '-2+3+cmd|x',
])('the cell %j is made inert', (cell) => {
  expect(inertCell(cell)).toBe(`'${cell}`)
})

test.each(['', 'Maya', '10-21-2026', 'a=b', '-33334', '+5', '-0.5', '$1,000', 'maya@example.com'])('the cell %j stays as it is', (cell) => {
  expect(inertCell(cell)).toBe(cell)
})

test('an export is named after its table, without spaces, and opens as Unicode', () => {
  expect(csvFileName('Broker Management export')).toBe('Broker_Management_export.csv')
  expect(byteOrderMark.codePointAt(0)).toBe(0xfeff)
})

test('a table keeps commas, quotes and lines inside their cells', () => {
  expect(
    csvText([
      ['Name', 'Amount'],
      ['Stone, "Maya"\nJr', -5],
      ['=1+1', ''],
    ]),
  ).toBe('\uFEFF"Name","Amount"\r\n"Stone, ""Maya""\nJr","-5"\r\n"\'=1+1",""\r\n')
})
