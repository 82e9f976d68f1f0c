import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceArcs, shareCount, targetLimits } from './arcs.ts'
import { minimumShareSizeValues } from './choices.ts'
import { isFullyFunded, ownershipPercent, percentFunded, remainingGoal, sharePercent } from './funding.ts'

const aTarget = fc.integer({ min: targetLimits.minimum, max: targetLimits.maximum })
const anAmount = fc.nat(2 * targetLimits.maximum)

describe('funding progress', () => {
  test('is rounded half up and capped at 100', () => {
    expect(percentFunded(675_000, 900_000)).toBe(75)
    expect(percentFunded(29_000, 200_000)).toBe(15)
    expect(percentFunded(28_999, 200_000)).toBe(14)
    expect(percentFunded(1_500_000, 1_000_000)).toBe(100)
  })

  test('is 0 without a target', () => {
    for (const none of [null, undefined, 0]) expect(percentFunded(50_000, none)).toBe(0)
  })

  test('agrees with integer arithmetic', () => {
    fc.assert(
      fc.property(anAmount, aTarget, (sum, target) => {
        const halfUp = Number((BigInt(sum) * 200n + BigInt(target)) / (2n * BigInt(target)))
        expect(percentFunded(sum, target)).toBe(Math.min(100, halfUp))
      }),
      { numRuns: 2_000 },
    )
  })

  test('reaches 100 with the last arc and not before', () => {
    fc.assert(
      fc.property(aTarget, fc.constantFrom(...minimumShareSizeValues), (target, size) => {
        const prices = priceArcs(target, shareCount(size))
        let sum = 0
        prices.forEach((price, index) => {
          sum += price
          expect(isFullyFunded(sum, target)).toBe(index === prices.length - 1)
        })
      }),
    )
  })
})

test('the remaining goal is never below zero', () => {
  expect(remainingGoal(675_000, 900_000)).toBe(225_000)
  expect(remainingGoal(900_001, 900_000)).toBe(0)
  expect(remainingGoal(5, null)).toBe(0)
  fc.assert(fc.property(anAmount, aTarget, (sum, target) => remainingGoal(sum, target) === (sum < target ? target - sum : 0)))
})

test('ownership has two decimals, a share one', () => {
  expect(ownershipPercent(150_000, 900_000)).toBe('16.67%')
  expect(ownershipPercent(225_000, 900_000)).toBe('25.00%')
  expect(sharePercent(125_000, 1_000_000)).toBe('12.5%')
  expect(sharePercent(100_000, 100_000)).toBe('100.0%')
  expect([ownershipPercent(5, null), sharePercent(5, undefined)]).toEqual(['0.00%', '0.0%'])
})

test('ownership is exact to its last decimal', () => {
  fc.assert(
    fc.property(anAmount, aTarget, (amount, target) => {
      const hundredths = (BigInt(amount) * 20_000n + BigInt(target)) / (2n * BigInt(target))
      expect(ownershipPercent(amount, target)).toBe(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`)
    }),
    { numRuns: 1_000 },
  )
})
