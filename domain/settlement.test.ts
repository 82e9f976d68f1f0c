import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balancesOf } from './book-accounts.ts'
import { sumCents } from './cents.ts'
import { exampleLines } from './example-book.ts'
import { decideSettlement, type PurchaseKind, type PurchaseLine, purchaseKinds, type SettlementFacts } from './settlement.ts'
import type { SettlementKind } from './settlement-lines.ts'

const lender = 'First Valley Bank'
const closing: readonly PurchaseLine[] = [
  { kind: 'price', amountCents: 18_000_000 },
  { kind: 'purchase_costs', amountCents: 240_000 },
  { kind: 'loan', amountCents: 10_000_000, lender },
  { kind: 'loan_costs', amountCents: 110_000 },
  { kind: 'insurance', amountCents: 90_000 },
  { kind: 'interest', amountCents: 4_932 },
  { kind: 'lender_reserve', amountCents: 60_000 },
  { kind: 'tax', amountCents: -15_000 },
  { kind: 'rent', amountCents: -10_000 },
  { kind: 'deposits', amountCents: 150_000 },
]
const facts: SettlementFacts = {
  passedPriceCents: 18_000_000,
  passedLoans: [{ amountCents: 10_000_000, lender }],
  heldByTitleCents: 8_340_000,
}

const reasonOf = (lines: readonly PurchaseLine[], changed: Partial<SettlementFacts> = {}): string | null => {
  const decision = decideSettlement(lines, { ...facts, ...changed })
  return decision.ok ? null : decision.reason
}
const withLine = (kind: PurchaseKind, amountCents: number): PurchaseLine[] =>
  closing.map((line) => (line.kind === kind ? { ...line, amountCents } : line))

describe('the settlement of a purchase', () => {
  test('is booked as entry 7 of the worked example, and leaves the refund of entry 10', () => {
    const decision = decideSettlement(closing, facts)
    if (!decision.ok) throw new Error(decision.reason)
    expect(balancesOf(decision.value.lines)).toEqual(balancesOf(exampleLines(7)))
    expect(decision.value).toMatchObject({ balanceCents: 8_329_932, refundCents: 10_068 })
  })

  test('sums to 0, with every line on its side and the refund at the title company', () => {
    const kinds = Object.keys(purchaseKinds) as PurchaseKind[]
    const aLine = fc.record({
      kind: fc.constantFrom(...kinds),
      amountCents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      lender: fc.constant(lender),
    })
    const wide = { passedPriceCents: 1e12, passedLoans: [{ amountCents: 1e12, lender }], heldByTitleCents: 5_000_000 }
    fc.assert(
      fc.property(fc.array(aLine, { minLength: 1, maxLength: 12 }), (lines) => {
        const isRight = ({ kind, amountCents }: PurchaseLine) =>
          (purchaseKinds[kind] as SettlementKind).side === 'either' ? amountCents !== 0 : amountCents > 0
        const right = [{ kind: 'price' as const, amountCents: 1 }, ...lines.filter(isRight)]
        if (!lines.every(isRight)) expect(reasonOf(lines)).toBe('settlement_line_wrong')
        const decision = decideSettlement(right, wide)
        const credits: readonly PurchaseKind[] = ['seller_credit', 'loan', 'deposits']
        const balance = right.reduce((sum, { kind, amountCents }) => sum + (credits.includes(kind) ? -amountCents : amountCents), 0)
        expect(decision.ok).toBe(balance <= wide.heldByTitleCents)
        if (!decision.ok) return
        expect(sumCents(decision.value.lines.map(({ amountCents }) => amountCents))).toBe(0)
        expect(decision.value.refundCents).toBe(wide.heldByTitleCents - balance)
        expect(balancesOf(decision.value.lines).get('held:title') ?? 0).toBe(-balance || 0)
      }),
      { numRuns: 500 },
    )
  })

  test('is refused without a price and above the one that passed; credits of the seller do not make room', () => {
    expect(reasonOf(closing.filter(({ kind }) => kind !== 'price'))).toBe('settlement_price_missing')
    expect(reasonOf([...withLine('price', 18_000_001), { kind: 'seller_credit', amountCents: 100_000 }])).toBe('price_above_passed')
    expect(reasonOf([...withLine('price', 17_999_999), { kind: 'price', amountCents: 2 }])).toBe('price_above_passed')
  })

  test('is refused with a loan that no passed motion names, with amount and lender', () => {
    expect(reasonOf(closing, { passedLoans: [] })).toBe('loan_without_motion')
    expect(reasonOf(closing, { passedLoans: [{ amountCents: 10_000_000, lender: 'Another Bank' }] })).toBe('loan_without_motion')
    expect(reasonOf(withLine('loan', 10_000_001))).toBe('loan_without_motion')
    expect(reasonOf([...closing, { kind: 'loan', amountCents: 1, lender }])).toBe('loan_without_motion')
    expect(reasonOf(closing, { passedLoans: [{ amountCents: 10_000_000, lender: ' first valley bank' }] })).toBeNull()
    expect(reasonOf(withLine('loan', 9_999_999))).toBeNull()
  })

  test('is refused with a loan that names no lender, also if a motion’s lender was erased', () => {
    const erased = { passedLoans: [{ amountCents: 10_000_000, lender: '' }] }
    for (const lender of [undefined, '', ' '])
      expect(reasonOf([...closing.slice(0, 2), { kind: 'loan', amountCents: 1, ...(lender !== undefined && { lender }) }], erased)).toBe(
        'settlement_line_wrong',
      )
    expect(reasonOf(closing, erased)).toBe('loan_without_motion')
  })

  test('is refused if the title company does not hold the balance', () => {
    expect(reasonOf(closing, { heldByTitleCents: 8_329_931 })).toBe('title_company_holds_less')
    expect(reasonOf(closing, { heldByTitleCents: 8_329_932 })).toBeNull()
  })

  test('is refused with an amount on the wrong side', () => {
    for (const [kind, amount] of [
      ['price', -1],
      ['loan', -5],
      ['deposits', 0],
      ['tax', 0],
      ['insurance', 0.5],
    ] as const)
      expect(reasonOf(withLine(kind, amount))).toBe('settlement_line_wrong')
  })
})
