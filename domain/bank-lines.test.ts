import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BankImport,
  bankBalanceAt,
  bankImportProblemWords,
  decideImport,
  type KnownBankAccount,
  type ShownBankAccount,
} from './bank-lines.ts'
import { addDays } from './dates.ts'

type Line = { readonly day: string; readonly amountCents: number }

const unknown: KnownBankAccount = { numberHashes: [], currency: 'USD', run: null, lines: [], balances: [], closedTo: null }
const late = '2030-01-01'

const lineOf = ({ day, amountCents }: Line, text = '') => ({
  day,
  amountCents,
  text,
  payee: null,
  bankId: null,
  checkNumber: null,
  writtenDay: day,
})

const sum = (lines: readonly Line[]): number => lines.reduce((total, { amountCents }) => total + amountCents, 0)

function file(from: string, to: string, lines: readonly Line[], more: Partial<ShownBankAccount> = {}): ShownBankAccount {
  const none = {
    numberHash: null,
    otherAccount: null,
    currency: null,
    daysAre: 'stated',
    opening: null,
    closing: null,
    leftOut: { pending: 0, zero: 0 },
  } as const
  return { ...none, from, to, lines: lines.map((line) => lineOf(line)), ...more }
}

/** With opening and closing balance, as camt.053 and many CSV files. */
const balanced = (from: string, to: string, lines: readonly Line[], openingCents: number): ShownBankAccount =>
  file(from, to, lines, {
    opening: { day: from, amountCents: openingCents },
    closing: { day: to, amountCents: openingCents + sum(lines) },
  })

/** What is known after an import, as the tables will store it. */
const learn = (known: KnownBankAccount, { added, run, balances }: BankImport): KnownBankAccount => ({
  ...known,
  run,
  lines: [...known.lines, ...added.map((line) => ({ ...line, id: `${line.day} ${line.amountCents} ${line.ordinal}` }))],
  balances: [...known.balances, ...balances],
})

function take(known: KnownBankAccount, shown: ShownBankAccount, today = late): KnownBankAccount {
  const decision = decideImport(known, shown, today)
  if (!decision.ok) throw new Error(bankImportProblemWords(decision))
  return learn(known, decision.value)
}

const idsOf = ({ lines }: KnownBankAccount): string[] => lines.map(({ id }) => id).sort()

describe('the same lines from any files', () => {
  const firstDay = '2027-01-01'
  // Reckoned once: forming a day takes far longer than comparing it.
  const dates = Array.from({ length: 40 }, (_, index) => addDays(firstDay, index - 5))
  const dayAt = (index: number): string => dates[index + 5] ?? ''
  /** Few amounts, so that equal lines on one day are common. */
  const aDay = fc.array(fc.constantFrom(100, 100, -100, 250, -250, 1_200), { maxLength: 4 })

  type Cut = {
    readonly from: number
    readonly to: number
    /** How many lines of the first and last day are cut off. */
    readonly skipped: number
    readonly lost: number
    readonly kind: 'balanced' | 'ledger' | 'bare'
    readonly ledgerOn: number
  }
  const aCut = (days: number): fc.Arbitrary<Cut> =>
    fc
      .record({
        from: fc.nat(days - 1),
        length: fc.nat(days - 1),
        skipped: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(2)),
        lost: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(2)),
        kind: fc.constantFrom('balanced' as const, 'ledger' as const, 'bare' as const),
        ledgerOn: fc.nat(days + 2),
      })
      .map(({ length, ...cut }) => ({ ...cut, to: Math.min(days - 1, cut.from + length) }))

  const aCase = fc.integer({ min: 1, max: 12 }).chain((days) =>
    fc.record({
      openingCents: fc.constantFrom(0, 5_000),
      statement: fc.array(aDay, { minLength: days, maxLength: days }),
      cuts: fc.array(aCut(days), { maxLength: 6 }),
      /** Whole files that show every day: where one ends, and in which kind. */
      ends: fc.array(fc.record({ at: fc.nat(days - 1), kind: fc.constantFrom('balanced' as const, 'ledger' as const, 'bare' as const) })),
      order: fc.infiniteStream(fc.nat(1_000)),
      today: fc.oneof({ weight: 2, arbitrary: fc.constant(days + 5) }, fc.integer({ min: 1, max: days })),
    }),
  )

  const linesOf = (statement: readonly (readonly number[])[], from: number, to: number): Line[] =>
    statement.slice(from, to + 1).flatMap((amounts, index) => amounts.map((amountCents) => ({ day: dayAt(from + index), amountCents })))

  function fileOf(statement: readonly (readonly number[])[], openingCents: number, cut: Cut): ShownBankAccount {
    const { from, to, kind } = cut
    const isOneDay = from === to
    const first = statement[from] ?? []
    const last = statement[to] ?? []
    const skipped = isOneDay ? 0 : Math.min(cut.skipped, first.length)
    const lost = isOneDay ? 0 : Math.min(cut.lost, last.length)
    const whole = linesOf(statement, from, to)
    const lines = whole.slice(skipped, whole.length - lost)
    const balanceAt = openingCents + sum(linesOf(statement, 0, from - 1)) + sum(whole.slice(0, skipped))
    if (kind === 'balanced') return balanced(dayAt(from), dayAt(to), lines, balanceAt)
    if (kind === 'bare') return file(dayAt(from), dayAt(to), lines)
    // A balance of the last day counts what is shown of it; one of a later day is of no use.
    const on = Math.max(from, cut.ledgerOn)
    const until = on >= to ? balanceAt + sum(lines) : openingCents + sum(linesOf(statement, 0, on))
    return file(dayAt(from), dayAt(to), lines, { closing: { day: dayAt(on), amountCents: on > to ? 77_777 : until } })
  }

  /** By hand: of each day and amount the largest number that any accepted file shows before today. */
  function reference(files: readonly ShownBankAccount[], today: string): string[] {
    const most = new Map<string, number>()
    for (const { lines } of files) {
      const counts = new Map<string, number>()
      for (const { day, amountCents } of lines.filter((line) => line.day < today))
        counts.set(`${day} ${amountCents}`, (counts.get(`${day} ${amountCents}`) ?? 0) + 1)
      for (const [key, count] of counts) most.set(key, Math.max(count, most.get(key) ?? 0))
    }
    return [...most].flatMap(([key, count]) => Array.from({ length: count }, (_, index) => `${key} ${index + 1}`)).sort()
  }

  test('whatever is cut from a true statement, in any order and kind, gives its lines, each once', () => {
    fc.assert(
      fc.property(aCase, ({ openingCents, statement, cuts, ends, order, today: todayAt }) => {
        const today = dayAt(todayAt)
        const last = statement.length - 1
        const stops = [...ends.toSorted((one, other) => one.at - other.at), { at: last, kind: 'balanced' as const }]
        const covering = stops.map(
          ({ at, kind }, index): Cut => ({ from: stops[index - 1]?.at ?? 0, to: at, skipped: 0, lost: 0, kind, ledgerOn: at }),
        )
        const shuffled = [...covering, ...cuts]
          .map((cut) => ({ cut, place: order.next().value as number }))
          .toSorted((one, other) => one.place - other.place)
        let waiting = shuffled.map(({ cut }) => fileOf(statement, openingCents, cut)).filter(({ from }) => from < today)
        const accepted: ShownBankAccount[] = []
        let known = unknown
        let isWholeShown = false
        for (let before = Number.POSITIVE_INFINITY; waiting.length < before; ) {
          before = waiting.length
          const refused: ShownBankAccount[] = []
          for (const shown of waiting) {
            const decision = decideImport(known, shown, today)
            const to = shown.to < today ? shown.to : addDays(today, -1)
            const isApart = known.run !== null && (addDays(shown.from, -1) > known.run.to || addDays(to, 1) < known.run.from)
            expect(!decision.ok && decision.reason === 'bank_days_missing').toBe(isApart)
            if (!decision.ok) {
              // Days between are not known yet, or equal lines of one day are split over two files.
              expect(['bank_days_missing', 'bank_balance_differs']).toContain(decision.reason)
              refused.push(shown)
              continue
            }
            known = learn(known, decision.value)
            accepted.push(shown)
            expect(idsOf(known)).toEqual(reference(accepted, today))
            expect(new Set(idsOf(known)).size).toBe(known.lines.length)
            // The same file again adds nothing.
            expect(decideImport(known, shown, today)).toMatchObject({ ok: true, value: { added: [], balances: [], run: known.run } })
          }
          waiting = refused
          // Files whose first days are cut can contradict each other's rest. One file of all days always puts it right.
          if (waiting.length === before && !isWholeShown) {
            isWholeShown = true
            waiting.unshift(fileOf(statement, openingCents, { from: 0, to: last, skipped: 0, lost: 0, kind: 'balanced', ledgerOn: last }))
            before = Number.POSITIVE_INFINITY
          }
        }
        expect(waiting).toEqual([])
        const true_ = linesOf(statement, 0, last).filter(({ day }) => day < today)
        expect(idsOf(known)).toEqual(reference([file(dayAt(0), dayAt(last), true_)], today))
        for (let index = -1; index < Math.min(todayAt, last + 1); index++)
          if (known.balances.length > 0)
            expect(bankBalanceAt(dayAt(index), known.balances, known.lines)).toBe(openingCents + sum(linesOf(statement, 0, index)))
      }),
      { numRuns: 500 },
    )
  })

  test('a line taken out of the middle of a file is refused and named, and a changed file adds nothing wrong', () => {
    fc.assert(
      fc.property(
        fc.array(aDay, { minLength: 3, maxLength: 10 }),
        fc.constantFrom('balanced' as const, 'bare' as const),
        fc.nat(1_000),
        (statement, kind, pick) => {
          const end = statement.length - 1
          const cut = { from: 0, to: end, skipped: 0, lost: 0, kind, ledgerOn: 0 }
          const shown = fileOf(statement, 0, cut)
          const known = take(unknown, shown)
          const middle = shown.lines.filter(({ day }) => day > shown.from && day < shown.to)
          fc.pre(middle.length > 0)
          const taken = middle[pick % middle.length]
          const without = { ...shown, opening: null, closing: null, lines: shown.lines.filter((line) => line !== taken) }
          const decision = decideImport(known, without, late)
          expect(decision).toMatchObject({
            ok: false,
            reason: 'bank_lines_missing',
            lines: [{ day: taken?.day, amountCents: taken?.amountCents }],
          })
          const other = { ...without, lines: without.lines.map((line) => ({ ...line, amountCents: -line.amountCents })) }
          const turned = decideImport(known, other, late)
          expect(turned.ok && turned.value.added.length > 0 && turned.value.known === 0).toBe(false)
        },
      ),
    )
  })
})

describe('what a file is compared with', () => {
  const january = [
    { day: '2027-01-05', amountCents: 1_000 },
    { day: '2027-01-20', amountCents: -300 },
    { day: '2027-01-20', amountCents: -300 },
  ]
  const february = [
    { day: '2027-02-01', amountCents: 500 },
    { day: '2027-02-11', amountCents: -200 },
    { day: '2027-02-28', amountCents: 40 },
  ]
  const known = take(unknown, balanced('2027-01-01', '2027-01-31', january, 0))

  test('two equal lines of one day are both kept', () => {
    expect(idsOf(known)).toEqual(['2027-01-05 1000 1', '2027-01-20 -300 1', '2027-01-20 -300 2'])
  })

  test('bank ids and texts are not compared', () => {
    const shown = file('2027-01-01', '2027-01-31', january)
    const renamed = {
      ...shown,
      lines: shown.lines.map((line) => ({ ...line, text: 'CHANGED', bankId: 'same', payee: 'X', checkNumber: '7' })),
    }
    expect(decideImport(known, renamed, late)).toMatchObject({ ok: true, value: { added: [], known: 3 } })
  })

  test('missing days are named, on either side, and days without lines close the gap', () => {
    const march = file('2027-03-02', '2027-03-31', [])
    expect(decideImport(known, march, late)).toEqual({ ok: false, reason: 'bank_days_missing', after: '2027-01-31', before: '2027-03-02' })
    const before = file('2026-11-01', '2026-12-30', [])
    expect(decideImport(known, before, late)).toEqual({ ok: false, reason: 'bank_days_missing', after: '2026-12-30', before: '2027-01-01' })
    expect(decideImport(known, file('2027-02-02', '2027-02-28', []), late)).toMatchObject({ ok: false, reason: 'bank_days_missing' })
    expect(decideImport(known, file('2026-12-01', '2026-12-30', []), late)).toMatchObject({ ok: false, reason: 'bank_days_missing' })
    const joined = take(known, file('2027-02-01', '2027-03-01', []))
    expect(take(joined, march).run).toEqual({ from: '2027-01-01', to: '2027-03-31' })
    expect(take(known, { ...before, to: '2026-12-31' }).run).toEqual({ from: '2026-11-01', to: '2027-01-31' })
  })

  test('an opening balance is compared with the bank’s balance, and told', () => {
    expect(decideImport(known, balanced('2027-02-01', '2027-02-28', february, 400), late)).toMatchObject({
      ok: true,
      value: {
        before: { day: '2027-01-31', knownCents: 400, fileCents: 400 },
        closing: { day: '2027-02-28', amountCents: 740 },
        openingCents: 0,
      },
    })
    expect(decideImport(known, balanced('2027-02-01', '2027-02-28', february, 401), late)).toEqual({
      ok: false,
      reason: 'bank_balance_differs',
      day: '2027-02-01',
      knownCents: 900,
      fileCents: 901,
    })
  })

  test('a first opening balance that is not 0 is found, also when the bank gives a balance only later', () => {
    expect(decideImport(unknown, balanced('2027-01-01', '2027-01-31', january, 12_345), late)).toMatchObject({
      ok: true,
      value: { openingCents: 12_345 },
    })
    const bare = decideImport(unknown, file('2027-01-01', '2027-01-31', january), late)
    expect(bare).toMatchObject({ ok: true, value: { openingCents: null, closing: null } })
    const next = balanced('2027-02-01', '2027-02-28', february, 12_745)
    expect(decideImport(take(unknown, file('2027-01-01', '2027-01-31', january)), next, late)).toMatchObject({
      ok: true,
      value: { openingCents: 12_345, before: { knownCents: null } },
    })
  })

  test('a balance of OFX counts unless its day is after the last day of the file', () => {
    const ofx = (day: string, amountCents: number) => file('2027-02-01', '2027-02-28', february, { closing: { day, amountCents } })
    expect(decideImport(known, ofx('2027-02-28', 740), late)).toMatchObject({ ok: true, value: { closing: { amountCents: 740 } } })
    expect(decideImport(known, ofx('2027-02-11', 700), late)).toMatchObject({ ok: true })
    expect(decideImport(known, ofx('2027-02-28', 741), late)).toMatchObject({
      ok: false,
      reason: 'bank_balance_differs',
      day: '2027-02-27',
    })
    expect(decideImport(known, ofx('2027-03-01', 99_999), late)).toMatchObject({ ok: true, value: { balances: [] } })
    // Lines of the import's day are left out, so a balance of that day counts lines that are not known.
    expect(decideImport(known, ofx('2027-02-28', 99_999), '2027-02-28')).toMatchObject({
      ok: true,
      value: { balances: [], leftOut: { today: 1 } },
    })
  })

  test('a flipped sign is caught by the balance, and by lines that are known', () => {
    const turned = february.map(({ day, amountCents }) => ({ day, amountCents: -amountCents }))
    const ofx = file('2027-02-01', '2027-02-28', turned, { closing: { day: '2027-02-28', amountCents: 740 } })
    expect(decideImport(known, ofx, late)).toEqual({ ok: false, reason: 'bank_sign_flipped' })
    const both = take(known, file('2027-02-01', '2027-02-28', february))
    expect(decideImport(both, file('2027-02-01', '2027-03-05', turned), late)).toEqual({ ok: false, reason: 'bank_sign_flipped' })
  })

  test('lines of the import’s day or later, pending ones and ones without amount are left out and counted', () => {
    const shown = { ...balanced('2027-02-01', '2027-02-28', february, 400), leftOut: { pending: 2, zero: 1 } }
    const decision = decideImport(known, shown, '2027-02-11')
    expect(decision).toMatchObject({
      ok: true,
      value: {
        added: [{ day: '2027-02-01' }],
        leftOut: { today: 2, pending: 2, zero: 1 },
        run: { from: '2027-01-01', to: '2027-02-10' },
        closing: { day: '2027-02-10', amountCents: 900 },
      },
    })
    expect(take(take(known, shown, '2027-02-11'), shown).lines).toHaveLength(6)
    expect(decideImport(known, file('2027-02-01', '2027-02-01', []), '2027-02-01')).toEqual({ ok: false, reason: 'bank_file_of_today' })
  })

  test('another account’s number and another currency are refused; a number that is not told is not compared', () => {
    const numbered = { ...known, numberHashes: ['a', 'b'] }
    const shown = file('2027-02-01', '2027-02-28', february)
    expect(decideImport(numbered, { ...shown, numberHash: 'c' }, late)).toEqual({ ok: false, reason: 'bank_account_other', name: null })
    // The first file of an account that has none yet.
    const decision = decideImport(unknown, { ...shown, numberHash: 'c', otherAccount: 'Deposits' }, late)
    expect(decision).toEqual({ ok: false, reason: 'bank_account_other', name: 'Deposits' })
    expect(decideImport(numbered, { ...shown, currency: 'EUR' }, late)).toEqual({
      ok: false,
      reason: 'bank_currency_other',
      currency: 'EUR',
    })
    for (const numberHash of ['a', 'b', null]) expect(decideImport(numbered, { ...shown, numberHash, currency: 'USD' }, late).ok).toBe(true)
  })

  test('nothing is added to a closed month, and known lines of it may be shown again', () => {
    const closed = { ...known, closedTo: '2027-01-31' }
    const shown = file('2027-01-20', '2027-02-28', [...january.slice(1), ...february])
    expect(decideImport(closed, shown, late)).toMatchObject({ ok: true, value: { known: 2 } })
    const later = { ...shown, lines: [...shown.lines, lineOf({ day: '2027-01-31', amountCents: 5 }, 'LATE FEE')] }
    const decision = decideImport(closed, later, late)
    expect(decision).toMatchObject({ ok: false, reason: 'bank_month_closed', lines: [{ text: 'LATE FEE' }] })
    expect(decideImport(known, later, late)).toMatchObject({ ok: true })
  })

  test('a line that is posted late on the last day of a file comes with the next one', () => {
    const lateLine = { day: '2027-01-31', amountCents: -7 }
    expect(take(known, balanced('2027-01-31', '2027-02-28', [lateLine, ...february], 400)).lines).toHaveLength(7)
  })

  test('every problem has a sentence that names days, lines and amounts', () => {
    const decision = decideImport(known, file('2027-01-01', '2027-01-31', january.slice(1)), late)
    expect(decision.ok ? '' : bankImportProblemWords(decision)).toBe(
      'This file does not show what an earlier one has shown: Jan 05, 2027 $10.00. Please download it from the bank again, without a filter.',
    )
    const gap = decideImport(known, file('2027-03-02', '2027-03-31', []), late)
    expect(gap.ok ? '' : bankImportProblemWords(gap)).toMatch(/^Days are missing between Jan 31, 2027 and Mar 02, 2027\./)
    const differs = decideImport(known, balanced('2027-02-01', '2027-02-28', february, 401), late)
    expect(differs.ok ? '' : bankImportProblemWords(differs)).toBe(
      'The bank’s balance at the end of Feb 01, 2027 is $9.01 by this file and $9.00 by what is known: $0.01 differ.',
    )
  })
})
