import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BankFileChoices } from '#domain/bank-file.ts'
import { decideImport, type KnownBankAccount } from '#domain/bank-lines.ts'
import { addDays } from '#domain/dates.ts'
import { readBankFile } from './read-bank-file.ts'

type Line = { readonly day: string; readonly amountCents: number; readonly text: string }
type Cut = {
  readonly from: string
  readonly to: string
  readonly lines: readonly Line[]
  readonly openingCents: number
  readonly seed: number
}
type Written = { readonly bytes: Uint8Array; readonly choices: BankFileChoices }

const sum = (lines: readonly Line[]): number => lines.reduce((total, { amountCents }) => total + amountCents, 0)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function money(cents: number, decimal = '.', group = ''): string {
  const size = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${size.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${size.slice(-2)}`
}
const compact = (day: string): string => day.replaceAll('-', '')
const american = (day: string): string => day.replace(/(\d{4})-(\d\d)-(\d\d)/, '$2/$3/$1')
const german = (day: string): string => day.replace(/(\d{4})-(\d\d)-(\d\d)/, '$3.$2.$1')

/** Writers of files as banks write them. Ids are repeated and change from file to file, texts differ by format. */
const writers: Readonly<Record<string, (cut: Cut) => Written>> = {
  ofx1: ({ from, to, lines, openingCents, seed }) => ({
    bytes: bytesOf(
      `OFXHEADER:100 DATA:OFXSGML <OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>0012340417</BANKACCTFROM><BANKTRANLIST><DTSTART>${compact(from)}<DTEND>${compact(to)}235959[-7:MST]${lines
        .map(
          ({ day, amountCents, text }, index) =>
            `<STMTTRN><DTPOSTED>${compact(day)}<TRNAMT>${money(amountCents)}<FITID>${(seed + index) % 3}<NAME>${text} & CO</STMTTRN>`,
        )
        .join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${money(openingCents + sum(lines))}<DTASOF>${compact(to)}</LEDGERBAL></STMTRS></OFX>`,
    ),
    choices: {},
  }),
  ofx2: ({ from, to, lines }) => ({
    bytes: bytesOf(
      `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="220"?><OFX><STMTRS><BANKACCTFROM><ACCTID>12340417</ACCTID></BANKACCTFROM><BANKTRANLIST><DTSTART>${compact(from)}</DTSTART><DTEND>${compact(to)}</DTEND>${lines
        .map(
          ({ day, amountCents, text }) =>
            `<STMTTRN><DTPOSTED>${compact(day)}120000.000[+14:LINT]</DTPOSTED><TRNAMT>${money(amountCents)}</TRNAMT><FITID>0</FITID><MEMO>${text}</MEMO></STMTTRN>`,
        )
        .join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>1.23</BALAMT><DTASOF>20300101</DTASOF></LEDGERBAL></STMTRS></OFX>`,
    ),
    choices: {},
  }),
  camt: ({ from, to, lines, openingCents }) => {
    const balance = (code: string, cents: number, day: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${money(Math.abs(cents))}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
    const entries = lines.map(
      ({ day, amountCents, text }) =>
        `<Ntry><Amt Ccy="USD">${money(Math.abs(amountCents))}</Amt><CdtDbtInd>${amountCents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><RvslInd>${amountCents % 2 === 0}</RvslInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`,
    )
    const period = `<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>`
    const account = '<Acct><Id><Othr><Id>12340417</Id></Othr></Id></Acct>'
    const balances = balance('OPBD', openingCents, from) + balance('CLBD', openingCents + sum(lines), to)
    return {
      bytes: bytesOf(`<Document><BkToCstmrStmt><Stmt>${period}${account}${balances}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`),
      choices: {},
    }
  },
  'csv, newest first, with balances': ({ from, to, lines, openingCents }) => {
    let balance = openingCents
    const rows = lines.map(({ day, amountCents, text }) => {
      balance += amountCents
      return `${american(day)},"${text}, INC","${money(amountCents, '.', ',')}","$${money(balance, '.', ',').replace('$-', '-$')}",`
    })
    const text = `Statement,${american(from)} to ${american(to)}\r\n\r\nPosted Date,Description,Amount,Running Bal.\r\n${rows.toReversed().join('\r\n')}\r\n`
    return { bytes: bytesOf(`\ufeff${text}`), choices: { dateOrder: 'mdy', from, to } }
  },
  'csv, German, without balances': ({ from, to, lines }) => {
    const rows = lines.map(({ day, amountCents, text }) => `${german(day)};${text} Straße;${money(amountCents, ',', '.')};USD`)
    const text = `Buchungstag;Verwendungszweck;Betrag;Währung\n${rows.join('\n')}\n`
    return { bytes: new Uint8Array(Buffer.from(text, 'latin1')), choices: { from, to } }
  },
  'csv, debit and credit': ({ from, to, lines }) => {
    const rows = lines.map(({ day, amountCents, text }) =>
      amountCents < 0 ? `${day}\t${text}\t${money(-amountCents)}\t` : `${day}\t${text}\t\t${money(amountCents)}`,
    )
    const text = `Date\tDescription\tDebit\tCredit\n${rows.join('\n')}\n`
    return { bytes: new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')), choices: { from, to } }
  },
}

const kinds = Object.keys(writers)
const days = 10
const dayAt = (index: number): string => addDays('2027-01-25', index)

const aCase = fc.record({
  openingCents: fc.constantFrom(0, 123_456, -5_000),
  statement: fc.array(fc.array(fc.constantFrom(100, 100, -100, 155_000, -123_456, -30), { maxLength: 3 }), {
    minLength: days,
    maxLength: days,
  }),
  cuts: fc.array(fc.record({ from: fc.nat(days - 1), length: fc.nat(days), kind: fc.constantFrom(...kinds), seed: fc.nat(9) }), {
    maxLength: 5,
  }),
  whole: fc.constantFrom(...kinds),
  order: fc.infiniteStream(fc.nat(99)),
})

function fileOf(
  statement: readonly (readonly number[])[],
  openingCents: number,
  from: number,
  to: number,
  kind: string,
  seed: number,
): Written {
  const linesOf = (first: number, last: number): Line[] =>
    statement
      .slice(first, last + 1)
      .flatMap((amounts, index) => amounts.map((amountCents) => ({ day: dayAt(first + index), amountCents, text: `LINE ${seed}` })))
  const before = openingCents + sum(linesOf(0, from - 1))
  const cut = { from: dayAt(from), to: dayAt(to), lines: linesOf(from, to), openingCents: before, seed }
  const write = writers[kind]
  if (!write) throw new Error(kind)
  return write(cut)
}

test('a true statement in files of any format, cut and ordered at random, gives its lines, each once', () => {
  fc.assert(
    fc.property(aCase, ({ openingCents, statement, cuts, whole, order }) => {
      const files = [...cuts, { from: 0, length: days, kind: whole, seed: 0 }]
        .map(({ from, length, kind, seed }) => fileOf(statement, openingCents, from, Math.min(days - 1, from + length), kind, seed))
        .map((file) => ({ file, place: order.next().value as number }))
        .toSorted((one, other) => one.place - other.place)
      let known: KnownBankAccount = { numberHashes: ['12340417'], currency: 'USD', run: null, lines: [], balances: [], closedTo: null }
      // Twice: what days were missing for is accepted the second time, and the rest adds nothing.
      for (const { file } of [...files, ...files]) {
        const reading = readBankFile(file.bytes, file.choices)
        if (!reading.ok) throw new Error(JSON.stringify(reading))
        const [account] = reading.value.accounts
        if (!account) throw new Error('no account')
        const decision = decideImport(known, { ...account, numberHash: account.number, otherAccount: null }, '2030-01-01')
        if (!decision.ok) {
          expect(decision.reason).toBe('bank_days_missing')
          continue
        }
        const { added, balances, run } = decision.value
        const lines = added.map((line) => ({ ...line, id: `${line.day} ${line.amountCents} ${line.ordinal}` }))
        known = { ...known, run, lines: [...known.lines, ...lines], balances: [...known.balances, ...balances] }
      }
      const counts = new Map<string, number>()
      const expected = statement.flatMap((amounts, index) =>
        amounts.map((amountCents) => {
          const key = `${dayAt(index)} ${amountCents}`
          counts.set(key, (counts.get(key) ?? 0) + 1)
          return `${key} ${counts.get(key)}`
        }),
      )
      expect(known.lines.map(({ id }) => id).sort()).toEqual(expected.sort())
    }),
    { numRuns: 100 },
  )
})

test('a CSV after an OFX of the same month adds nothing, in either order', () => {
  const statement = [[100, 100], [], [-100], [155_000, -30], [], [], [], [-123_456], [], [100]]
  for (const first of kinds)
    for (const second of kinds) {
      let known: KnownBankAccount = { numberHashes: [], currency: 'USD', run: null, lines: [], balances: [], closedTo: null }
      const added = [first, second].map((kind) => {
        const { bytes, choices } = fileOf(statement, 5_000, 0, days - 1, kind, 1)
        const reading = readBankFile(bytes, choices)
        const account = reading.ok ? reading.value.accounts[0] : undefined
        const decision = account && decideImport(known, { ...account, numberHash: account.number, otherAccount: null }, '2030-01-01')
        if (!decision?.ok) throw new Error(`${kind} after ${first}: ${JSON.stringify(decision ?? reading)}`)
        known = {
          ...known,
          run: decision.value.run,
          lines: decision.value.added.map((line) => ({ ...line, id: '' })),
          balances: decision.value.balances,
        }
        return decision.value.added.length
      })
      expect([first, second, added]).toEqual([first, second, [7, 0]])
    }
})
