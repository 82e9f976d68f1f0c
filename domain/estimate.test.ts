import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimate, firstAssumptions, monthlyPayment } from './estimate.ts'

test('the payment of a known loan is what published tables say', () => {
  expect(Math.round(monthlyPayment(300_000, 6, 30) * 100) / 100).toBe(1798.65)
  expect(monthlyPayment(120_000, 0, 10)).toBe(1_000)
  expect(monthlyPayment(0, 6, 30)).toBe(0)
})

test('paying a loan month by month ends at zero', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10_000, max: 5_000_000 }),
      fc.double({ min: 0, max: 15, noNaN: true }),
      fc.integer({ min: 1, max: 40 }),
      (debt, rate, years) => {
        const payment = monthlyPayment(debt, rate, years)
        let left = debt
        for (let month = 0; month < years * 12; month++) left = left * (1 + rate / 1200) - payment
        expect(Math.abs(left)).toBeLessThan(debt * 1e-6 + 0.01)
      },
    ),
  )
})

test('all arcs together pay for the whole property', () => {
  const assumed = firstAssumptions(840_000)
  expect(estimate(840_000, 12, 12, assumed).part).toBe(840_000)
  expect(estimate(840_000, 2, 12, assumed)).toMatchObject({ part: 140_000, monthlyRent: 700, yearlyReturn: 3.9 })
  expect(estimate(840_000, 0, 12, assumed)).toEqual({ part: 0, monthlyCost: 0, monthlyRent: 0, yearlyReturn: null })
})
