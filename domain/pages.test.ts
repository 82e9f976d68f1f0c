import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  circlePageSizes,
  defaultCirclePageSize,
  defaultTablePageSize,
  isPagerShown,
  itemsOnPage,
  largestTotal,
  lastPageOf,
  matchesSearch,
  pageCount,
  pageSizeLabel,
  tablePageSizes,
} from './pages.ts'

test('page sizes are those specified', () => {
  expect([...tablePageSizes].map(pageSizeLabel)).toEqual(['10 per page', '20 per page', '30 per page', '50 per page', '100 per page'])
  expect(defaultTablePageSize).toBe(10)
  expect(circlePageSizes).toEqual([5, 9, 10, 20, 50])
  expect(defaultCirclePageSize).toBe(5)
})

describe('pagination', () => {
  test('hides the pager if there are fewer items than the page size', () => {
    expect(isPagerShown(9, 10)).toBe(false)
    expect(isPagerShown(10, 10)).toBe(true)
  })

  test('shows every item exactly once, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), fc.constantFrom(...circlePageSizes), (items, size) => {
        const pages = Array.from({ length: pageCount(items.length, size) }, (_, index) => itemsOnPage(items, index + 1, size))
        expect(pages.flat()).toEqual(items)
        expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true)
        expect(itemsOnPage(items, pages.length + 1, size)).toEqual([])
      }),
    )
  })

  test('ends with the last counted page', () => {
    expect(lastPageOf({ total: 21, items: ['a'] }, 3, 10)).toBe(3)
    expect(lastPageOf({ total: 21, items: [] }, 7, 10)).toBe(3)
    expect(lastPageOf({ total: 0, items: [] }, 1, 10)).toBe(1)
    expect(lastPageOf({ total: 30, totalIsAtLeast: true, items: Array(10).fill('a') }, 3, 10)).toBe(3)
  })

  test('goes on where counting stopped, until a page is not full', () => {
    const found = (items: number) => ({ total: largestTotal, totalIsAtLeast: true, items: Array(items).fill('a') })
    expect(lastPageOf(found(10), 1, 10)).toBe(100)
    expect(lastPageOf(found(10), 100, 10)).toBe(101)
    expect(lastPageOf(found(10), 150, 10)).toBe(151)
    expect(lastPageOf(found(3), 151, 10)).toBe(151)
    expect(lastPageOf(found(0), 152, 10)).toBe(100)
  })
})

describe('a table’s search', () => {
  test('is literal and case-insensitive, over all columns', () => {
    expect(matchesSearch('MAYA', ['Stone', 'maya@example.com'])).toBe(true)
    expect(matchesSearch('.*', ['anything'])).toBe(false)
    expect(matchesSearch('a.b', ['xa.by'])).toBe(true)
    expect(matchesSearch('75', [null, undefined, 75_000])).toBe(true)
    expect(matchesSearch('null', [null])).toBe(false)
    expect(matchesSearch('', ['x'])).toBe(true)
  })
})
