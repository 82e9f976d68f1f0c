import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comingRows, fullWords, holdingWords, type WelcomeFacts } from './welcome.ts'

const joined: WelcomeFacts = {
  arcs: 2,
  amount: 150_000,
  target: 900_000,
  freeArcs: 1,
  tookLast: false,
  properties: 2,
  openVotes: [],
}

test('what one holds, in three figures', () => {
  expect(holdingWords(joined)).toBe('2 arcs, $150,000, 16.67%')
  expect(holdingWords({ ...joined, arcs: 1, amount: 75_000 })).toBe('1 arc, $75,000, 8.33%')
})

describe('what comes next', () => {
  test('is soonest first, and says whether one’s arcs count', () => {
    const rows = comingRows({
      ...joined,
      openVotes: [
        { name: '920 Juniper Road', closesAt: '2026-11-19T18:00:00.000Z', counted: 2 },
        { name: '24 Ferry Court', closesAt: '2026-11-14T18:00:00.000Z', counted: 0 },
      ],
    })
    expect(rows.map(({ what, rest, when }) => [what.replaceAll(/[⁨⁩]/g, ''), rest, when])).toEqual([
      ['24 Ferry Court: voting closes.', 'Your arcs came too late to count in this vote. You can follow it.', ''],
      ['920 Juniper Road: voting closes.', 'Your 2 arcs count here.', ''],
      ['The circle decides what to buy.', 'Until then you may leave. No payment is taken here.', 'When 1 more arc is held'],
    ])
  })

  test('without a date is said in words', () => {
    expect(comingRows({ ...joined, properties: 0, freeArcs: 8 }).map(({ when }) => when)).toEqual([
      'Not yet known',
      'When 8 more arcs are held',
    ])
  })

  test('is at most three rows, dated ones in order before others, each with a moment or words', () => {
    const vote = fc.record({
      name: fc.string(),
      closesAt: fc.option(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString())),
      counted: fc.nat(2),
    })
    const facts = fc.record({ freeArcs: fc.nat(3), properties: fc.nat(1), openVotes: fc.array(vote, { maxLength: 5 }) })
    fc.assert(
      fc.property(facts, (given) => {
        const rows = comingRows({ ...joined, ...given })
        expect(rows.length).toBeLessThanOrEqual(3)
        const times = rows.map(({ at }) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at)))
        expect(times).toEqual(times.toSorted((a, b) => (a === b ? 0 : a - b)))
        for (const { at, when } of rows) expect((at === null) === (when !== '')).toBe(true)
      }),
    )
  })
})

test('a full circle decides from now on', () => {
  expect(fullWords(joined)).toBeNull()
  expect(fullWords({ arcs: 1, freeArcs: 0, tookLast: true })).toBe('It was the last one. The circle decides from now on.')
  expect(fullWords({ arcs: 2, freeArcs: 0, tookLast: true })).toBe('They were the last ones. The circle decides from now on.')
  expect(fullWords({ arcs: 2, freeArcs: 0, tookLast: false })).toBe('Every arc is held. The circle decides from now on.')
})
