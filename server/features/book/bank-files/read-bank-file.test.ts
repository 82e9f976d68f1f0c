import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BankFileChoices, type BankFileReading, bankFileLimits, bankFileProblemWords } from '#domain/bank-file.ts'
import { projectRoot } from '#server/root.ts'
import { readBankFile } from './read-bank-file.ts'

const samples = path.join(projectRoot(), 'server/features/book/samples')
const sample = (name: string): Uint8Array => readFileSync(path.join(samples, name))
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const readText = (text: string, choices: BankFileChoices = {}): BankFileReading => readBankFile(bytesOf(text), choices)

/** Each account in a few words: number, days, balances, and "day cents text" for each line. */
function shown(reading: BankFileReading) {
  if (!reading.ok) return reading
  return reading.value.accounts.map(({ number, currency, from, to, daysAre, opening, closing, lines, leftOut }) => ({
    account: `${number} ${currency}`,
    days: `${from} ${to} ${daysAre}`,
    balances: [opening && `${opening.day} ${opening.amountCents}`, closing && `${closing.day} ${closing.amountCents}`],
    lines: lines.map((line) => `${line.day} ${line.amountCents} ${line.text}`),
    leftOut: leftOut.pending + leftOut.zero,
  }))
}

const expected: Readonly<Record<string, unknown>> = {
  // Everything on one line, a bare `&`, CP1252, two accounts, a balance of the day of the download.
  'one-line-two-accounts.ofx': [
    {
      account: '12340417 USD',
      days: '2027-02-01 2027-02-14 stated',
      balances: [null, '2027-02-15 1091292'],
      lines: [
        '2027-02-02 155000 TENANT RENT & PARKING Café tenant – February',
        '2027-02-05 -155000 RETURNED DEPOSIT',
        '2027-02-05 -1200 RETURNED ITEM FEE',
        '2027-02-12 -20010 CHECK 101',
      ],
      leftOut: 1,
    },
    {
      account: '12340425 USD',
      days: '2027-02-01 2027-02-14 stated',
      balances: [null, '2027-02-14 150000'],
      lines: ['2027-02-01 150000 TRANSFER FROM 0417'],
      leftOut: 0,
    },
  ],
  // SGML with end tags, an empty element, two equal lines with one id.
  'closed-tags.ofx': [
    {
      account: '12340417 USD',
      days: '2027-03-01 2027-03-10 stated',
      balances: [null, '2027-03-10 1301317'],
      lines: ['2027-03-01 -74955 Zürcher Loan Servicing', '2027-03-02 1200 LAUNDRY', '2027-03-02 1200 LAUNDRY'],
      leftOut: 0,
    },
  ],
  'version-220.ofx': [
    {
      account: '12340417 USD',
      days: '2027-03-11 2027-03-31 stated',
      balances: [null, '2027-03-31 1191905'],
      lines: ['2027-03-12 8000 Part <T-9> returned & refunded', '2027-03-18 -50002 ONLINE PAYMENT'],
      leftOut: 1,
    },
  ],
  // A batch is one line, a reversal keeps its own sign, what is pending is left out, days are those of booking.
  'camt.053.001.02.xml': [
    {
      account: 'DE02120300000000202051 EUR',
      days: '2027-02-01 2027-02-28 stated',
      balances: ['2027-02-01 100000', '2027-02-28 234990'],
      lines: ['2027-02-02 150000 Rent flat A Rent flat B', '2027-02-26 -20010 SEPA transfer RF18-539', '2027-02-27 5000 Return of a debit'],
      leftOut: 1,
    },
  ],
  // A statement for each day with lines, not in their order, with prefixes; a batch and a reversal of money in.
  'camt.053.001.08.xml': [
    {
      account: '12340417 USD',
      days: '2027-04-02 2027-04-06 stated',
      balances: ['2027-04-02 0', '2027-04-06 100499'],
      lines: [
        '2027-04-02 155000 April rent ARC-7Q4K-03',
        '2027-04-05 -25001 Check paid',
        '2027-04-06 -4500 Keys Locks',
        '2027-04-06 -25000 Returned deposit',
      ],
      leftOut: 1,
    },
  ],
  'camt.052.001.02.xml': { ok: false, reason: 'bank_file_no_statement', found: 'camt.052' },
  'billion-laughs.xml': { ok: false, reason: 'bank_file_unsafe' },
  'bom-preamble-parentheses.csv': [
    {
      account: '12340417 null',
      days: '2027-02-01 2027-02-28 stated',
      balances: ['2027-02-01 123456', '2027-02-28 255446'],
      lines: ['2027-02-02 155000 RENT, FLAT A', '2027-02-05 -3000 SERVICE FEE', '2027-02-26 -20010 CHECK 101 "PLUMBER"'],
      leftOut: 0,
    },
  ],
  'no-header.csv': [
    {
      account: 'null null',
      days: '2027-01-04 2027-01-31 of_the_lines',
      balances: [null, null],
      lines: [
        '2027-01-04 -74955 LOAN PAYMENT',
        '2027-01-17 1200 LAUNDRY',
        '2027-01-17 1200 LAUNDRY',
        '2027-01-17 155000 RENT FLAT A',
        '2027-01-31 -20010 CHECK # 101',
      ],
      leftOut: 0,
    },
  ],
  'trailing-comma-newest-first.csv': [
    {
      account: 'null null',
      days: '2027-03-01 2027-03-15 of_the_lines',
      balances: ['2027-03-01 1373872', '2027-03-15 1241907'],
      lines: [
        '2027-03-01 -74955 DEBIT LOAN SERVICING LOAN_PMT',
        '2027-03-02 -20010 CHECK CHECK 101 CHECK_PAID',
        '2027-03-02 155000 CREDIT RENT FLAT A ACH_CREDIT',
        '2027-03-08 -200000 DEBIT FURNACE & SONS ACH_DEBIT',
        '2027-03-15 8000 CREDIT FURNACE REFUND PPD ID: 9000000001 ACH_CREDIT',
      ],
      leftOut: 0,
    },
  ],
  'semicolon-latin1.csv': [
    {
      account: 'DE02120300000000202051 EUR',
      days: '2027-02-01 2027-02-05 of_the_lines',
      balances: ['2027-02-01 100000', '2027-02-05 130004'],
      lines: ['2027-02-01 155000 Miete Februar', '2027-02-05 -123456 Rechnung 12', '2027-02-05 -1540 Strom'],
      leftOut: 0,
    },
  ],
  'debit-credit-pending.csv': [
    {
      account: 'null null',
      days: '2027-04-06 2027-04-16 of_the_lines',
      balances: [null, null],
      lines: [
        '2027-04-06 1200 FEE TAKEN BACK',
        '2027-04-06 -4500 PAID BACK',
        '2027-04-06 -25000 CHECK 29',
        '2027-04-16 8521325 PROCEEDS OF SALE',
      ],
      leftOut: 1,
    },
  ],
  'utf16-tabs.csv': [
    {
      account: 'null null',
      days: '2027-03-30 2027-03-31 of_the_lines',
      balances: ['2027-03-30 100000', '2027-03-31 75036'],
      lines: ['2027-03-30 -25001 Zahlung €', '2027-03-31 37 Interest'],
      leftOut: 0,
    },
  ],
  'ambiguous-dates.csv': {
    ok: false,
    reason: 'bank_date_order_unclear',
    text: '03/04/2028',
    monthFirst: '2028-03-04',
    dayFirst: '2028-04-03',
  },
  'european-slashes.csv': [
    {
      account: 'null null',
      days: '2027-02-28 2027-03-03 of_the_lines',
      balances: ['2027-02-28 0', '2027-03-03 140000'],
      lines: ['2027-02-28 150000 Rent', '2027-03-03 -10000 Repair'],
      leftOut: 0,
    },
  ],
  'formulas.csv': [
    {
      account: 'null null',
      days: '2027-02-02 2027-02-04 of_the_lines',
      balances: [null, null],
      lines: [
        '2027-02-02 155000 =HYPERLINK("http://example.invalid","pay") =1+1',
        '2027-02-03 -1200 @SUM(A1:A9) +1',
        "2027-02-04 -3000 -2+3+cmd|' /C calc'!A0",
      ],
      leftOut: 0,
    },
  ],
  'formula-amount.csv': { ok: false, reason: 'bank_amount_unreadable', row: 3, text: '=SUM(C1:C2)' },
  'sides-in-a-column.csv': [
    {
      account: '12340417 null',
      days: '2027-02-02 2027-02-15 of_the_lines',
      balances: ['2027-02-02 10000', '2027-02-15 154950'],
      lines: ['2027-02-02 155000 Rent received Credit', '2027-02-15 -10050 Utility bill Debit'],
      leftOut: 0,
    },
  ],
  'flipped-sign.csv': [
    {
      account: 'null null',
      days: '2027-02-01 2027-02-03 of_the_lines',
      balances: ['2027-02-01 100000', '2027-02-03 233790'],
      lines: ['2027-02-01 155000 RENT', '2027-02-03 -20010 REPAIR', '2027-02-03 -1200 FEE'],
      leftOut: 0,
    },
  ],
  'line-taken-out.csv': { ok: false, reason: 'bank_file_does_not_add_up', row: 3, differenceCents: -20_010 },
}

describe('files of the shapes that banks write', () => {
  test('every sample has an expected result', () => {
    expect(readdirSync(samples).sort()).toEqual(Object.keys(expected).sort())
  })

  test.each(Object.entries(expected))('%s', (name, result) => {
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

describe('traps of CSV files', () => {
  const lines = (text: string, choices?: BankFileChoices) => {
    const reading = shown(readText(text, choices))
    return Array.isArray(reading) ? reading[0]?.lines : reading
  }

  test('the posting day is read, not the day of the purchase', () => {
    expect(lines('Transaction Date,Post Date,Description,Amount\n2027-02-01,2027-02-03,A,-1.00\n')).toEqual(['2027-02-03 -100 A'])
  })

  test('mixed line ends, quoted line breaks and a missing last line end', () => {
    expect(lines('Date,Description,Amount\r\n2027-02-01,"A\nB",-1.00\n2027-02-02,C,2.00')).toEqual([
      '2027-02-01 -100 A B',
      '2027-02-02 200 C',
    ])
  })

  test('balances tell the order within a day, and a wrong balance is named', () => {
    const rows = ['2027-02-02,C,5.00,16.00', '2027-02-02,B,10.00,11.00', '2027-02-01,A,1.00,1.00']
    const newestFirst = ['Date,Description,Amount,Balance', ...rows].join('\n')
    const oldestFirst = ['Date,Description,Amount,Balance', ...rows.toReversed()].join('\n')
    expect(lines(newestFirst)).toEqual(['2027-02-01 100 A', '2027-02-02 1000 B', '2027-02-02 500 C'])
    expect(lines(oldestFirst)).toEqual(lines(newestFirst))
    expect(lines(oldestFirst.replace('11.00', '11.01'))).toMatchObject({ reason: 'bank_file_does_not_add_up' })
  })

  test('lines of the last day may have no balance yet', () => {
    const text = 'Date,Description,Amount,Balance\n2027-02-01,A,1.00,1.00\n2027-02-02,B,2.00,3.00\n2027-02-02,C,4.00,\n'
    expect(shown(readText(text))).toMatchObject([{ balances: ['2027-02-01 0', '2027-02-02 700'] }])
  })

  test('what has no posting day yet is pending', () => {
    const text =
      'Transaction Date,Posted Date,Description,Amount\n2027-02-03,,HOLD,-1.00\n2027-02-02,Pending,HOLD,-2.00\n2027-02-01,2027-02-02,A,3.00\n'
    expect(shown(readText(text))).toMatchObject([{ lines: ['2027-02-02 300 A'], leftOut: 2 }])
  })

  test('two columns of amounts without a header are read if one proves to be the balance, else asked for', () => {
    const proven = '2027-02-01;A;1,00;1,00\n2027-02-02;B;2,00;3,00\n'
    expect(shown(readText(proven))).toMatchObject([
      { lines: ['2027-02-01 100 A', '2027-02-02 200 B'], balances: ['2027-02-01 0', '2027-02-02 300'] },
    ])
    expect(readText(proven.replace('3,00', '7,00'))).toMatchObject({ ok: false, reason: 'bank_columns_unclear' })
  })

  test('several accounts in one file are told apart', () => {
    const text = 'Account Number,Date,Description,Amount\n0012340417,2027-02-01,A,1.00\n0012340425,2027-02-01,A,1.00\n'
    expect(shown(readText(text))).toMatchObject([
      { account: '12340417 null', lines: ['2027-02-01 100 A'] },
      { account: '12340425 null', lines: ['2027-02-01 100 A'] },
    ])
  })

  test('a hidden number of an account is not taken for one', () => {
    for (const number of ['****0417', 'XXXXXX0417', '0417', '•••• 0417'])
      expect(shown(readText(`Account number: ${number}\nDate,Description,Amount\n2027-02-01,A,1.00\n`))).toMatchObject([
        { account: 'null null' },
      ])
  })

  test.each([
    ['a delimiter within a text moves cells', 'Date,Description,Check,Amount\n2027-02-01,Rent, flat A,101,5.00\n', 'bank_file_broken', 2],
    ['a line ends before its amount', 'Date,Description,Amount\n2027-02-01,A,1.00\n2027-02-02,B', 'bank_file_broken', 3],
    ['the file ends within an amount', 'Date,Description,Amount\n2027-02-01,A,1.00\n2027-02-02,B,-20', 'bank_file_broken', 3],
    ['a quote is never closed', 'Date,Description,Amount\n2027-02-01,A,1.00\n2027-02-02,"B,-20.00\n', 'bank_file_broken', 3],
    ['a line has no day', 'Date,Description,Amount\n2027-02-01,A,1.00\n,B,2.00\n', 'bank_day_unreadable', 3],
    ['a day does not exist', 'Date,Description,Amount\n02/28/2027,A,1.00\n02/30/2027,B,2.00\n', 'bank_day_unreadable', 3],
    ['dates have two orders', 'Date,Description,Amount\n02/28/2027,A,1.00\n28/02/2027,B,2.00\n', 'bank_day_unreadable', 3],
    ['fractions of a cent', 'Date,Description,Amount\n2027-02-01,A,1.005\n2027-02-01,A,1.00\n', 'bank_amount_unreadable', 2],
    ['both debit and credit', 'Date,Description,Debit,Credit\n2027-02-01,A,1.00,2.00\n', 'bank_amount_unreadable', 2],
    ['two decimal marks', 'Date;Description;Amount\n2027-02-01;A;1.50\n2027-02-01;A;1,50\n', 'bank_decimal_mark_unclear', undefined],
    [
      'two currencies',
      'Date,Description,Amount,Currency\n2027-02-01,A,1.00,USD\n2027-02-01,A,1.00,EUR\n',
      'bank_currencies_mixed',
      undefined,
    ],
  ])('refused: %s', (_, text, reason, row) => {
    expect(readText(text)).toMatchObject(row === undefined ? { ok: false, reason } : { ok: false, reason, row })
  })
})

describe('traps of OFX and camt.053', () => {
  const ofx = sample('closed-tags.ofx')
  const ofxText = new TextDecoder().decode(ofx)
  const camt = new TextDecoder().decode(sample('camt.053.001.02.xml'))

  test.each([
    ['a line is missing', ofxText.replace(/<STMTTRN>[\s\S]*?<DTPOSTED>/, '<DTPOSTED>'), 'bank_file_broken'],
    ['an amount is missing', ofxText.replace('<TRNAMT>12.00</TRNAMT>', ''), 'bank_amount_unreadable'],
    ['a day is missing', ofxText.replace('<DTPOSTED>20270302</DTPOSTED>', ''), 'bank_day_unreadable'],
    [
      'a line corrects another',
      ofxText.replace('<FITID>2<', '<CORRECTFITID>1</CORRECTFITID><CORRECTACTION>DELETE</CORRECTACTION><FITID>2<'),
      'bank_line_corrected',
    ],
    ['only a credit card', ofxText.replaceAll('STMTRS>', 'CCSTMTRS>'), 'bank_file_no_account'],
    [
      'a line of another currency',
      ofxText.replace('<FITID>2<', '<CURRENCY><CURRATE>1.1</CURRATE><CURSYM>EUR</CURSYM></CURRENCY><FITID>2<'),
      'bank_currencies_mixed',
    ],
    ['an entry without booking day', camt.replace('<BookgDt><Dt>2027-02-02</Dt></BookgDt>', ''), 'bank_day_unreadable'],
    ['an entry without side', camt.replace('<CdtDbtInd>DBIT</CdtDbtInd>', ''), 'bank_amount_unreadable'],
    ['an entry with a comma', camt.replace('>200.10<', '>200,10<'), 'bank_amount_unreadable'],
    ['an entry of another currency', camt.replace('<Amt Ccy="EUR">50.00', '<Amt Ccy="USD">50.00'), 'bank_currencies_mixed'],
    ['an entry taken out', camt.replace(/<Ntry>\s*<Amt Ccy="EUR">50[\s\S]*?<\/Ntry>/, ''), 'bank_file_does_not_add_up'],
    ['a flipped side', camt.replace('<CdtDbtInd>DBIT</CdtDbtInd>', '<CdtDbtInd>CRDT</CdtDbtInd>'), 'bank_file_does_not_add_up'],
    ['an XML of something else', '<?xml version="1.0"?><Invoice><Total>5.00</Total></Invoice>', 'bank_file_no_account'],
  ])('refused: %s', (_, text, reason) => {
    const reading = readText(text)
    expect(reading).toMatchObject({ ok: false, reason })
  })

  test('a day is never moved by a zone', () => {
    const zoned = ofxText.replaceAll('20270302</DTPOSTED>', '20270302235959.999[+14:LINT]</DTPOSTED>')
    expect(shown(readText(zoned))).toEqual(shown(readBankFile(ofx)))
  })

  test('the same statement twice in one file counts once, and statements that do not join are refused', () => {
    const text = new TextDecoder().decode(sample('camt.053.001.08.xml'))
    const [, statement = ''] = /(<n:Stmt><n:Id>D-1[\s\S]*?<\/n:Stmt>)/.exec(text) ?? []
    expect(shown(readText(text.replace(statement, statement + statement)))).toEqual(shown(readText(text)))
    const without = text.replace(/<n:Stmt><n:Id>D-2[\s\S]*?<\/n:Stmt>/, '')
    expect(readText(without)).toMatchObject({ ok: false, reason: 'bank_file_does_not_add_up', differenceCents: -25_001 })
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
      ...Object.keys(expected).map((name) => readBankFile(sample(name))),
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

describe('hostile files', () => {
  const tenMegabytes = bankFileLimits.bytes
  const repeated = (text: string, end = ''): string => text.repeat(Math.floor((tenMegabytes - end.length) / text.length)) + end

  test('a file of more than 10 MB is not read', () => {
    expect(readBankFile(new Uint8Array(tenMegabytes + 1))).toEqual({ ok: false, reason: 'file_too_large' })
  })

  // Each would take minutes or all memory in quadratic time, or with entities; the time limit of the test is the proof.
  test.each([
    ['nested elements', repeated('<a>'), 'bank_file_unsafe'],
    ['nested and closed elements', '<a>'.repeat(1_000) + '</a>'.repeat(1_000), 'bank_file_unsafe'],
    ['comments that never end', `<r>${repeated('<!--').slice(0, -4)}`, 'bank_file_unsafe'],
    ['data sections that never end', repeated('<![CDATA['), 'bank_file_unsafe'],
    ['one endless text', `<r>${'x'.repeat(tenMegabytes - 10)}</r>`, 'bank_file_unsafe'],
    ['one endless tag', `<r ${'a="1" '.repeat(1_000_000)}/>`, 'bank_file_unsafe'],
    ['many empty elements', repeated('<a/>'), 'bank_file_unsafe'],
    ['definitions', `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "${'x'.repeat(1_000)}">]><a>&x;&x;</a>`, 'bank_file_unsafe'],
    ['names of the language', '<Document><__proto__><a>1</a></__proto__></Document>', 'bank_file_unsafe'],
    ['more names of the language', '<Document><constructor><prototype>1</prototype></constructor></Document>', 'bank_file_unsafe'],
    ['nested SGML', `OFXHEADER:100\n<OFX>${'<A>'.repeat(60)}<B>1${'</A>'.repeat(60)}</OFX>`, 'bank_file_unsafe'],
    ['SGML without end', `OFXHEADER:100\n<OFX>${'<STMTTRN>'.repeat(400_000)}</STMTTRN>`, 'bank_file_broken'],
    ['open brackets', `OFXHEADER:100\n<OFX>${repeated('<').slice(0, -100)}`, 'bank_file_unsafe'],
    ['one endless line', repeated('2027-01-01,1.00,'), 'bank_file_broken'],
    ['one endless quote', `2027-01-01,A,1.00\n"${'x'.repeat(tenMegabytes - 100)}`, 'bank_file_broken'],
    ['quotes', repeated('"'), 'bank_file_unknown'],
    ['delimiters', repeated(','), 'bank_file_unknown'],
    ['line ends', repeated('\n'), 'bank_file_empty'],
    ['short lines', repeated('2027-01-01,A,1.00\n'), 'bank_file_too_many_lines'],
    ['spaces', repeated(' ', 'x'), 'bank_file_unknown'],
    ['amounts beyond reckoning', `Date,Amount\n${'2027-01-01,900000000000.00\n'.repeat(20_000)}`, 'bank_amount_unreadable'],
    ['many cells', `Date,Amount\n2027-01-01,1.00\n${`${'ab,'.repeat(6_000)}\n`.repeat(580)}`, 'bank_file_broken'],
    ['dates of two orders', `Date,Amount\n${'02/28/2027,1.00\n'.repeat(19_999)}28/02/2027,1.00\n`, 'bank_day_unreadable'],
    [
      'accounts with one line each, in two currencies',
      `Account,Date,Amount,Currency\n${Array.from({ length: 20_000 }, (_, index) => `1000${index},2027-01-01,1.00,${index < 19_999 ? 'USD' : 'EUR'}\n`).join('')}9,2027-01-01,x,USD\n`,
      'bank_amount_unreadable',
    ],
    [
      'statements of as many accounts',
      `<Document><BkToCstmrStmt>${Array.from({ length: 20_000 }, (_, index) => `<Stmt><Acct><Id><IBAN>DE${10_000_000 + index}</IBAN></Id></Acct><FrToDt><FrDtTm>2027-01-01</FrDtTm><ToDtTm>2027-01-01</ToDtTm></FrToDt></Stmt>`).join('')}<Stmt></Stmt></BkToCstmrStmt></Document>`,
      'bank_file_no_lines',
    ],
    ['digits', repeated('1'), 'bank_file_unknown'],
  ])('%s are refused', (_, text, reason) => {
    const reading = readText(text.slice(0, tenMegabytes))
    expect(reading).toMatchObject({ ok: false, reason })
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  const many = Array.from({ length: bankFileLimits.lines }, (_, index) => index)
  const dayOf = (index: number): string => new Date(Date.UTC(2020, 0, 1 + Math.floor(index / 10))).toISOString().slice(0, 10)

  test.each([
    [
      'OFX of 1.x',
      (filler: string) =>
        `OFXHEADER:100\n<OFX><STMTRS><BANKTRANLIST>${many.map((index) => `<STMTTRN><DTPOSTED>${dayOf(index).replaceAll('-', '')}<TRNAMT>-1.25<FITID>${index}<NAME>${filler}</STMTTRN>`).join('')}</BANKTRANLIST></STMTRS></OFX>`,
    ],
    [
      'camt.053',
      (filler: string) =>
        `<Document><BkToCstmrStmt><Stmt>${many.map((index) => `<Ntry><Amt Ccy="EUR">1.25</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${dayOf(index)}</Dt></BookgDt><AddtlNtryInf>${filler}</AddtlNtryInf></Ntry>`).join('')}</Stmt></BkToCstmrStmt></Document>`,
    ],
    ['CSV', (filler: string) => `Date,Description,Amount\n${many.map((index) => `${dayOf(index)},${filler},-1.25\n`).join('')}`],
  ])('10 MB of %s with the most lines are read', (_, write) => {
    const bare = write('').length
    const text = write('x'.repeat(Math.floor((tenMegabytes - bare) / many.length)))
    expect(text.length).toBeGreaterThan(tenMegabytes * 0.95)
    const reading = readText(text)
    expect(reading.ok && reading.value.accounts[0]?.lines.length).toBe(bankFileLimits.lines)
    const more = readText(write('').replace(/(<STMTTRN>.*?<\/STMTTRN>|<Ntry>.*?<\/Ntry>|2020-01-01,,-1.25\n)/, '$1$1'))
    expect(more).toEqual({ ok: false, reason: 'bank_file_too_many_lines' })
  })
})

describe('any bytes at all', () => {
  const names = readdirSync(samples)
  const counted = (reading: BankFileReading): Map<string, number> => {
    const counts = new Map<string, number>()
    if (!reading.ok) return counts
    for (const [index, { lines }] of reading.value.accounts.entries())
      for (const { day, amountCents } of lines) {
        const key = `${index} ${day} ${amountCents}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    return counts
  }

  test('random bytes and random text are read or refused, never thrown at', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '<',
        '>',
        '/',
        'OFX',
        '<OFX>',
        'STMTRS',
        '&',
        '"',
        ',',
        ';',
        '\n',
        '2027-01-01',
        '-1.00',
        '\ufeff',
        '<![CDATA[',
        '<Stmt>',
        'é',
      ),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 400 }),
          pieces.map((parts) => bytesOf(parts.join(''))),
        ),
        (bytes) => {
          const reading = readBankFile(bytes)
          return reading.ok || bankFileProblemWords(reading).length > 10
        },
      ),
      { numRuns: 600 },
    )
  })

  test('changed bytes are read or refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }), (name, changes) => {
        const bytes = Uint8Array.from(sample(name))
        for (const [place, byte] of changes) bytes[place % bytes.length] = byte
        const reading = readBankFile(bytes)
        return reading.ok || bankFileProblemWords(reading).length > 10
      }),
      { numRuns: 900 },
    )
  })

  // A single line has no balance before it, so that it cannot tell a flipped sign.
  const readable = names.filter((name) => name !== 'flipped-sign.csv' && Array.isArray(expected[name]))
  test.each(readable)('a cut %s is refused or shows some of its lines, never others', (name) => {
    const bytes = sample(name)
    const whole = counted(readBankFile(bytes))
    for (let length = 0; length < bytes.length; length += 5)
      for (const [key, count] of counted(readBankFile(bytes.subarray(0, length)))) {
        if (count > (whole.get(key) ?? 0)) expect.fail(`${length} bytes of ${name} show ${key}`)
      }
  })
})
