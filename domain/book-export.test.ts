import { describe, expect, test } from 'vitest'
import {
  accountName,
  bookCsv,
  bookJournal,
  decimal,
  type ExportedEntry,
  type ExportNames,
  namesForExport,
  plainWords,
} from './book-export.ts'

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
  documentHashes: ['ab12', 'cd34'],
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
        '2027-02-26 (7) Handy, & Co 2027-01-01 nothing , no note | =1+1  ; kind: payment, belongs-to: 2027-01, document: ab12, document: cd34',
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
    expect(first).toContain(`"'=1+1","Repairs","","","200.10","200.10","","","ab12 cd34","","","expenses:repairs"`)
    expect(second).toContain(
      '"Cash","Main checking 1","","-200.05","","200.05","","ab12 cd34","","2027-03-01","assets:cash:Main checking 1"',
    )
  })

  test('an account is named by its group, and by whom or what it is about', () => {
    const named = (line: Parameters<typeof accountName>[0]) => accountName(line, names)
    expect([
      named({ account: 'capital', arc: 3, amountCents: 1 }),
      named({ account: 'paid_out', arc: 4, amountCents: 1 }),
      named({ account: 'suspense', amountCents: 1 }),
      named({ account: 'held', heldBy: 'title', amountCents: 1 }),
      named({ account: 'cash', bankAccount: 'unknown', amountCents: 1 }),
      named({ account: 'owed', person: 'unknown', amountCents: 1 }),
      named({ account: 'rent', amountCents: 1 }),
    ]).toEqual([
      'equity:capital:arc 3',
      'equity:paid out:arc 4',
      'suspense',
      'assets:held by others:title company',
      'assets:cash:unknown',
      'liabilities:owed:unknown',
      'income:rent',
    ])
  })

  test('says who is behind each line', () => {
    const lines: ExportedEntry['lines'] = [
      { account: 'held', heldBy: 'title', amountCents: 1, bankDay: null },
      { account: 'held', heldBy: 'title', who: 'Front Range Title', amountCents: 1, bankDay: null },
      { account: 'capital', arc: 3, person: 'p3', amountCents: 1, bankDay: null },
      { account: 'owed', person: 'unknown', amountCents: 1, bankDay: null },
      { account: 'cash', bankAccount: 'unknown', amountCents: 0, bankDay: null },
    ]
    const rows = bookCsv([{ ...entry, reverses: 5, motion: 'm1', belongsTo: null, documentHashes: [], lines }], names)
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.slice(1, -1).split('","'))
    expect(rows.map((row) => row.slice(9, 11))).toEqual([
      ['Title company', ''],
      ['Front Range Title', ''],
      ['Cy Oak', '3'],
      ['', ''],
      ['', ''],
    ])
    expect(rows[0]?.slice(11)).toEqual(['0.01', '0.01', '', 'm1', '', '5', '', 'assets:held by others:title company'])
    expect(rows[4]?.slice(11, 14)).toEqual(['0.00', '', ''])
    expect([rows[0]?.[4], rows[0]?.[1]]).toEqual(['', '1'])
  })

  test('an entry without payee or words is described by its kind, and names the entry that it reverses', () => {
    const journal = (changed: Partial<ExportedEntry>) =>
      bookJournal([{ ...entry, documentHashes: [], lines: [], ...changed }], names)
        .split('\n')
        .at(-2)
    expect(journal({ payee: ' ', words: '', kind: 'loan_payment', belongsTo: null, reverses: 5, motion: 'm1' })).toBe(
      '2027-02-26 (7) loan payment  ; kind: loan_payment, reverses: 5, motion: m1',
    )
    expect(journal({ payee: 'Weller', words: '', belongsTo: null })).toBe('2027-02-26 (7) Weller | payment  ; kind: payment')
  })
})

test('words stay on one line, without what ends a description', () => {
  expect(plainWords(' a \u0000\n\t b;c|d ')).toBe('a b,c,d')
})

test('a name that is empty without its signs is the id; one that two have is followed by it', () => {
  const people = new Map([
    ['p1', '(*)'],
    ['p2', 'Ann'],
    ['p3', 'ANN'],
    ['p4', 'Ben'],
  ])
  expect([...namesForExport({ bankAccounts: new Map(), people }).people.values()]).toEqual(['p1', 'Ann p2', 'ANN p3', 'Ben'])
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [123_456, '1234.56'],
])('%i cents are written as %s', (cents, text) => {
  expect(decimal(cents)).toBe(text)
})
