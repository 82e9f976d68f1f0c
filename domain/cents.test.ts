import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceArcs, shareCount, targetLimits } from './arcs.ts'
import { reckonedWords, shareOfGrowth, shareOfTotal, sharesOfTotal, splitByWeights, splitEqually, sumCents } from './cents.ts'
import { minimumShareSizes } from './choices.ts'

const mostCents = 1_000_000_000_000
const anAmount = fc.oneof(fc.nat(200), fc.integer({ min: 0, max: mostCents }))
const aTotal = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -mostCents, max: mostCents }))
const arcCounts = minimumShareSizes.map(({ value }) => shareCount(value))
const anArcCount = fc.constantFrom(...arcCounts)
const somePrices = fc
  .tuple(fc.integer({ min: targetLimits.minimum, max: targetLimits.maximum }), anArcCount)
  .map(([target, arcs]) => priceArcs(target, arcs))

const indexesOf = (list: readonly unknown[]): number[] => list.map((_, index) => index)

/** Hands out the odd cents one by one, each to the one who lacks most of their exact part. */
function slowlyByWeights(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  const size = BigInt(Math.abs(total))
  const parts = weights.map((weight) => (size * BigInt(weight)) / all)
  const lacks = (index: number): bigint => size * BigInt(weights[index] ?? 0) - (parts[index] ?? 0n) * all
  while (parts.reduce((sum, part) => sum + part, 0n) < size) {
    const most = indexesOf(parts).reduce((best, index) => (lacks(index) > lacks(best) ? index : best), 0)
    parts[most] = (parts[most] ?? 0n) + 1n
  }
  return parts.map((part) => Number(total < 0 ? -part : part))
}

/** Gives a cent to every arc in turn, first to those that had least so far, until nothing is left. */
function slowlyByLeast(amount: number, soFar: readonly number[]): number[] {
  const got = soFar.map(() => 0)
  let inTurn: number[] = []
  for (let cent = 0; cent < amount; cent += 1) {
    if (inTurn.length === 0) inTurn = indexesOf(soFar)
    const least = inTurn.reduce((best, index) => ((soFar[index] ?? 0) < (soFar[best] ?? 0) ? index : best))
    got[least] = (got[least] ?? 0) + 1
    inTurn = inTurn.filter((index) => index !== least)
  }
  return got
}

const spreadOf = (amounts: readonly number[]): number => Math.max(...amounts) - Math.min(...amounts)

describe('splitting by weights', () => {
  test('agrees with a slow reference and sums exactly, up to 10 billion dollars', () => {
    fc.assert(
      fc.property(aTotal, somePrices, (total, prices) => {
        const parts = splitByWeights(total, prices)
        expect(parts).toEqual(slowlyByWeights(total, prices).map((part) => part || 0))
        expect(sumCents(parts)).toBe(total)
      }),
      { numRuns: 2_000 },
    )
  })

  test('gives equal remainders to the lower index', () => {
    expect(splitByWeights(2, [1, 1, 1])).toEqual([1, 1, 0])
    expect(splitByWeights(-2, [1, 1, 1])).toEqual([-1, -1, 0])
    expect(splitByWeights(10, [1, 3, 3])).toEqual([2, 4, 4])
  })

  test('is exact where products are beyond what JavaScript holds', () => {
    expect(splitByWeights(999_999_999_999, [333_333_333, 333_333_333, 333_333_334])).toEqual([
      333_333_333_000, 333_333_333_000, 333_333_333_999,
    ])
  })

  test('is refused without weights, with negative ones, and for what is no whole number of cents', () => {
    for (const weights of [[], [0, 0], [2, -1]]) expect(() => splitByWeights(5, weights)).toThrow(RangeError)
    for (const amount of [0.5, Number.NaN, 2 ** 53]) expect(() => splitByWeights(amount, [1])).toThrow(RangeError)
  })
})

describe('the share of a total', () => {
  test('is the total ÷ arcs, the odd cents at the lowest numbers', () => {
    expect(sharesOfTotal(100_001, 12)).toEqual([...Array(5).fill(8_334), ...Array(7).fill(8_333)])
    expect(sharesOfTotal(-5, 4)).toEqual([-2, -1, -1, -1])
    expect(Object.is(shareOfTotal(-1, 4, 2), 0)).toBe(true)
  })

  test('sums exactly, is negated with its total, and differs by at most a cent', () => {
    fc.assert(
      fc.property(aTotal, anArcCount, (total, arcs) => {
        const shares = sharesOfTotal(total, arcs)
        expect(sumCents(shares)).toBe(total)
        expect(spreadOf(shares)).toBeLessThanOrEqual(1)
        expect(shares).toEqual(sharesOfTotal(-total, arcs).map((share) => -share || 0))
        expect([...shares].sort((a, b) => Math.abs(b) - Math.abs(a))).toEqual(shares)
      }),
    )
  })

  test('of periods adds up to that of the whole', () => {
    fc.assert(
      fc.property(fc.array(aTotal, { minLength: 1, maxLength: 10 }), anArcCount, (changes, arcs) => {
        for (let arc = 1; arc <= arcs; arc += 1) {
          let total = 0
          const periods = changes.map((change) => {
            const before = total
            total += change
            return shareOfGrowth(before, total, arcs, arc)
          })
          expect(sumCents(periods)).toBe(shareOfTotal(total, arcs, arc))
        }
      }),
    )
  })
})

describe('splitting equally', () => {
  test('gives odd cents to the arcs that had least, ties to the lower number', () => {
    expect(splitEqually(100_002, [2_400_001, 2_400_001, 2_400_000, 2_400_000])).toEqual([25_000, 25_000, 25_001, 25_001])
    expect(splitEqually(1, [3, 2, 2])).toEqual([0, 1, 0])
  })

  test('agrees with giving cent after cent', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        anArcCount.chain((arcs) => fc.array(fc.nat(4), { minLength: arcs, maxLength: arcs })),
        (amount, soFar) => {
          expect(splitEqually(amount, soFar)).toEqual(slowlyByLeast(amount, soFar))
        },
      ),
    )
  })

  test('keeps arcs that differ by at most a cent so', () => {
    fc.assert(
      fc.property(
        anAmount,
        anArcCount.chain((arcs) => fc.array(fc.nat(1), { minLength: arcs, maxLength: arcs })),
        (amount, soFar) => {
          const parts = splitEqually(amount, soFar)
          expect(sumCents(parts)).toBe(amount)
          expect(spreadOf(parts.map((part, index) => part + (soFar[index] ?? 0)))).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  test('gives every arc its share of the new total, if it had that of the old one', () => {
    fc.assert(
      fc.property(anAmount, anAmount, anArcCount, (before, amount, arcs) => {
        const growth = Array.from({ length: arcs }, (_, index) => shareOfGrowth(before, before + amount, arcs, index + 1))
        expect(splitEqually(amount, sharesOfTotal(before, arcs))).toEqual(growth)
      }),
    )
  })

  test('is refused for negative amounts and without arcs', () => {
    expect(() => splitEqually(-1, [0])).toThrow(RangeError)
    expect(() => splitEqually(1, [])).toThrow(RangeError)
  })
})

test('a sum of parts is written with the larger ones first', () => {
  expect(reckonedWords([30_213, 30_214, 30_213, 30_213])).toBe('1 × $302.14 + 3 × $302.13')
  expect(reckonedWords([-25, -26])).toBe('1 × −$0.26 + 1 × −$0.25')
  expect(reckonedWords([])).toBe('')
  // A newcomer's arcs have had no part yet.
  expect(reckonedWords([0, 0])).toBe('')
  expect(reckonedWords([1, 0])).toBe('1 × $0.01 + 1 × $0.00')
})
