import { describe, expect, test } from 'vitest'
import type { BankFileChoices } from '#domain/bank-file.ts'
import { readText, sample, shown } from '#server/testing/bank-samples.ts'
import { readBankFile } from './read-bank-file.ts'

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
