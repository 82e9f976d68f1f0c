import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balancesOf } from './book-accounts.ts'
import { sumCents } from './cents.ts'
import { exampleBook, exampleLines } from './example-book.ts'
import { decideSale, type SaleFacts, type SaleKind, type SaleLine, saleKinds } from './sale.ts'
import type { SettlementKind } from './settlement-lines.ts'

const day = 1_000
const closing: readonly SaleLine[] = [
  { kind: 'price', amountCents: 20_000_000 },
  { kind: 'sale_costs', amountCents: 1_200_000 },
  { kind: 'payoff', amountCents: 9_980_040 },
  { kind: 'interest', amountCents: 22_968 },
  { kind: 'deposits', amountCents: 150_000 },
  { kind: 'tax', amountCents: 43_000 },
  { kind: 'rent', amountCents: 82_667 },
]
const before = balancesOf(exampleBook.filter(({ no }) => no < 31).flatMap(({ lines }) => lines))
const deposits = [{ tenant: 'Tess', heldCents: 150_000 }]
const facts: SaleFacts = { leastPriceCents: 20_000_000, passedAt: 0, balances: before, deposits }

const reasonOf = (lines: readonly SaleLine[], changed: Partial<SaleFacts> = {}, days = 10): string | null => {
  const decision = decideSale(lines, { ...facts, ...changed }, { now: days * day, noticeSeconds: 1 })
  return decision.ok ? null : decision.reason
}
const withLine = (kind: SaleKind, amountCents: number): SaleLine[] =>
  closing.map((line) => (line.kind === kind ? { kind, amountCents } : line))

describe('a sale', () => {
  test('is booked as entry 31 of the worked example', () => {
    const decision = decideSale(closing, facts, { now: 0, noticeSeconds: 1 })
    if (!decision.ok) throw new Error(decision.reason)
    expect(balancesOf(decision.value.lines)).toEqual(balancesOf(exampleLines(31)))
    expect(decision.value.proceedsCents).toBe(8_521_325)
  })

  test('sums to 0 and takes the property out of the book, whatever the lines', () => {
    const kinds = Object.keys(saleKinds) as SaleKind[]
    const aLine = fc.record({ kind: fc.constantFrom(...kinds), amountCents: fc.integer({ min: -1_000_000, max: 1_000_000 }) })
    fc.assert(
      fc.property(fc.array(aLine, { maxLength: 12 }), fc.nat(5_000_000), fc.nat(1_000_000), (lines, bookValue, held) => {
        const isRight = ({ kind, amountCents }: SaleLine) =>
          (saleKinds[kind] as SettlementKind).side === 'either' ? amountCents !== 0 : amountCents > 0
        const all: SaleLine[] = [{ kind: 'price', amountCents: 500_000 }, ...lines]
        const changed = {
          leastPriceCents: 1,
          balances: new Map([
            ['property', bookValue],
            ['held:title', held],
          ]),
          deposits: [{ tenant: '', heldCents: 0 }],
        }
        if (!lines.every(isRight)) expect(reasonOf(all, changed)).toBe('settlement_line_wrong')
        const right = all.filter(isRight)
        const sumOf = (wanted: SaleKind) => right.reduce((sum, { kind, amountCents }) => (kind === wanted ? sum + amountCents : sum), 0)
        changed.balances.set('loan', 0 - sumOf('payoff'))
        changed.deposits = [{ tenant: '', heldCents: sumOf('deposits') }]
        const decision = decideSale(right, { ...facts, ...changed }, { now: 0, noticeSeconds: 1 })
        const proceeds = right.reduce((sum, { kind, amountCents }) => sum + (kind === 'price' ? amountCents : -amountCents), held)
        expect(decision.ok).toBe(proceeds >= 0)
        if (!decision.ok) return
        expect(sumCents(decision.value.lines.map(({ amountCents }) => amountCents))).toBe(0)
        const booked = balancesOf(decision.value.lines)
        expect([booked.get('property') ?? 0, decision.value.proceedsCents]).toEqual([0 - bookValue, proceeds])
        expect(held + (booked.get('held:title') ?? 0)).toBe(proceeds)
      }),
      { numRuns: 500 },
    )
  })

  test('is refused without a price and below that of the motion', () => {
    expect(reasonOf(closing.filter(({ kind }) => kind !== 'price'))).toBe('settlement_price_missing')
    expect([reasonOf(withLine('price', 19_999_999)), reasonOf(withLine('price', 20_000_000))]).toEqual(['sale_below_passed_price', null])
    expect(reasonOf([...withLine('price', 19_999_999), { kind: 'price', amountCents: 1 }])).toBeNull()
  })

  test('is refused more than 180 days of notice after the motion', () => {
    expect([180, 180.001].map((days) => reasonOf(closing, {}, days))).toEqual([null, 'sale_too_late'])
  })

  test('pays off exactly what is left of the loan', () => {
    expect([9_980_039, 9_980_041].map((cents) => reasonOf(withLine('payoff', cents)))).toEqual([
      'payoff_is_not_the_loan',
      'payoff_is_not_the_loan',
    ])
    expect(reasonOf(closing.filter(({ kind }) => kind !== 'payoff'))).toBe('payoff_is_not_the_loan')
    expect(reasonOf([...withLine('payoff', 9_980_039), { kind: 'payoff', amountCents: 1 }])).toBeNull()
    // Without a loan nothing is paid off.
    const withoutLoan = { balances: new Map([...before, ['loan', 0]]) }
    expect(reasonOf(closing, withoutLoan)).toBe('payoff_is_not_the_loan')
    expect(
      reasonOf(
        closing.filter(({ kind }) => kind !== 'payoff'),
        withoutLoan,
      ),
    ).toBeNull()
  })

  test('hands over each tenant’s deposit by name, and never more than is held', () => {
    const held = { deposits: [...deposits, { tenant: 'Ulf', heldCents: 70_000 }] }
    const others = closing.filter(({ kind }) => kind !== 'deposits')
    const booked = (lines: readonly SaleLine[]) => {
      const decision = decideSale([...others, ...lines], { ...facts, ...held }, { now: 0, noticeSeconds: 1 })
      return decision.ok ? decision.value.lines.filter(({ account }) => account === 'deposits_held') : decision.reason
    }
    const line = (amountCents: number, who: string) => ({ account: 'deposits_held', amountCents, who })
    expect(booked([{ kind: 'deposits', amountCents: 220_000 }])).toEqual([line(150_000, 'Tess'), line(70_000, 'Ulf')])
    expect(booked([{ kind: 'deposits', amountCents: 70_000, tenant: ' ulf ' }])).toEqual([line(70_000, 'Ulf')])
    expect(booked([])).toEqual([])
    for (const wrong of [
      [{ kind: 'deposits', amountCents: 220_001 }],
      [{ kind: 'deposits', amountCents: 70_000 }],
      [{ kind: 'deposits', amountCents: 70_001, tenant: 'Ulf' }],
      [
        { kind: 'deposits', amountCents: 70_000, tenant: 'Ulf' },
        { kind: 'deposits', amountCents: 1, tenant: 'ulf' },
      ],
      [{ kind: 'deposits', amountCents: 1, tenant: 'Vera' }],
    ] as const)
      expect(booked(wrong)).toBe('deposits_are_not_held')
  })

  test('is refused if it takes more than the title company holds, and with an amount on the wrong side', () => {
    expect(reasonOf(withLine('sale_costs', 30_000_000))).toBe('title_company_holds_less')
    expect(reasonOf(withLine('sale_costs', 30_000_000), { balances: new Map([...before, ['held:title', 21_000_000]]) })).toBeNull()
    expect([reasonOf(withLine('price', -1)), reasonOf(withLine('tax', 0))]).toEqual(['settlement_line_wrong', 'settlement_line_wrong'])
  })
})
