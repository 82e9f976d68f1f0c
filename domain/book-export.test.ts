import { describe, expect, test } from 'vitest'
import { bookCsv, bookJournal, type ExportedEntry, type ExportNames } from './book-export.ts'

const names: ExportNames = {
  bankAccounts: new Map([
    ['b1', 'Main: checking (1)'],
    ['b2', 'Deposits'],
  ]),
  people: new Map([
    ['p1', 'Ann Lee'],
    ['p2', 'ann lee'],
    ['p3', 'Cy Oak'],
  ]),
}
const entry: ExportedEntry = {
  number: 7,
  day: '2027-02-26',
  recordedAt: '2027-02-27T08:00:00.000Z',
  kind: 'payment',
  payee: 'Handy; & Co\n2027-01-01 nothing | no note',
  words: '=1+1',
  belongsTo: '2027-01',
  reverses: null,
  motion: null,
  documentSha256: 'ab12',
  lines: [
    { account: 'repairs', amountCents: 20_010, bankDay: null },
    { account: 'cash', bankAccount: 'b1', amountCents: -20_005, bankDay: '2027-03-01' },
    { account: 'owed', person: 'p1', amountCents: -3, bankDay: null },
    { account: 'owed', person: 'p2', amountCents: -1, bankDay: null },
    { account: 'owed', person: 'p3', amountCents: -1, bankDay: null },
  ],
}

describe('the book for other programs', () => {
  test('as a journal: names keep their own account, and words cannot begin a line, a comment or another account', () => {
    expect(bookJournal([entry], names)).toBe(
      [
        'decimal-mark .',
        '',
        'commodity $1000.00',
        '',
        '2027-02-26 (7) Handy, & Co 2027-01-01 nothing , no note | =1+1  ; kind: payment, belongs-to: 2027-01',
        '    expenses:repairs  $200.10',
        '    assets:cash:Main checking 1  $-200.05',
        '    liabilities:owed:Ann Lee p1  $-0.03',
        '    liabilities:owed:ann lee p2  $-0.01',
        '    liabilities:owed:Cy Oak  $-0.01',
        '',
      ].join('\n'),
    )
  })

  test('as CSV: a row for each line, and no cell is a formula', () => {
    const [header, first, second] = bookCsv([entry], names).split('\r\n')
    expect(header).toContain('"Number","Line","Day","Recorded"')
    expect(first).toContain('"7","1","2027-02-26","2027-02-27T08:00:00.000Z","2027-01","payment"')
    expect(first).toContain(`"'=1+1","Repairs","","","200.10","200.10","","","ab12","","","expenses:repairs"`)
    expect(second).toContain('"Cash","Main checking 1","","-200.05","","200.05","","ab12","","2027-03-01","assets:cash:Main checking 1"')
  })
})
