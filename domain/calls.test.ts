import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceArcs, shareCount, targetLimits } from './arcs.ts'
import { balancesOf } from './book-accounts.ts'
import {
  decidePurchaseCall,
  fillParts,
  furtherCallParts,
  leastPerArcCents,
  leftToCall,
  type OpenPart,
  partState,
  partStateWords,
  paymentLines,
} from './calls.ts'
import { splitByWeights, sumCents } from './cents.ts'
import { minimumShareSizes } from './choices.ts'
import { exampleLines } from './example-book.ts'
import { exampleCalls } from './worked-example.ts'

const none = (arcs: number): number[] => Array(arcs).fill(0)
const add = (a: readonly number[], b: readonly number[]): number[] => a.map((cents, index) => cents + (b[index] ?? 0))

/** The parts of calls that follow each other, and what each arc was asked in the end. */
function callInTurn(prices: readonly number[], amounts: readonly number[]) {
  let asked = none(prices.length)
  const calls = amounts.map((amount) => {
    const decision = decidePurchaseCall(prices, asked, amount)
    if (decision.ok) asked = add(asked, decision.value)
    return decision.ok ? decision.value : decision.reason
  })
  return { calls, asked }
}

const somePrices = fc
  .tuple(
    fc.integer({ min: targetLimits.minimum, max: targetLimits.maximum }),
    fc.constantFrom(...minimumShareSizes.map(({ value }) => shareCount(value))),
  )
  .map(([target, arcs]) => priceArcs(target, arcs))

describe('purchase calls', () => {
  test('ask a third of $100,000 whole or in three instalments, to the cent', () => {
    const thirds = priceArcs(100_000, 3)
    expect(callInTurn(thirds, [10_000_000]).calls).toEqual([[3_333_300, 3_333_300, 3_333_400]])
    expect(callInTurn(thirds, [3_333_333, 3_333_333, 3_333_334])).toEqual({
      calls: [
        [1_111_100, 1_111_100, 1_111_133],
        [1_111_100, 1_111_100, 1_111_133],
        [1_111_100, 1_111_100, 1_111_134],
      ],
      asked: [3_333_300, 3_333_300, 3_333_400],
    })
  })

  test('of $10,000 three times over three equal arcs ask $10,000 each in all', () => {
    const { calls, asked } = callInTurn([30_000, 30_000, 30_000], [1_000_000, 1_000_000, 1_000_000])
    expect(calls).toEqual([
      [333_334, 333_333, 333_333],
      [333_333, 333_334, 333_333],
      [333_333, 333_333, 333_334],
    ])
    expect(asked).toEqual([1_000_000, 1_000_000, 1_000_000])
  })

  test('are those of the worked example', () => {
    const [first] = exampleCalls
    expect(callInTurn(priceArcs(100_000, 4), [first.amountCents]).calls).toEqual([first.partCents])
  })

  test('sum exactly, never ask less than nothing, and come to the price of each arc in the end', () => {
    const someSteps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })
    fc.assert(
      fc.property(somePrices, someSteps, (prices, steps) => {
        let asked = none(prices.length)
        const least = leastPerArcCents * prices.length
        const call = (amount: number) => {
          const decision = decidePurchaseCall(prices, asked, amount)
          if (!decision.ok) throw new Error(decision.reason)
          expect(sumCents(decision.value)).toBe(amount)
          expect(Math.min(...decision.value)).toBeGreaterThan(0)
          asked = add(asked, decision.value)
          expect(asked).toEqual(splitByWeights(sumCents(asked), prices))
        }
        for (const step of steps) {
          const left = leftToCall(prices, asked)
          if (left >= 2 * least) call(least + Math.floor((left - 2 * least) * step * step * step))
        }
        call(leftToCall(prices, asked))
        expect(asked).toEqual(prices.map((price) => price * 100))
      }),
      { numRuns: 300 },
    )
  })

  test('ask at least $1 per arc, and together at most the target', () => {
    const prices = priceArcs(100_000, 3)
    expect(decidePurchaseCall(prices, none(3), 299)).toEqual({ ok: false, reason: 'call_below_one_dollar_per_arc' })
    expect(decidePurchaseCall(prices, none(3), 300)).toEqual({ ok: true, value: [100, 100, 100] })
    expect(decidePurchaseCall(prices, none(3), 10_000_001)).toEqual({ ok: false, reason: 'call_above_target' })
    expect(decidePurchaseCall(prices, [3_333_200, 3_333_200, 3_333_300], 301)).toEqual({ ok: false, reason: 'call_above_target' })
  })
})

describe('further calls', () => {
  test('are those of the worked example', () => {
    const [first, second] = exampleCalls
    expect(furtherCallParts(second.amountCents, first.partCents)).toEqual(second.partCents)
  })

  test('ask the odd cents first of the arcs that were asked least', () => {
    expect(furtherCallParts(1_850_000, none(12))).toEqual([...Array(8).fill(154_167), ...Array(4).fill(154_166)])
    expect(furtherCallParts(301, [3_333_300, 3_333_300, 3_333_400])).toEqual([101, 100, 100])
  })
})

describe('a payment', () => {
  const aPart = fc.record({ call: fc.integer({ min: 1, max: 3 }), arc: fc.integer({ min: 1, max: 4 }), openCents: fc.nat(9) })
  const someParts = fc.uniqueArray(aPart, { selector: ({ call, arc }) => `${call}/${arc}`, maxLength: 8 })

  /** Puts cent after cent into the first part that lacks one. */
  function slowly(parts: readonly OpenPart[], paidCents: number, keptCents: number) {
    const inOrder = [...parts].sort((a, b) => a.call * 100 + a.arc - (b.call * 100 + b.arc))
    const got = new Map<OpenPart, number>()
    let [paid, kept] = [paidCents, keptCents]
    for (;;) {
      const next = inOrder.find((part) => (got.get(part) ?? 0) < part.openCents)
      if (!next || paid + kept === 0) return { got, keptUsed: keptCents - kept, surplus: paid }
      if (paid > 0) paid -= 1
      else kept -= 1
      got.set(next, (got.get(next) ?? 0) + 1)
    }
  }

  test('fills the oldest call first, in it the lowest arc; nothing is lost', () => {
    fc.assert(
      fc.property(someParts, fc.nat(40), fc.nat(20), (parts, paidCents, keptCents) => {
        const filling = fillParts(parts, { paidCents, keptCents })
        const { got, keptUsed, surplus } = slowly(parts, paidCents, keptCents)
        expect(filling.filled.map(({ part, amountCents }) => [part, amountCents])).toEqual([...got])
        expect([filling.keptUsedCents, filling.surplusCents]).toEqual([keptUsed, surplus])
        const lines = paymentLines('ann', { account: 'cash', bankAccount: 'operating' }, paidCents, filling)
        expect(sumCents(lines.map(({ amountCents }) => amountCents))).toBe(0)
        expect(lines.filter(({ amountCents }) => amountCents === 0)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  const partsOf = (call: number, arcs: readonly number[]): OpenPart[] =>
    arcs.map((arc) => ({ call, arc, openCents: exampleCalls[call - 1]?.partCents[arc - 1] ?? 0 }))

  test.each([
    // Earnest money before any call is kept; it counts when the call opens; then the rest is paid.
    { no: 1, payer: 'Ann', parts: [], paidCents: 200_000, keptCents: 0, into: { account: 'held', heldBy: 'title' } as const },
    { no: 2, payer: 'Ann', parts: partsOf(1, [1, 2]), paidCents: 0, keptCents: 200_000 },
    { no: 3, payer: 'Ann', parts: [{ call: 1, arc: 1, openCents: 2_200_001 }, ...partsOf(1, [2])], paidCents: 4_600_002, keptCents: 0 },
    { no: 4, payer: 'Ben', parts: partsOf(1, [3]), paidCents: 2_402_500, keptCents: 0 },
    { no: 5, payer: 'Cy', parts: partsOf(1, [4]), paidCents: 2_400_000, keptCents: 0 },
    { no: 15, payer: 'Ann', parts: partsOf(2, [2, 1]), paidCents: 50_000, keptCents: 0 },
    { no: 16, payer: 'Ben', parts: partsOf(2, [3]), paidCents: 22_501, keptCents: 2_500 },
    { no: 17, payer: 'Cy', parts: partsOf(2, [4]), paidCents: 25_001, keptCents: 0 },
  ])('is booked as entry $no of the worked example', ({ no, payer, parts, paidCents, keptCents, into }) => {
    const lines = paymentLines(
      payer,
      into ?? { account: 'cash', bankAccount: 'operating' },
      paidCents,
      fillParts(parts, { paidCents, keptCents }),
    )
    expect(balancesOf(lines)).toEqual(balancesOf(exampleLines(no)))
  })

  test('names the call on each line of capital, oldest first', () => {
    const parts: OpenPart[] = [
      { call: 2, callId: 'second', arc: 1, openCents: 50 },
      { call: 1, callId: 'first', arc: 1, openCents: 100 },
    ]
    expect(
      paymentLines('ann', { account: 'cash', bankAccount: 'operating' }, 120, fillParts(parts, { paidCents: 120, keptCents: 0 })),
    ).toEqual([
      { account: 'cash', bankAccount: 'operating', amountCents: 120 },
      { account: 'capital', arc: 1, call: 'first', amountCents: -100 },
      { account: 'capital', arc: 1, call: 'second', amountCents: -20 },
    ])
  })

  test('leaves kept money alone where it reaches by itself', () => {
    expect(fillParts([{ call: 1, arc: 3, openCents: 100 }], { paidCents: 130, keptCents: 25 })).toMatchObject({
      keptUsedCents: 0,
      surplusCents: 30,
    })
  })
})

describe('a part', () => {
  const due = { askedCents: 100, dueDay: '2028-05-31' }

  test.each([
    [0, '2028-05-31', 'open', 'Not yet'],
    [1, '2028-05-31', 'in_part', 'In part'],
    [99, '2028-06-01', 'overdue', 'Late by 1 day'],
    [0, '2028-06-04', 'overdue', 'Late by 4 days'],
    [100, '2028-06-04', 'paid', 'Paid'],
  ] as const)('of 100 cents with %i paid on %s is %s', (paidCents, today, state, words) => {
    expect([partState({ ...due, paidCents }, today), partStateWords({ ...due, paidCents }, today)]).toEqual([state, words])
  })
})
