import { expect, test } from 'vitest'
import { placeFit, priceFit, targetFit } from './fit.ts'

test('a price is told against the circle’s range', () => {
  const range = { min: 400_000, max: 900_000 }
  expect(priceFit(399_000, range)).toBe('$1,000 below the circle’s range')
  expect(priceFit(400_000, range)).toBe('Within the circle’s range')
  expect(priceFit(900_000, range)).toBe('Within the circle’s range')
  expect(priceFit(950_000, range)).toBe('$50,000 above the circle’s range')
  expect(priceFit(9_000_000, { min: 1, max: 'any' })).toBe('Within the circle’s range')
  expect(priceFit(1, null)).toBe('The circle set no range')
})

test('a price is told against the target', () => {
  expect(targetFit(450_000, 900_000)).toBe('50% of the target: the pooled amount covers it')
  expect(targetFit(990_000, 900_000)).toBe('110% of the target: $90,000 would have to come from elsewhere')
  expect(targetFit(1, null)).toBe('The circle has no target yet')
})

test('a place is told against the circle’s', () => {
  expect(placeFit('denver ', 'Denver')).toBe('In Denver, where the circle looks')
  expect(placeFit('Aurora', 'Denver')).toBe('In Aurora; the circle looks around Denver')
})
