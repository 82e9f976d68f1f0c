import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatComingDay, formatDate, formatMoment, formatTableDate, formatWeekdayDate } from './dates.ts'

test('a day has one format in tables and one elsewhere, and a time has one', () => {
  expect(formatTableDate('2026-09-04T12:00:00.000Z')).toBe('09-04-2026')
  expect(formatDate('2026-09-04T12:00:00.000Z')).toBe('4 September 2026')
  expect(formatMoment('2026-09-04T12:00:00.000Z')).toBe('Sep 04, 2026, 12:00 PM')
})

test.each([
  ['2026-09-04T00:05:00.000Z', 0, 'Sep 04, 2026, 12:05 AM'],
  ['2026-09-04T23:59:59.999Z', 0, 'Sep 04, 2026, 11:59 PM'],
  ['2026-12-31T23:30:00.000Z', 60, 'Jan 01, 2027, 12:30 AM'],
  ['2027-01-01T03:30:00.000Z', -300, 'Dec 31, 2026, 10:30 PM'],
  ['2026-09-04T12:00:00.000Z', 345, 'Sep 04, 2026, 5:45 PM'],
])('the time %s on a clock %i minutes ahead is %s', (time, minutesAhead, shown) => {
  expect(formatMoment(time, minutesAhead)).toBe(shown)
})

test('days are in UTC, whatever the offset of the time', () => {
  expect(formatTableDate('2026-12-31T23:30:00-05:00')).toBe('01-01-2027')
  expect(formatDate(new Date('2026-01-01T00:00:00Z'))).toBe('1 January 2026')
})

test('every formatted date can be parsed back', () => {
  const day = fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString()
      const [month, dayOfMonth, year] = formatTableDate(date).split('-')
      expect(`${year}-${month}-${dayOfMonth}`).toBe(iso.slice(0, 10))
      if (date.getUTCFullYear() >= 1000) expect(new Date(`${formatDate(date)} UTC`).toISOString().slice(0, 10)).toBe(iso.slice(0, 10))
    }),
  )
})

test('an invalid time throws', () => {
  expect(() => formatDate('soon')).toThrow(RangeError)
})

test('a coming day is a weekday within six days, in the reader’s zone', () => {
  const now = new Date('2026-12-14T12:00:00.000Z')
  expect(formatComingDay('2026-12-14T23:00:00.000Z', now)).toBe('today')
  expect(formatComingDay('2026-12-15T01:00:00.000Z', now)).toBe('Tuesday')
  expect(formatComingDay('2026-12-15T01:00:00.000Z', now, -300)).toBe('today')
  expect(formatComingDay('2026-12-20T23:59:00.000Z', now)).toBe('Sunday')
  expect(formatComingDay('2026-12-21T00:00:00.000Z', now)).toBe('21 December 2026')
  expect(formatComingDay('2026-12-13T00:00:00.000Z', now)).toBe('today')
  expect(formatWeekdayDate('2026-12-17T23:30:00.000Z')).toBe('Thursday, December 17')
  expect(formatWeekdayDate('2026-12-17T23:30:00.000Z', 60)).toBe('Friday, December 18')
})
