import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ArcHolder, type BookedEntry, capitalOfArc, holderOn, sharedAccounts } from './arc-capital.ts'
import { type BookAccount, type BookLine, balancesOf, bookAccounts } from './book-accounts.ts'
import { shareOfTotal, sumCents } from './cents.ts'
import { addDays } from './dates.ts'
import { exampleBook } from './example-book.ts'
import { type Statement, type StatementFacts, statementOf } from './statements.ts'
import {
  type ExamplePerson,
  exampleBalances,
  exampleCapitalOfArcs,
  exampleHolders,
  exampleMonthEnds,
  exampleStatements,
} from './worked-example.ts'

const example: StatementFacts = {
  prices: [25_000, 25_000, 25_000, 25_000],
  entries: exampleBook,
  holders: exampleHolders.map(({ arc, from, who }) => ({ arc, from, holder: who })),
  endedOn: '2027-04-30',
}
const year = { from: '2027-01-01', to: '2027-12-31' }
const people = ['Ann', 'Ben', 'Cy', 'Dee'] as const satisfies readonly ExamplePerson[]

/** What a statement adds up to at its end. */
const endOf = (statement: Statement, of: 'ownCents' | 'circleCents'): number =>
  sumCents([
    statement.capitalAtStart[of],
    statement.putIn[of],
    statement.incomeLessCosts[of],
    -statement.paidOut[of],
    ...(of === 'ownCents' ? [statement.handedOnCents, statement.takenOverCents] : []),
    statement.oddCents[of],
  ])

describe('the worked example', () => {
  test.each(people)('gives %s the statement of 2027', (person) => {
    const { putIn, incomeLessCosts, paidOut, handedOnCents, takenOverCents, oddCents, capitalAtEnd } = statementOf(example, person, year)
    expect({
      putIn: putIn.ownCents,
      incomeLessCosts: incomeLessCosts.ownCents,
      paidOut: 0 - paidOut.ownCents,
      handedOn: handedOnCents + takenOverCents,
      oddCents: oddCents.ownCents,
      capital: capitalAtEnd.ownCents,
    }).toEqual(exampleStatements[person])
  })

  test('has the capital of every arc', () => {
    for (const { day, arcs } of exampleCapitalOfArcs)
      expect([day, arcs.map((_, index) => capitalOfArc(exampleBook, 4, index + 1, day))]).toEqual([day, arcs])
  })

  test('has its balances by account', () => {
    for (const [month, end] of exampleMonthEnds.entries()) {
      const balances = balancesOf(exampleBook.filter(({ day }) => day <= end).flatMap(({ lines }) => lines))
      for (const [account, months] of Object.entries(exampleBalances)) {
        const own = [...balances].filter(([key]) => key === account || key.startsWith(`${account}:`)).map(([, amount]) => amount)
        expect([end, account, sumCents(own)]).toEqual([end, account, months[month]])
      }
    }
  })

  test('says of each figure how it is reckoned, also of an arc handed on within the year', () => {
    const shares = (person: ExamplePerson) =>
      Object.fromEntries(statementOf(example, person, year).shares.map(({ account, ownCents, words }) => [account, [ownCents, words]]))
    expect(shares('Ann')).toMatchObject({
      rent: [196_167, '1 × $980.84 + 1 × $980.83'],
      repairs: [12_256, '2 × $61.28'],
      interest: [63_926, '2 × $319.63'],
      sale: [184_000, '2 × $920.00'],
      tax: [14_000, '2 × $70.00'],
    })
    expect(shares('Cy')).toMatchObject({ rent: [80_000, '1 × $800.00'], tax: [-3_750, '1 × −$37.50'] })
    expect(shares('Dee')).toMatchObject({ rent: [18_083, '1 × $180.83'], tax: [10_750, '1 × $107.50'] })
    const ann = statementOf(example, 'Ann', year)
    expect(ann.putIn.words).toBe('2 × $24,250.01')
    expect(ann.payouts.map(({ day, words }) => [day, words])).toEqual([
      ['2027-03-15', '2 × $250.01'],
      ['2027-04-28', '2 × $24,947.03'],
    ])
    expect(statementOf(example, 'Cy', year).payouts.map(({ ownCents, words }) => [ownCents, words])).toEqual([
      [25_000, '1 × $250.00'],
      [0, ''],
    ])
  })

  test('has commitments of the arcs held at the end of the period', () => {
    const commitments = (to: string) => people.map((person) => statementOf(example, person, { from: '2027-01-01', to }).commitment.ownCents)
    expect(commitments('2027-03-24')).toEqual([5_000_000, 2_500_000, 2_500_000, 0])
    expect(commitments('2027-03-25')).toEqual([5_000_000, 2_500_000, 0, 2_500_000])
  })
})

const firstDay = '2027-01-01'
const lastDay = 40
const days = Array.from({ length: lastDay + 1 }, (_, number) => addDays(firstDay, number))
const day = (number: number): string => days[number] ?? ''
const members = ['a', 'b', 'c']

type History = {
  readonly arcs: number
  readonly entries: readonly BookedEntry[]
  readonly holders: readonly ArcHolder[]
  readonly ended: boolean
}

const anAmount = fc.integer({ min: -500, max: 500 })
const lineOn = (arcs: number): fc.Arbitrary<BookLine> =>
  fc.oneof(
    fc.record({
      account: fc.constantFrom('rent' as const, 'tax' as const, 'sale' as const, 'other_costs' as const),
      amountCents: anAmount,
    }),
    fc.record({
      account: fc.constantFrom('capital' as const, 'paid_out' as const),
      arc: fc.integer({ min: 1, max: arcs }),
      amountCents: anAmount,
    }),
    fc.record({
      account: fc.constantFrom('capital' as const, 'paid_out' as const),
      arc: fc.integer({ min: 1, max: arcs }),
      person: fc.constantFrom(...members),
      amountCents: anAmount,
    }),
  )

const someHistory: fc.Arbitrary<History> = fc.integer({ min: 1, max: 4 }).chain((arcs) =>
  fc
    .record({
      entries: fc.array(
        fc.record({ on: fc.nat(lastDay), reverses: fc.option(fc.nat(lastDay)), lines: fc.array(lineOn(arcs), { maxLength: 3 }) }),
        { maxLength: 15 },
      ),
      first: fc.array(fc.constantFrom(...members), { minLength: arcs, maxLength: arcs }),
      transfers: fc.array(
        fc.record({ on: fc.integer({ min: 1, max: lastDay }), arc: fc.integer({ min: 1, max: arcs }), to: fc.constantFrom(...members) }),
        { maxLength: 6 },
      ),
      ended: fc.boolean(),
    })
    .map(({ entries, first, transfers, ended }) => ({
      arcs,
      ended,
      // The other side of every line is cash, which statements do not show.
      entries: entries.map(({ on, reverses, lines }) => ({
        day: day(on),
        ...(reverses !== null && { reversesDay: day(Math.min(on, reverses)) }),
        lines: [
          ...lines,
          { account: 'cash' as const, bankAccount: 'x', amountCents: 0 - sumCents(lines.map(({ amountCents }) => amountCents)) },
        ],
      })),
      holders: [
        ...first.map((holder, index) => ({ arc: index + 1, from: firstDay, holder })),
        ...[...transfers].sort((x, y) => x.on - y.on).map(({ on, arc, to }) => ({ arc, from: day(on), holder: to })),
      ],
    })),
)

/** Walks day by day and arc by arc: arcs change hands in the morning with all that stands on them, then the day is booked. */
function slowly({ arcs, entries, holders, ended }: History, member: string, from: number, to: number) {
  const all = { putIn: 0, income: 0, paidOut: 0, handed: 0, odd: 0 }
  const capital = Array<number>(arcs).fill(0)
  const totals = new Map<BookAccount, number>()
  let own = 0
  let start = 0
  for (let today = 0; today <= to; today += 1) {
    if (today === from) {
      start = own
      for (const key of Object.keys(all) as (keyof typeof all)[]) all[key] = 0
    }
    for (const [index, row] of holders.entries()) {
      if (row.from !== day(today) || today === 0) continue
      const seller = holders.slice(0, index).findLast(({ arc }) => arc === row.arc)?.holder
      const worth = capital[row.arc - 1] ?? 0
      if (seller === member) all.handed -= worth
      if (row.holder === member) all.handed += worth
      own += (row.holder === member ? worth : 0) - (seller === member ? worth : 0)
    }
    const before = new Map(totals)
    for (const { lines, reversesDay } of entries.filter((entry) => entry.day === day(today)))
      for (const line of lines) {
        if (line.account === 'capital' || line.account === 'paid_out') {
          const holder = holderOn(holders, line.arc, day(today))
          const of = line.person ?? holderOn(holders, line.arc, reversesDay ?? day(today))
          capital[line.arc - 1] = (capital[line.arc - 1] ?? 0) - line.amountCents
          if (holder === member) own -= line.amountCents
          if (of === member) all[line.account === 'capital' ? 'putIn' : 'paidOut'] += line.amountCents
          // Whose amount it is and whose arc: the difference goes with the arc.
          if (of === member && holder !== member) all.handed += line.amountCents
          if (of !== member && holder === member) all.handed -= line.amountCents
        } else totals.set(line.account, (totals.get(line.account) ?? 0) + line.amountCents)
      }
    for (let arc = 1; arc <= arcs; arc += 1)
      for (const account of sharedAccounts) {
        const share = shareOfTotal(before.get(account) ?? 0, arcs, arc) - shareOfTotal(totals.get(account) ?? 0, arcs, arc)
        capital[arc - 1] = (capital[arc - 1] ?? 0) + share
        if (holderOn(holders, arc, day(today)) !== member) continue
        own += share
        all.income += share
      }
  }
  if (ended && to >= lastDay) {
    all.odd = -own
    own = 0
  }
  return { start, ...all, end: own }
}

describe('statements of random histories', () => {
  test('are those of a slow walk through every day, add up for each member, and together are the circle’s', () => {
    fc.assert(
      fc.property(someHistory, fc.nat(lastDay), fc.nat(lastDay), (history, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const facts: StatementFacts = {
          prices: Array(history.arcs).fill(10_000),
          entries: history.entries,
          holders: history.holders,
          endedOn: history.ended ? day(lastDay) : null,
        }
        const statements = members.map((member) => statementOf(facts, member, { from: day(from), to: day(to) }))
        for (const [index, statement] of statements.entries()) {
          expect({
            start: statement.capitalAtStart.ownCents,
            putIn: 0 - statement.putIn.ownCents,
            income: statement.incomeLessCosts.ownCents,
            paidOut: statement.paidOut.ownCents,
            handed: statement.handedOnCents + statement.takenOverCents,
            odd: statement.oddCents.ownCents,
            end: statement.capitalAtEnd.ownCents,
          }).toEqual(
            Object.fromEntries(Object.entries(slowly(history, members[index] ?? '', from, to)).map(([key, cents]) => [key, cents || 0])),
          )
          expect(endOf(statement, 'ownCents')).toBe(statement.capitalAtEnd.ownCents)
          expect(endOf(statement, 'circleCents')).toBe(statement.capitalAtEnd.circleCents)
          for (const { account } of statement.shares) expect(['income', 'cost']).toContain(bookAccounts[account].kind)
        }
        const together = (pick: (statement: Statement) => number) => sumCents(statements.map(pick))
        const [first] = statements
        if (!first) return
        for (const field of ['capitalAtStart', 'putIn', 'incomeLessCosts', 'paidOut', 'oddCents', 'capitalAtEnd', 'commitment'] as const)
          expect([field, together((statement) => statement[field].ownCents)]).toEqual([field, first[field].circleCents])
        expect(together((statement) => statement.handedOnCents + statement.takenOverCents)).toBe(0)
      }),
      { numRuns: 400 },
    )
  })

  test('of periods that follow each other join without a gap', () => {
    fc.assert(
      fc.property(someHistory, fc.integer({ min: 1, max: lastDay }), fc.constantFrom(...members), (history, second, member) => {
        const facts: StatementFacts = {
          prices: Array(history.arcs).fill(10_000),
          entries: history.entries,
          holders: history.holders,
          endedOn: null,
        }
        const before = statementOf(facts, member, { from: day(0), to: day(second - 1) })
        const after = statementOf(facts, member, { from: day(second), to: day(lastDay) })
        const whole = statementOf(facts, member, { from: day(0), to: day(lastDay) })
        expect(after.capitalAtStart).toEqual(before.capitalAtEnd)
        for (const field of ['putIn', 'incomeLessCosts', 'paidOut'] as const)
          expect(before[field].ownCents + after[field].ownCents).toBe(whole[field].ownCents)
        expect(whole.capitalAtEnd).toEqual(after.capitalAtEnd)
      }),
      { numRuns: 300 },
    )
  })
})

test('a payout declared before an arc was handed on is in the seller’s statement, not in the buyer’s', () => {
  const facts: StatementFacts = {
    prices: [10_000],
    holders: [
      { arc: 1, from: day(0), holder: 'a' },
      { arc: 1, from: day(10), holder: 'b' },
    ],
    entries: [
      { day: day(1), lines: [{ account: 'capital', arc: 1, amountCents: -1_000 }] },
      { day: day(12), lines: [{ account: 'paid_out', arc: 1, person: 'a', amountCents: 300 }] },
    ],
    endedOn: null,
  }
  const period = { from: day(0), to: day(20) }
  expect(statementOf(facts, 'a', period)).toMatchObject({
    putIn: { ownCents: 1_000 },
    paidOut: { ownCents: 300 },
    handedOnCents: -700,
    capitalAtEnd: { ownCents: 0 },
  })
  expect(statementOf(facts, 'b', period)).toMatchObject({ paidOut: { ownCents: 0 }, takenOverCents: 700, capitalAtEnd: { ownCents: 700 } })
})

test('a payment that came back after its arc was handed on is in the statement of who had paid it', () => {
  const payment = [{ account: 'capital', arc: 1, amountCents: -1_000 }] as const
  const facts: StatementFacts = {
    prices: [10_000],
    holders: [
      { arc: 1, from: day(0), holder: 'a' },
      { arc: 1, from: day(10), holder: 'b' },
    ],
    entries: [
      { day: day(8), lines: payment },
      { day: day(12), reversesDay: day(8), lines: payment.map((line) => ({ ...line, amountCents: 1_000 })) },
    ],
    endedOn: null,
  }
  const period = { from: day(0), to: day(20) }
  expect(statementOf(facts, 'a', period)).toMatchObject({ putIn: { ownCents: 0 }, handedOnCents: 0 })
  expect(statementOf(facts, 'b', period)).toMatchObject({ putIn: { ownCents: 0 }, takenOverCents: 0, capitalAtEnd: { ownCents: 0 } })
})
