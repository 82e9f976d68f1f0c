import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Allotment, allotAgain, allotArcs, arcsLeft, type Bid, reckoningWords } from './bids.ts'

const bid = (bidder: string, held: number, wanted: number, memberSince = 0): Bid => ({ bidder, held, wanted, memberSince })
const counts = (allotments: readonly Allotment[]): Record<string, number> =>
  Object.fromEntries(allotments.map(({ bidder, gets }) => [bidder, gets.length]))
const numbers = (allotments: readonly Allotment[]): Record<string, readonly number[]> =>
  Object.fromEntries(allotments.map(({ bidder, gets }) => [bidder, gets]))

describe('too many bids', () => {
  test('for two arcs: A holds 6 and wants 2, B holds 2 and wants 1, C holds 1 and wants 1', () => {
    const allotments = allotArcs([10, 11], [bid('C', 1, 1), bid('B', 2, 1), bid('A', 6, 2)])
    expect(numbers(allotments)).toEqual({ A: [10], B: [11], C: [] })
    expect(allotments.map(reckoningWords)).toEqual(['2 × 6 ÷ 9 = 1.33', '2 × 2 ÷ 9 = 0.44', '2 × 1 ÷ 9 = 0.22'])
  })

  test('for five arcs: A holds 6 and wants 2, B 3 and wants 5, C 1 and wants 5', () => {
    const allotments = allotArcs([5, 4, 3, 2, 1], [bid('A', 6, 2), bid('B', 3, 5), bid('C', 1, 5)])
    expect(numbers(allotments)).toEqual({ A: [1, 2], B: [3, 4], C: [5] })
    expect(allotments.map(reckoningWords)).toEqual(['5 × 6 ÷ 10 = 3', '3 × 3 ÷ 4 = 2.25', '3 × 1 ÷ 4 = 0.75'])
  })

  test('go by the arcs held, not by the arcs wanted; the lowest number goes to who held more', () => {
    const allotments = allotArcs([10, 11], [bid('Omar', 3, 1, 1), bid('Maya', 4, 2, 5), bid('Celeste', 2, 1, 9)])
    expect(numbers(allotments)).toEqual({ Maya: [10], Omar: [11], Celeste: [] })
    expect(allotments.map(reckoningWords)).toEqual(['2 × 4 ÷ 9 = 0.89', '2 × 3 ÷ 9 = 0.67', '2 × 2 ÷ 9 = 0.44'])
  })

  test('give ties to the longest member', () => {
    expect(counts(allotArcs([7], [bid('new', 2, 1, 20), bid('old', 2, 1, 10)]))).toEqual({ old: 1, new: 0 })
    expect(counts(allotArcs([7], [bid('old', 2, 1, 10), bid('new', 2, 1, 20)]))).toEqual({ old: 1, new: 0 })
  })

  test('give nothing to who held nothing when the offer was made, before the others have what they want', () => {
    expect(counts(allotArcs([1, 2, 3], [bid('A', 1, 2), bid('late', 0, 3)]))).toEqual({ A: 2, late: 1 })
    expect(counts(allotArcs([1, 2, 3], [bid('A', 1, 3), bid('late', 0, 3)]))).toEqual({ A: 3, late: 0 })
  })
})

test('with arcs for every bid each gets what they bid, and the rest is left for others', () => {
  const allotments = allotArcs([4, 9, 2], [bid('A', 6, 1), bid('B', 1, 1), bid('C', 3, 0)])
  expect(numbers(allotments)).toEqual({ A: [2], B: [4] })
  expect(allotments.map(reckoningWords)).toEqual(['', ''])
  expect(arcsLeft([4, 9, 2], allotments)).toEqual([9])
  expect(allotArcs([1, 2], [])).toEqual([])
  expect(numbers(allotArcs([1, 2], [bid('A', 1, 2)]))).toEqual({ A: [1, 2] })
})

describe('arcs that were not paid', () => {
  const bids = [bid('A', 6, 2), bid('B', 3, 5), bid('C', 1, 5)]
  const first = allotArcs([1, 2, 3, 4, 5], bids)

  test('are reckoned once more among the bids of the others', () => {
    // A had what they wanted; B and C still want 3 and 4.
    expect(numbers(allotAgain([1, 2], bids, first, ['A']))).toEqual({ B: [1, 2], C: [] })
    expect(numbers(allotAgain([3, 4], bids, first, ['B']))).toEqual({ C: [3, 4] })
    expect(allotAgain([1, 2, 3, 4, 5], bids, first, ['A', 'B', 'C'])).toEqual([])
  })

  test('go to others where nobody wants them', () => {
    const few = [bid('A', 6, 2), bid('B', 3, 1)]
    const allotted = allotArcs([1, 2, 3], few)
    expect(arcsLeft([1, 2], allotAgain([1, 2], few, allotted, ['A']))).toEqual([1, 2])
  })
})

/** One round after the other in whole fractions; arc after arc goes to who lacks most of their exact part. */
function slowly(offered: number, bids: readonly Bid[]): Map<string, number> {
  const got = new Map<string, number>()
  let rest = bids.filter(({ wanted }) => wanted > 0)
  let left = offered
  while (rest.length > 0) {
    const wanted = rest.reduce((sum, each) => sum + each.wanted, 0)
    if (wanted <= left) {
      for (const each of rest) got.set(each.bidder, each.wanted)
      return got
    }
    const isAnyHeld = rest.some(({ held }) => held > 0)
    const weightOf = ({ held }: Bid): number => (isAnyHeld ? held : 1)
    const all = rest.reduce((sum, each) => sum + weightOf(each), 0)
    const parts = new Map(rest.map((each) => [each, Math.floor((left * weightOf(each)) / all)]))
    while ([...parts.values()].reduce((sum, part) => sum + part, 0) < left) {
      const lacks = (each: Bid) => left * weightOf(each) - (parts.get(each) ?? 0) * all
      const next = rest.reduce((best, each) =>
        lacks(each) > lacks(best) || (lacks(each) === lacks(best) && each.memberSince < best.memberSince) ? each : best,
      )
      parts.set(next, (parts.get(next) ?? 0) + 1)
    }
    const tooMuch = rest.filter((each) => (parts.get(each) ?? 0) > each.wanted)
    for (const each of tooMuch.length > 0 ? tooMuch : rest) {
      const count = Math.min(each.wanted, parts.get(each) ?? 0)
      got.set(each.bidder, count)
      left -= count
    }
    rest = tooMuch.length > 0 ? rest.filter((each) => !tooMuch.includes(each)) : []
  }
  return got
}

describe('random bids', () => {
  const someBids = fc.array(fc.record({ held: fc.integer({ min: 0, max: 11 }), wanted: fc.nat(8) }), { maxLength: 8 }).chain((list) =>
    fc
      .shuffledSubarray(
        list.map((_, index) => index),
        { minLength: list.length },
      )
      .map((order) => list.map((each, index): Bid => ({ ...each, bidder: `b${index}`, memberSince: order[index] ?? 0 }))),
  )
  const someArcs = fc.shuffledSubarray(
    Array.from({ length: 11 }, (_, index) => index + 1),
    { minLength: 1 },
  )

  test('are allotted as a slow reference does; each arc goes once, nobody gets more than they bid', () => {
    fc.assert(
      fc.property(someArcs, someBids, (arcs, bids) => {
        const allotments = allotArcs(arcs, bids)
        const expected = slowly(arcs.length, bids)
        for (const { bidder, wanted } of bids)
          expect([bidder, counts(allotments)[bidder] ?? 0]).toEqual([bidder, wanted > 0 ? (expected.get(bidder) ?? 0) : 0])
        const given = allotments.flatMap(({ gets }) => gets)
        expect(new Set(given).size).toBe(given.length)
        const wanted = bids.reduce((sum, each) => sum + each.wanted, 0)
        expect(given.length).toBe(Math.min(arcs.length, wanted))
        expect([...given, ...arcsLeft(arcs, allotments)].sort()).toEqual([...arcs].sort())
        expect(allotments.every((each) => each.gets.length <= each.wanted)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('never give less to who held more and wants at least as much; the lowest numbers go to the largest part', () => {
    fc.assert(
      fc.property(someArcs, someBids, (arcs, bids) => {
        const allotments = allotArcs(arcs, bids)
        for (const more of allotments)
          for (const less of allotments)
            if (more.held > less.held && more.wanted >= less.wanted) expect(more.gets.length).toBeGreaterThanOrEqual(less.gets.length)
        const withArcs = allotments.filter(({ gets }) => gets.length > 0)
        const inOrder = [...withArcs].sort((a, b) => (a.gets[0] ?? 0) - (b.gets[0] ?? 0))
        expect(inOrder.map(({ gets }) => gets.length)).toEqual(withArcs.map(({ gets }) => gets.length).sort((a, b) => b - a))
        expect(withArcs.flatMap(({ gets }) => gets)).toEqual(withArcs.flatMap(({ gets }) => gets).sort((a, b) => a - b))
      }),
      { numRuns: 1_000 },
    )
  })

  test('do not depend on the order in which they came', () => {
    fc.assert(
      fc.property(someArcs, someBids, (arcs, bids) => {
        expect(allotArcs([...arcs].reverse(), [...bids].reverse())).toEqual(allotArcs(arcs, bids))
      }),
    )
  })
})
