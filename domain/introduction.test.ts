import { expect, test } from 'vitest'
import { arcsHeldText } from './introduction.ts'

const circle = { _id: 'c1', title: 'Cannery Steps', city: 'Portland', holdings: [220_000, 165_000] }

test('the line under the action says how many arcs are held, and what one costs', () => {
  const openArcPrices = Array.from({ length: 5 }, () => 55_000)
  expect(arcsHeldText({ ...circle, totalTargetSize: 660_000, sharesTotal: 12, openArcPrices })).toBe('7 of 12 arcs held, $55,000 each')
})

test('it names no price where the arcs are not equal to the dollar', () => {
  expect(arcsHeldText({ ...circle, totalTargetSize: 100_000, sharesTotal: 3, openArcPrices: [33_334] })).toBe('2 of 3 arcs held')
})
