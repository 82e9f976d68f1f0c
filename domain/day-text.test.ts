import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DateOrder, dateOrderOf, dayOfText, isDayText } from './day-text.ts'

const days = fc.integer({ min: 0, max: 80_000 }).map((count) => new Date(Date.UTC(1950, 0, 1 + count)).toISOString().slice(0, 10))
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const parts = (day: string) => day.split('-') as [string, string, string]
const bare = (text: string) => String(Number(text))

describe('the day of a written date', () => {
  test('is what was written, in its order', () => {
    const separators = fc.constantFrom('/', '-', '.', ' ')
    const times = fc.constantFrom('', ' 10:11', 'T23:59:59Z', ', 9:00 AM')
    fc.assert(
      fc.property(days, separators, times, fc.boolean(), (day, between, time, isBare) => {
        const [year, month, date] = parts(day)
        const [m, d] = isBare ? [bare(month), bare(date)] : [month, date]
        expect(dayOfText([year, m, d].join(between) + time, 'ymd')).toBe(day)
        expect(dayOfText([m, d, year].join(between) + time, 'mdy')).toBe(day)
        expect(dayOfText([d, m, year].join(between) + time, 'dmy')).toBe(day)
        expect(dayOfText(year + month + date, 'ymd')).toBe(day)
        const name = monthNames[Number(month) - 1] ?? ''
        for (const order of ['ymd', 'mdy', 'dmy'] as const)
          for (const text of [`${name} ${d}, ${year}`, `${d} ${name} ${year}`, `${d}-${name.toUpperCase()}-${year}`])
            expect(dayOfText(text, order)).toBe(day)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    ['2027-02-30', 'ymd'],
    ['02/29/2027', 'mdy'],
    ['31/04/2027', 'dmy'],
    ['13/13/2027', 'mdy'],
    ['00/10/2027', 'mdy'],
    ['1/2/027', 'mdy'],
    ['2027-1/2', 'ymd'],
    ['20271301', 'ymd'],
    ['=TODAY()', 'ymd'],
    ['31-Foo-2027', 'dmy'],
    ['Total', 'ymd'],
    ['', 'ymd'],
    [`2027-01-01 ${'x'.repeat(100)}`, 'ymd'],
  ] as const)('%j is no day', (text, order) => {
    expect(dayOfText(text, order)).toBeNull()
  })

  test('is a real day whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789/-. TJanFeb') }), (text) => {
        const read = (['ymd', 'mdy', 'dmy'] as const).flatMap((order) => dayOfText(text, order) ?? [])
        expect(read.filter((day) => new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)).toEqual([])
        expect(isDayText(text)).toBe(read.length > 0)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the order of a column of dates', () => {
  test('is never the wrong one: told by the dates, or asked for', () => {
    fc.assert(
      fc.property(
        fc.array(days, { minLength: 1, maxLength: 10 }),
        fc.constantFrom<DateOrder>('ymd', 'mdy', 'dmy'),
        fc.constantFrom('/', '-'),
        (list, order, between) => {
          const texts = list.map((day) => {
            const [year, month, date] = parts(day)
            return { ymd: [year, month, date], mdy: [month, date, year], dmy: [date, month, year] }[order].join(between)
          })
          const found = dateOrderOf(texts)
          if (typeof found === 'string') expect(texts.map((text) => dayOfText(text, found))).toEqual(list)
          else {
            expect(list.every((day) => Number(parts(day)[2]) <= 12)).toBe(true)
            expect(list).toContain('text' in found && (order === 'mdy' ? found.monthFirst : found.dayFirst))
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test.each([
    [['05/16/2028', '03/04/2028'], 'mdy'],
    [['16/05/2028', '03/04/2028'], 'dmy'],
    [['03/04/2028', '05/06/2028'], { text: '03/04/2028', monthFirst: '2028-03-04', dayFirst: '2028-04-03' }],
    [['03/03/2028'], 'mdy'],
    [['03.04.2028'], 'dmy'],
    [['2028-03-04'], 'ymd'],
    [['Mar 4, 2028'], 'ymd'],
    [['13/01/2028', '01/13/2028'], { unreadable: 1 }],
    [['2028-01-13', 'Total'], { unreadable: 1 }],
  ])('of %j', (texts, order) => {
    expect(dateOrderOf(texts)).toEqual(order)
  })
})
