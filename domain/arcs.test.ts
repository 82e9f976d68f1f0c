import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Arc,
  arcsForOwnerAmount,
  decidePurchase,
  isTarget,
  oneArcPrice,
  onlySharesLeft,
  ownerAmountOptions,
  priceArcs,
  purchasePlans,
  shareAmount,
  shareCount,
  sharesAvailable,
  sharesReserved,
  targetLimits,
} from './arcs.ts'
import { minimumShareSizeValues } from './choices.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const aTarget = fc.integer({ min: targetLimits.minimum, max: targetLimits.maximum })
const aShareCount = fc.constantFrom(...minimumShareSizeValues).map(shareCount)
const someArcs = fc
  .tuple(aTarget, aShareCount, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
  .map(([target, shares, free]): Arc[] =>
    priceArcs(target, shares).map((price, index) => ({ number: index + 1, price, isFree: free[index] ?? true })),
  )

const circle = (target: number, shares: number, taken = 0): Arc[] =>
  priceArcs(target, shares).map((price, index) => ({ number: index + 1, price, isFree: index >= taken }))

describe('the prices of a circle’s arcs', () => {
  test('of thirds of 100,000 and sixths of 250,000 sum to the dollar', () => {
    expect(priceArcs(100_000, 3)).toEqual([33_333, 33_333, 33_334])
    expect(priceArcs(250_000, 6)).toEqual([41_667, 41_667, 41_667, 41_667, 41_667, 41_665])
  })

  test('are as many as the share size says', () => {
    expect(minimumShareSizeValues.map(shareCount)).toEqual([2, 3, 4, 5, 6, 8, 10, 12])
  })

  test('sum to the target, are whole and positive, and differ by less than the number of shares', () => {
    fc.assert(
      fc.property(aTarget, aShareCount, (target, shares) => {
        const prices = priceArcs(target, shares)
        const each = shareAmount(target, shares)
        expect(prices).toHaveLength(shares)
        expect(sum(prices)).toBe(target)
        expect(prices.every((price) => Number.isSafeInteger(price) && price > 0 && Math.abs(price - each) < shares)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('sum to the target for every share size over a range of consecutive targets', () => {
    for (const shares of minimumShareSizeValues.map(shareCount))
      for (let target = targetLimits.minimum; target < targetLimits.minimum + 2_000; target++)
        if (sum(priceArcs(target, shares)) !== target) throw new Error(`${shares} shares of ${target} do not close`)
  })

  test('are named by the price of one, which every arc but the last has', () => {
    fc.assert(
      fc.property(aTarget, fc.constantFrom(...minimumShareSizeValues), (totalTargetSize, minimumShareSize) => {
        const one = oneArcPrice({ totalTargetSize, minimumShareSize })
        const prices = priceArcs(totalTargetSize, shareCount(minimumShareSize))
        expect(new Set(prices.slice(0, -1))).toEqual(new Set([one]))
      }),
    )
    expect(oneArcPrice({ totalTargetSize: 100_000, minimumShareSize: '1/3' })).toBe(33_333)
    expect(oneArcPrice({ totalTargetSize: null, minimumShareSize: '1/3' })).toBeNull()
    expect(oneArcPrice({ totalTargetSize: 100_000, minimumShareSize: null })).toBeNull()
  })

  test('do not exist without a valid target', () => {
    for (const target of [null, undefined, Number.NaN, 0, -5, 9_999, 10_000.5, 1_000_000_001, Number.POSITIVE_INFINITY]) {
      expect(isTarget(target)).toBe(false)
      expect(priceArcs(target, 4)).toEqual([])
    }
  })
})

describe('a purchase', () => {
  test('takes the lowest-numbered free arcs', () => {
    const arcs = circle(100_000, 3, 1)
    expect(decidePurchase([...arcs].reverse(), 33_333)).toEqual({ ok: true, value: [arcs[1]] })
    expect(decidePurchase(arcs, 66_667)).toEqual({ ok: true, value: [arcs[1], arcs[2]] })
  })

  test('is refused with a reason', () => {
    expect(decidePurchase(circle(100_000, 3, 3), 33_333)).toEqual({ ok: false, reason: 'circle_full' })
    expect(decidePurchase(circle(100_000, 3, 2), 66_667)).toEqual({ ok: false, reason: 'too_few_arcs_left' })
    for (const odd of [0, -33_333, 33_334, 1, 33_333.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(decidePurchase(circle(100_000, 3), odd)).toEqual({ ok: false, reason: 'not_a_whole_number_of_arcs' })
    expect(decidePurchase([], 33_333)).toEqual({ ok: false, reason: 'circle_full' })
  })

  test('of too much says how much is left', () => {
    expect([onlySharesLeft(3), onlySharesLeft(1)]).toEqual(['Only 3 shares are left', 'Only 1 share is left'])
  })

  test('is granted for exactly the amounts that the page offers', () => {
    fc.assert(
      fc.property(someArcs, fc.integer({ min: -3, max: 3 }), fc.nat(12), (arcs, offBy, which) => {
        const plans = purchasePlans(arcs)
        const amount = (plans[which % Math.max(plans.length, 1)]?.amount ?? 20_000) + offBy
        const offered = plans.find((plan) => plan.amount === amount)
        const decision = decidePurchase(arcs, amount)

        expect(decision.ok).toBe(offered !== undefined)
        if (!decision.ok) return
        expect(decision.value).toHaveLength(offered?.arcs ?? -1)
        expect(sum(decision.value.map((arc) => arc.price))).toBe(amount)
        expect(decision.value.every((arc) => arc.isFree)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is refused with the reason that an exhaustive search over all choices of arcs finds', () => {
    const slowly = (arcs: readonly Arc[], amount: number) => {
      const free = arcs.filter((arc) => arc.isFree)
      if (free.length === 0) return 'circle_full'
      for (let count = 1; count <= free.length; count++) if (sum(free.slice(0, count).map((arc) => arc.price)) === amount) return count
      return amount > sum(free.map((arc) => arc.price)) ? 'too_few_arcs_left' : 'not_a_whole_number_of_arcs'
    }
    fc.assert(
      fc.property(someArcs, fc.oneof(fc.integer({ min: -10, max: 1_100_000_000 }), fc.nat(40_000)), (arcs, amount) => {
        const decision = decidePurchase(arcs, amount)
        expect(decision.ok ? decision.value.length : decision.reason).toBe(slowly(arcs, amount))
      }),
      { numRuns: 2_000 },
    )
  })

  test('of everything that is left fills the circle', () => {
    fc.assert(
      fc.property(someArcs, (arcs) => {
        const last = purchasePlans(arcs).at(-1)
        expect(last?.arcs ?? 0).toBe(sharesAvailable(arcs))
        expect(last?.amount ?? 0).toBe(arcs.reduce((sum, arc) => sum + (arc.isFree ? arc.price : 0), 0))
      }),
    )
  })
})

describe('the owner’s amount', () => {
  test('is offered as up to eight buttons', () => {
    expect(ownerAmountOptions(500_000, 8).map((plan) => plan.amount)).toEqual([
      62_500, 125_000, 187_500, 250_000, 312_500, 375_000, 437_500, 500_000,
    ])
    expect(ownerAmountOptions(1_200_000, 12)).toHaveLength(8)
    expect(ownerAmountOptions(100_000, 3).at(-1)).toEqual({ arcs: 3, amount: 100_000 })
    expect(ownerAmountOptions(undefined, 3)).toEqual([])
  })

  test('may be any whole number of arcs, also more than the buttons offer', () => {
    expect(arcsForOwnerAmount(1_200_000, 12, 1_100_000)).toEqual({ ok: true, value: 11 })
    expect(arcsForOwnerAmount(100_000, 3, 100_000)).toEqual({ ok: true, value: 3 })
  })

  test('is refused with a reason otherwise', () => {
    expect(arcsForOwnerAmount(null, 3, 33_333)).toEqual({ ok: false, reason: 'no_target' })
    expect(arcsForOwnerAmount(100_000, 3, 33_332)).toEqual({ ok: false, reason: 'below_one_share' })
    expect(arcsForOwnerAmount(100_000, 3, 100_001)).toEqual({ ok: false, reason: 'above_target' })
    expect(arcsForOwnerAmount(100_000, 3, 99_999)).toEqual({ ok: false, reason: 'not_a_whole_number_of_arcs' })
    expect(arcsForOwnerAmount(100_000, 3, Number.NaN)).toEqual({ ok: false, reason: 'not_a_whole_number_of_arcs' })
  })

  test('is accepted for every button', () => {
    fc.assert(
      fc.property(aTarget, aShareCount, (target, shares) => {
        for (const plan of ownerAmountOptions(target, shares)) {
          expect(arcsForOwnerAmount(target, shares, plan.amount)).toEqual({ ok: true, value: plan.arcs })
          expect(sharesReserved(target, shares, plan.amount)).toBe(plan.arcs)
        }
      }),
    )
  })

  test('reserves a started share completely and never more shares than there are', () => {
    expect(sharesReserved(500_000, 8, 62_501)).toBe(2)
    expect(sharesReserved(100_000, 3, 100_000)).toBe(3)
    expect(sharesReserved(100_000, 3, 900_000)).toBe(3)
    expect(sharesReserved(100_000, 3, 0)).toBe(0)
    expect(sharesReserved(null, 3, 50_000)).toBe(0)
  })
})
