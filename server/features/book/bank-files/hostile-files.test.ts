import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BankFileReading, bankFileLimits, bankFileProblemWords } from '#domain/bank-file.ts'
import { bankSamples, bytesOf, expectedOfSamples, readText, sample } from '#server/testing/bank-samples.ts'
import { readBankFile } from './read-bank-file.ts'

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
  const names = readdirSync(bankSamples)
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
  const readable = names.filter((name) => name !== 'flipped-sign.csv' && Array.isArray(expectedOfSamples[name]))
  test.each(readable)('a cut %s is refused or shows some of its lines, never others', (name) => {
    const bytes = sample(name)
    const whole = counted(readBankFile(bytes))
    for (let length = 0; length < bytes.length; length += 5)
      for (const [key, count] of counted(readBankFile(bytes.subarray(0, length)))) {
        if (count > (whole.get(key) ?? 0)) expect.fail(`${length} bytes of ${name} show ${key}`)
      }
  })
})
