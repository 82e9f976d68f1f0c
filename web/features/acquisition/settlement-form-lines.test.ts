import { describe, expect, test } from 'vitest'
import { purchaseKinds } from '#domain/settlement.ts'
import { columnOf } from '#web/shared/settlement/columns.ts'
import { firstLines, lineOf, linesProblem, settlementSums, type TypedLine, typedLine } from './settlement-form-lines.ts'

const line = (kind: TypedLine['kind'], amountCents: number, change: Partial<TypedLine> = {}): TypedLine => ({
  ...typedLine(1, kind),
  amountCents,
  ...change,
})

describe('the lines of a settlement statement', () => {
  test('sum to what the closing takes from the title company and what is left there', () => {
    const lines = [
      line('price', 64_700_000),
      line('purchase_costs', 1_290_000),
      line('seller_credit', 200_000),
      line('tax', 31_250, { column: 'credited' }),
      line('insurance', 84_000),
    ].map(lineOf)
    expect(settlementSums(lines, 66_000_000)).toEqual({
      chargedCents: 66_074_000,
      creditedCents: 231_250,
      balanceCents: 65_842_750,
      refundCents: 157_250,
    })
  })

  test('a tax that the seller pays stands in the other column, as it is sent and as it is read back', () => {
    const sent = lineOf(line('tax', 31_250, { column: 'credited' }))
    expect(sent).toEqual({ kind: 'tax', amountCents: -31_250 })
    expect(columnOf(purchaseKinds[sent.kind], sent.amountCents)).toEqual({ column: 'credited', amountCents: 31_250 })
    expect(columnOf(purchaseKinds.loan, 5)).toEqual({ column: 'credited', amountCents: 5 })
    expect(columnOf(purchaseKinds.price, 5)).toEqual({ column: 'charged', amountCents: 5 })
  })

  test.each([
    ['Please give the amount of line 1, or remove it', firstLines, 0],
    ['Please give the price', [line('purchase_costs', 5)], 10],
    ['Please name the lender of line 2', [line('price', 5), line('loan', 2)], 10],
    ['The price is above the one that passed', [line('price', 64_700_001)], 70_000_000],
    ['The title company holds less than that', [line('price', 64_700_000)], 64_699_999],
    [null, [line('price', 64_700_000)], 64_700_000],
  ] as const)('are checked before they are sent: %s', (problem, lines, held) => {
    expect(linesProblem(lines, 64_700_000, held)).toBe(problem)
  })
})
