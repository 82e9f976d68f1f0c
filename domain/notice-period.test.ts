import { expect, test } from 'vitest'
import { defaultNoticeSeconds, noticeWords } from './notice-period.ts'

test('a period of notice is told in the largest unit that fits', () => {
  expect([defaultNoticeSeconds, 7_200, 90, 60, 3, 1].map(noticeWords)).toEqual([
    'one day',
    '2 hours',
    '90 seconds',
    'one minute',
    '3 seconds',
    'one second',
  ])
})
