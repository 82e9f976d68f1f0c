import { expect, test } from 'vitest'
import { cappedText, foundText } from './circle-texts.ts'

test('list and map count by one rule: exact up to 1,000, and more than 1,000 above', () => {
  expect([1, 61, 1_000, 1_001, 1_998].map(cappedText)).toEqual([
    '1 circle',
    '61 circles',
    '1,000 circles',
    'more than 1,000 circles',
    'more than 1,000 circles',
  ])
  expect(foundText({ total: 1_000, totalIsAtLeast: true })).toBe(cappedText(1_998))
})
