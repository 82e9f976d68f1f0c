import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountTicks, dayTicks, monthEnds, plotScale, stepPath } from './overview-plot.ts'

const points = [
  { day: '2026-01-30', amount: 100_000 },
  { day: '2026-01-31', amount: 300_000 },
  { day: '2026-03-02', amount: 200_000 },
]

test('amount ticks are round, start at zero and reach above the highest amount', () => {
  expect(amountTicks(300_000)).toEqual([0, 100_000, 200_000, 300_000])
  expect(amountTicks(0)).toEqual([0])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (highest) => {
      const ticks = amountTicks(highest)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(ticks.length).toBeLessThanOrEqual(6)
    }),
  )
})

test('day ticks run from the first to the last day, each once', () => {
  expect(dayTicks(points, 3)).toEqual(['2026-01-30', '2026-02-15', '2026-03-02'])
  expect(dayTicks(points.slice(0, 2), 5)).toEqual(['2026-01-30', '2026-01-31'])
  expect(dayTicks(points.slice(0, 1), 5)).toEqual(['2026-01-30'])
  expect(dayTicks([], 5)).toEqual([])
})

test('the line is flat until the day an amount changes', () => {
  const scale = plotScale(points, { width: 131, height: 100, left: 0, right: 100, top: 0, bottom: 0 })
  expect(stepPath(points, scale)).toBe('M0 66.7H1V0H31V33.3')
})

test('the table has the amount at the end of each month', () => {
  expect(monthEnds(points)).toEqual([points[1], points[2]])
})
