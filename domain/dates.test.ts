import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  allZones,
  calendarDayOf,
  daysBetween,
  formatCalendarDay,
  formatClock,
  formatComingDay,
  formatDay,
  formatDayLine,
  formatDueDay,
  formatMoment,
  formatRecent,
  formatTimeOfDay,
  formatWeekdayDate,
  isZone,
  momentOf,
  startOfDay,
  wallTimeOf,
  zoneOr,
} from './dates.ts'

const [denver, kathmandu, auckland] = ['America/Denver', 'Asia/Kathmandu', 'Pacific/Auckland'] as const

test('a day has one form in tables, one on detail pages and one elsewhere; a moment adds the time and the zone', () => {
  const time = '2026-09-04T12:00:00.000Z'
  expect((['table', 'detail', 'short'] as const).map((form) => formatDay(time, 'UTC', form))).toEqual([
    '09-04-2026',
    '4 September 2026',
    'Sep 04, 2026',
  ])
  expect((['table', 'detail', 'short'] as const).map((form) => formatMoment(time, denver, form))).toEqual([
    '09-04-2026, 6:00 AM MDT',
    '4 September 2026, 6:00 AM MDT',
    'Sep 04, 2026, 6:00 AM MDT',
  ])
})

test('what was written recently has its day in few words, below the line of its day only the time', () => {
  const time = '2026-12-09T01:12:00.000Z'
  expect([formatRecent(time, denver), formatTimeOfDay(time, denver), formatDayLine(time, denver)]).toEqual([
    'Dec 8, 6:12 PM',
    '6:12 PM',
    'Tuesday, Dec 8, 2026',
  ])
  expect(formatDayLine(time, kathmandu)).toBe('Wednesday, Dec 9, 2026')
})

test.each([
  ['2026-11-19T06:25:00.000Z', denver, '18 November 2026, 11:25 PM MST'],
  ['2026-11-18T18:15:00.000Z', kathmandu, '19 November 2026, 12:00 AM GMT+5:45'],
  ['2026-11-18T18:14:59.999Z', kathmandu, '18 November 2026, 11:59 PM GMT+5:45'],
  ['2026-11-18T11:00:00.000Z', auckland, '19 November 2026, 12:00 AM GMT+13'],
  ['2026-07-18T12:00:00.000Z', auckland, '19 July 2026, 12:00 AM GMT+12'],
  ['2026-12-31T23:30:00-05:00', 'UTC', '1 January 2027, 4:30 AM UTC'],
  // Both changes of the clock in Denver: 2 AM is followed by 3 AM, and 1 AM comes twice.
  ['2026-03-08T08:59:00.000Z', denver, '8 March 2026, 1:59 AM MST'],
  ['2026-03-08T09:00:00.000Z', denver, '8 March 2026, 3:00 AM MDT'],
  ['2026-11-01T07:30:00.000Z', denver, '1 November 2026, 1:30 AM MDT'],
  ['2026-11-01T08:30:00.000Z', denver, '1 November 2026, 1:30 AM MST'],
  // And in Auckland.
  ['2026-04-04T13:30:00.000Z', auckland, '5 April 2026, 2:30 AM GMT+13'],
  ['2026-04-04T14:30:00.000Z', auckland, '5 April 2026, 2:30 AM GMT+12'],
  ['2026-09-26T14:00:00.000Z', auckland, '27 September 2026, 3:00 AM GMT+13'],
])('%s in %s is %s', (time, zone, shown) => {
  expect(formatMoment(time, zone)).toBe(shown)
})

/** Moments at and near midnight, and around both changes of the clock, of each zone; and any others. */
const changes = ['2026-03-08T09:00Z', '2026-11-01T08:00Z', '2026-04-04T14:00Z', '2026-09-26T14:00Z', '2026-11-18T18:15Z'].map(Date.parse)
const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -2 * 86_400_000, max: 2 * 86_400_000 })).map(([at, off]) => at + off)
const midnight = fc
  .tuple(fc.constantFrom(denver, kathmandu, auckland), fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: -2_000, max: 2_000 }))
  .map(([zone, days, off]) => (startOfDay(addDays('1990-01-01', days), zone)?.getTime() ?? 0) + off)
const anyTime = fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('9999-12-30') }).map(Number)
const moments = fc.oneof(near, midnight, anyTime).map((time) => new Date(time))

describe.each([denver, kathmandu, auckland, 'UTC'])('in %s', (zone) => {
  test('every form of a moment names the same local day', () => {
    fc.assert(
      fc.property(moments, (time) => {
        const day = calendarDayOf(time, zone)
        for (const form of ['table', 'detail', 'short'] as const) {
          expect(formatDay(time, zone, form)).toBe(formatCalendarDay(day, form))
          expect(formatMoment(time, zone, form)).toBe(`${formatDay(time, zone, form)}, ${formatClock(time, zone)}`)
        }
        const [, month, dayOfMonth] = /, (\w+) (\d+)$/.exec(formatWeekdayDate(time, zone)) ?? []
        expect(formatDay(time, zone)).toMatch(new RegExp(`^${dayOfMonth} ${month} `))
        expect(formatComingDay(time, new Date(time.getTime() - 30 * 86_400_000), zone)).toBe(formatDay(time, zone))
        expect(formatComingDay(time, new Date(time.getTime() - 3 * 86_400_000), zone)).toBe(formatWeekdayDate(time, zone).split(',')[0])
      }),
    )
  })

  test('it is the day and the time of another calculation', () => {
    const other = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    fc.assert(
      fc.property(moments, (time) => {
        expect(wallTimeOf(time, zone).replace('T', ' ')).toBe(other.format(time))
      }),
    )
  })

  test('what an input field shows is the moment that was put in, to the minute, unless clocks show it twice', () => {
    fc.assert(
      fc.property(moments, (time) => {
        const minute = new Date(Math.floor(time.getTime() / 60_000) * 60_000)
        const shown = wallTimeOf(minute, zone)
        const read = momentOf(shown, zone)
        expect(read && wallTimeOf(read, zone)).toBe(shown)
        expect(read && read <= minute).toBe(true)
      }),
    )
  })

  test('a day begins at its first moment, and the next one follows', () => {
    fc.assert(
      fc.property(moments, (time) => {
        const day = calendarDayOf(time, zone)
        const [start, end] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)]
        expect(start && start <= time && end && time < end).toBe(true)
      }),
    )
  })
})

test('a time that clocks show twice is the first, and one that they skip is as much later', () => {
  expect(momentOf('2026-11-01T01:30', denver)?.toISOString()).toBe('2026-11-01T07:30:00.000Z')
  expect(momentOf('2026-03-08T02:30', denver)?.toISOString()).toBe('2026-03-08T09:30:00.000Z')
  expect(momentOf('2026-11-18T23:25', kathmandu)?.toISOString()).toBe('2026-11-18T17:40:00.000Z')
  for (const text of ['', 'soon', '2026-11-18', '2026-13-18T10:00', '2026-11-18T10:00Z']) expect(momentOf(text, denver)).toBeNull()
})

test('a coming day is a weekday within six days, in the reader’s zone', () => {
  const now = new Date('2026-12-14T12:00:00.000Z')
  const coming = (time: string, zone = 'UTC') => formatComingDay(time, now, zone)
  expect(coming('2026-12-14T23:00:00.000Z')).toBe('today')
  expect(coming('2026-12-15T01:00:00.000Z')).toBe('Tuesday')
  expect(coming('2026-12-15T01:00:00.000Z', denver)).toBe('today')
  expect(coming('2026-12-14T12:30:00.000Z', auckland)).toBe('today')
  expect(coming('2026-12-20T23:59:00.000Z')).toBe('Sunday')
  expect(coming('2026-12-21T00:00:00.000Z')).toBe('21 December 2026')
  expect(coming('2026-12-13T00:00:00.000Z')).toBe('today')
  expect(formatWeekdayDate('2026-12-17T23:30:00.000Z', 'UTC')).toBe('Thursday, December 17')
  expect(formatWeekdayDate('2026-12-17T23:30:00.000Z', 'Europe/Berlin')).toBe('Friday, December 18')
})

test('what was due is due since its day, in the reader’s zone', () => {
  const now = new Date('2026-12-14T12:00:00.000Z')
  const due = (time: string, zone = 'UTC') => formatDueDay(time, now, zone)
  expect(due('2026-12-13T23:59:00.000Z')).toBe('since 13 December 2026')
  expect(due('2026-12-14T00:00:00.000Z')).toBe('today')
  expect(due('2026-12-14T00:00:00.000Z', denver)).toBe('since 13 December 2026')
  expect(due('2026-12-15T00:00:00.000Z')).toBe('Tuesday')
})

test('a calendar day is shown as it is written', () => {
  expect(formatCalendarDay('2026-11-15')).toBe('15 November 2026')
  expect(formatCalendarDay('2026-11-05', 'table')).toBe('11-05-2026')
  expect(formatCalendarDay('2026-11-05', 'short')).toBe('Nov 05, 2026')
  expect(() => formatCalendarDay('2026-11-15T00:00:00.000Z')).toThrow(RangeError)
  expect([addDays('2026-11-30', 1), addDays('2026-03-01', -1)]).toEqual(['2026-12-01', '2026-02-28'])
  expect([
    daysBetween('2026-11-30', '2026-12-01'),
    daysBetween('2026-03-01', '2026-02-28'),
    daysBetween('2026-03-07', '2026-03-09'),
  ]).toEqual([1, -1, 2])
})

test('years of more and of fewer than four digits are written out', () => {
  expect(formatDay(new Date(8.64e15), kathmandu)).toBe('13 September 275760')
  expect(formatDay('0099-12-31T12:00:00.000Z', 'UTC', 'table')).toBe('12-31-0099')
  expect(formatDay('-000001-03-01T12:00:00.000Z', 'UTC')).toBe('1 March -0001')
  expect(formatWeekdayDate('0099-12-31T12:00:00.000Z', 'UTC')).toBe('Thursday, December 31')
})

test('an unknown zone is UTC, and says so', () => {
  for (const zone of ['Mars/Olympus', '', '+05:45', 'UTC\u0000']) expect(isZone(zone), zone).toBe(false)
  for (const zone of [denver, kathmandu, auckland, 'UTC', 'Asia/Katmandu']) expect(isZone(zone), zone).toBe(true)
  expect([zoneOr('Mars/Olympus'), zoneOr(null), zoneOr(undefined), zoneOr(denver)]).toEqual(['UTC', 'UTC', 'UTC', denver])
  expect(formatMoment('2026-09-04T12:00:00.000Z', 'Mars/Olympus')).toBe('4 September 2026, 12:00 PM UTC')
  expect(allZones()).toEqual(expect.arrayContaining([denver, auckland, 'UTC']))
})

test('an invalid time throws', () => {
  expect(() => formatDay('soon', 'UTC')).toThrow(RangeError)
})
