import { expect, test } from 'vitest'
import {
  closingDateHint,
  closingProblem,
  defaultNoticeSeconds,
  durationWords,
  periodWords,
  reminderHours,
  reminderNotices,
  reminderSeconds,
  reminderWords,
} from './notice-period.ts'

test('a notice period is shown in the largest unit that fits', () => {
  expect([defaultNoticeSeconds, 7_200, 90, 60, 3, 1].map(durationWords)).toEqual([
    'one day',
    '2 hours',
    '90 seconds',
    'one minute',
    '3 seconds',
    'one second',
  ])
})

test('a closing date must be at least the notice period ahead', () => {
  const now = 1_000_000
  expect([now - 1, now, now + 1, now + 89_999, now + 90_000].map((moment) => closingProblem(moment, now, 90))).toEqual([
    'Choose a moment in the future',
    'Choose a moment in the future',
    'Choose a moment at least 90 seconds ahead, so that everyone has notice',
    'Choose a moment at least 90 seconds ahead, so that everyone has notice',
    null,
  ])
})

test('after an article a period reads as people say it', () => {
  const hour = 60 * 60
  expect([24 * hour, 48 * hour, 36 * hour, hour, 60].map(periodWords)).toEqual(['a day', '2 days', '36 hours', 'an hour', 'a minute'])
})

test('the notice period and the time of the reminder are two settings, each with its own words', () => {
  const day = 24 * 60 * 60
  expect(closingDateHint(day, 3 * day)).toBe(
    'By your own clock, at least one day ahead. The outcome freezes then; only arcs held for one day by then count. Members who have not voted are reminded 3 days before.',
  )
  expect(closingDateHint(60)).toContain(`are reminded ${durationWords(reminderSeconds(60))} before.`)
})

test('the reminder says how long before closing it is sent', () => {
  expect(reminderWords).toBe(periodWords(reminderHours * 60 * 60))
  expect(reminderNotices * defaultNoticeSeconds).toBe(reminderHours * 60 * 60)
})
