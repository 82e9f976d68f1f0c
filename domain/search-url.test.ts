import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sortValues } from './choices.ts'
import { type CriterionFilter, filteredCriteria } from './criteria.ts'
import { circlePageSizes } from './pages.ts'
import type { CircleSearch } from './search.ts'
import { emptySearch, readSearch, targetLimitsOf, writeSearch } from './search-url.ts'

const read = (address: string) => {
  const parameters = new URLSearchParams(address)
  return readSearch((name) => parameters.get(name))
}

// In the order of the lists and never empty, as parsing a URL returns them.
const chosen = <Value>(values: readonly Value[]) => fc.subarray([...values], { minLength: 1 })
const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true }).map((value) => value + 0)
const criterionFilters = Object.fromEntries(
  filteredCriteria.map((each): [string, fc.Arbitrary<unknown>] => [
    each.key,
    each.kind === 'range' ? fc.integer({ min: each.slider.min, max: each.slider.max }) : chosen(each.choices.map(({ value }) => value)),
  ]),
) as { [Key in keyof CriterionFilter]-?: fc.Arbitrary<CriterionFilter[Key]> }
const aSearch: fc.Arbitrary<CircleSearch> = fc.record({
  filter: fc.record(
    {
      q: fc.string({ minLength: 1 }).filter((text) => text === text.trim()),
      near: fc.record({
        lat: degrees(90),
        lng: degrees(180),
        radius: fc.integer({ min: 1, max: 20 }).map((steps) => steps * 5),
        city: fc.constantFrom('Denver', 'Coeur d’Alene', 'A & B'),
      }),
      bbox: fc.record({ south: fc.constant(-10.5), west: degrees(180), north: fc.constant(33), east: degrees(180) }),
      ...criterionFilters,
      minTarget: fc.integer({ min: 1, max: 20 }).map((steps) => steps * 100_000),
      maxTarget: fc.integer({ min: 20, max: 49 }).map((steps) => steps * 100_000),
      minArcPrice: fc.integer({ min: 1, max: 50_000 }),
      maxArcPrice: fc.integer({ min: 50_000, max: 1_000_000 }),
      hasFreeArcs: fc.constant(true as const),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
  sort: fc.constantFrom(...sortValues),
  page: fc.integer({ min: 1, max: 500 }),
  pageSize: fc.constantFrom(...circlePageSizes),
})

describe('a search in the URL', () => {
  test('can be shared: written and read again it is the same search', () => {
    fc.assert(
      fc.property(aSearch, (search) => {
        expect(read(new URLSearchParams(writeSearch(search)).toString())).toEqual(search)
      }),
      { numRuns: 500 },
    )
  })

  test('omits default values', () => {
    expect(writeSearch(emptySearch)).toEqual({})
    expect(read('')).toEqual(emptySearch)
    expect(writeSearch({ ...emptySearch, filter: { propertyTypes: ['land', 'vacation'] }, page: 2 })).toEqual({
      propertyTypes: 'land,vacation',
      page: '2',
    })
  })

  test('defaults to 15 miles, newest first, five per page', () => {
    expect(read('lat=39.7&lng=-105')).toEqual({
      filter: { near: { lat: 39.7, lng: -105, radius: 15 } },
      sort: 'createdAt',
      page: 1,
      pageSize: 5,
    })
  })

  test('moves numbers to stops of their sliders', () => {
    const { filter } = read('lat=39.7&lng=-105&radius=3&minTarget=449999&maxTarget=99999999&bedrooms=17')
    expect(filter).toEqual({ near: { lat: 39.7, lng: -105, radius: 5 }, minTarget: 400_000, bedrooms: 5 })
  })

  test('reads two arc prices in any order', () => {
    expect(read('minArcPrice=90000&maxArcPrice=40000').filter).toEqual({ minArcPrice: 40_000, maxArcPrice: 90_000 })
    expect(read('minArcPrice=0&maxArcPrice=0').filter).toEqual({ maxArcPrice: 0 })
  })

  test.each([
    'lat=91&lng=0',
    'lat=1',
    'lat=&lng=',
    'lat=abc&lng=1',
    'bbox=1,2,3',
    'bbox=1,2,3,4,5',
    'bbox=0,50,1,40',
    'bbox=0,a,1,2',
    'propertyTypes=castle,,',
    'propertyCondition=',
    'sort=price',
    'page=-4',
    'page=x',
    'pageSize=7',
    'minTarget=abc',
    'q=%20',
    'q=%00',
    'bedrooms=',
    'minArcPrice=-5',
    'minArcPrice=0',
    'maxArcPrice=x',
    'hasFreeArcs=false',
    'hasFreeArcs=1',
  ])('that is invalid (%s) is ignored', (address) => {
    expect(read(address)).toEqual(emptySearch)
  })

  test('can be read from any text', () => {
    const names = ['q', 'lat', 'lng', 'radius', 'bbox', 'propertyTypes', 'sort', 'page', 'pageSize', 'minTarget', 'maxTarget', 'bedrooms']
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.double().map(String))), (values) => {
        const search = readSearch((name) => values[name])
        expect(readSearch((name) => writeSearch(search)[name])).toEqual(search)
        expect(Number.isSafeInteger(search.page)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

test('the ends of the target slider set no limit, and its thumbs may cross', () => {
  expect(targetLimitsOf(0, 5_000_000)).toEqual({})
  expect(targetLimitsOf(400_000, 2_000_000)).toEqual({ minTarget: 400_000, maxTarget: 2_000_000 })
  expect(targetLimitsOf(2_000_000, 400_000)).toEqual({ minTarget: 400_000, maxTarget: 2_000_000 })
  expect(targetLimitsOf(0, 0)).toEqual({ maxTarget: 0 })
})

test('keywords of a link are truncated to what the API accepts', () => {
  expect(read(`q=${'x'.repeat(5_000)}`).filter.q).toBe('x'.repeat(200))
  const clipped = read(`q=${encodeURIComponent(`${'x'.repeat(199)}🏡`)}`).filter.q ?? ''
  expect([clipped.length, clipped.isWellFormed()]).toEqual([199, true])
  expect(read('q=a%1Fb').filter.q).toBe('a b')
})
