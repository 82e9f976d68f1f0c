import { expect, test } from 'vitest'
import { arcNumbers, arcsLabel, callStandingWords, ownPartWords, sharedWords } from './call-words.ts'

test('numbers of arcs are written as runs', () => {
  expect(arcNumbers([4, 5, 6, 7])).toBe('4–7')
  expect(arcNumbers([12, 1, 2, 3, 8, 9])).toBe('1–3, 8, 9, 12')
  expect(arcsLabel([12])).toBe('Arc 12')
})

test('a call says how it is shared, to the cent', () => {
  const parts = Array.from({ length: 12 }, (_, index) => ({ arc: index + 1, askedCents: index < 8 ? 154_167 : 154_166 }))
  expect(sharedWords('further', parts)).toBe(
    'Equal per arc. Arcs 1–8 are asked one cent more this time, $1,541.67; arcs 9–12 $1,541.66. Over further calls it evens out.',
  )
  expect(sharedWords('further', parts.slice(0, 8))).toBe('Equal per arc: $1,541.67 each.')
  expect(sharedWords('purchase', parts)).toBe('In proportion to the price of each arc, to the cent.')
  expect(ownPartWords(parts, [8, 9])).toBe('Arcs 8, 9: 1 × $1,541.67 + 1 × $1,541.66')
  expect(ownPartWords(parts, [12])).toBe('Arc 12')
})

test('a call counts the days to its due day and after it', () => {
  const words = (dueDay: string, state: 'open' | 'complete' | 'over' = 'open') => callStandingWords({ state, dueDay }, '2028-05-18')
  expect(words('2028-05-31')).toBe('Open, 13 days left')
  expect(words('2028-05-18')).toBe('Open, due today')
  expect(words('2028-05-17')).toBe('Open, late by 1 day')
  expect(words('2028-05-17', 'complete')).toBe('All paid')
})
