import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate, formatDetailDate, formatTableDate } from './dates.ts'

test('dates have one form in tables, one on detail pages and one elsewhere', () => {
  expect(formatTableDate('2026-09-04T12:00:00.000Z')).toBe('09-04-2026')
  expect(formatDetailDate('2026-09-04T12:00:00.000Z')).toBe('4 September 2026')
  expect(formatDate('2026-09-04T12:00:00.000Z')).toBe('Sep 04, 2026')
})

test('days are those of UTC, whatever the offset of the time', () => {
  expect(formatTableDate('2026-12-31T23:30:00-05:00')).toBe('01-01-2027')
  expect(formatDate(new Date('2026-01-01T00:00:00Z'))).toBe('Jan 01, 2026')
})

test('every date reads back as itself', () => {
  const day = fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString()
      const [month, dayOfMonth, year] = formatTableDate(date).split('-')
      expect(`${year}-${month}-${dayOfMonth}`).toBe(iso.slice(0, 10))
      if (date.getUTCFullYear() >= 1000) expect(new Date(`${formatDetailDate(date)} UTC`).toISOString().slice(0, 10)).toBe(iso.slice(0, 10))
    }),
  )
})

test('what is no time is a fault, not a date', () => {
  expect(() => formatDate('soon')).toThrow(RangeError)
})
