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
  expect(sharedWords('purchase', parts.slice(0, 8))).toBe('In proportion to the price of each arc: $1,541.67 each.')
  expect(sharedWords('purchase', [])).toBe('In proportion to the price of each arc, to the cent.')
  expect(sharedWords('further', [])).toBe('Equal per arc.')
  // Whichever arc comes first, and also if it is only one.
  expect(
    sharedWords(
      'further',
      [parts[11], parts[0]].flatMap((part) => part ?? []),
    ),
  ).toBe('Equal per arc. Arc 1 is asked one cent more this time, $1,541.67; arc 12 $1,541.66. Over further calls it evens out.')
  expect(ownPartWords(parts, [8, 9])).toBe('Arcs 8, 9: 1 × $1,541.67 + 1 × $1,541.66')
  expect(ownPartWords(parts, [12])).toBe('Arc 12')
})

test('a call counts the days to its due day and after it', () => {
  const words = (dueDay: string, state: 'open' | 'complete' | 'over' = 'open') => callStandingWords({ state, dueDay }, '2028-05-18')
  expect(words('2028-05-31')).toBe('Open, 13 days left')
  expect(words('2028-05-18')).toBe('Open, due today')
  expect(words('2028-05-17')).toBe('Open, late by 1 day')
  expect(words('2028-05-19')).toBe('Open, 1 day left')
  expect(words('2028-05-16')).toBe('Open, late by 2 days')
  expect(words('2028-05-17', 'complete')).toBe('All paid')
  expect(words('2028-05-17', 'over')).toBe('Ended: the purchase was given up')
})
