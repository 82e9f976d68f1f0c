import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minimumShareSizeValues, sortValues } from './choices.ts'
import { type Criteria, type CriterionFilter, criteria, filteredCriteria, noCriteria } from './criteria.ts'
import { milesBetween } from './distance.ts'
import { fitScore } from './fit.ts'
import { type CircleFilter, matchesFilter, type SearchableCircle, searchCircles, sortCircles } from './search.ts'

const denver = { lat: 39.7392, lng: -104.9903 }

type Changes = Partial<Omit<SearchableCircle, 'investmentCriteria'>> & {
  investmentCriteria?: Partial<SearchableCircle['investmentCriteria']>
}

const circle = ({ investmentCriteria, ...changes }: Changes = {}): SearchableCircle => ({
  _id: '1',
  title: 'Larkspur Terrace',
  description: 'One well-built terrace to keep.',
  location: { city: 'Denver', state: 'Colorado', ...denver },
  hideCircle: false,
  isDeleted: false,
  createdAt: '2026-09-14T10:00:00.000Z',
  sharesAvailable: 3,
  ...changes,
  investmentCriteria: {
    totalTargetSize: 900_000,
    minimumShareSize: '1/12',
    geographicRadius: 10,
    ...noCriteria,
    propertyInvestmentRange: { min: 400_000, max: 900_000 },
    propertyTypes: ['condo'],
    propertyCondition: ['good'],
    investmentPurpose: ['long_term_rental'],
    ownershipStructure: 'llc',
    bedrooms: { min: 2, max: 4 },
    ...investmentCriteria,
  },
})

const valuesOf = (choices: readonly { readonly value: string }[]) => choices.map(({ value }) => value)
const subsetOf = <Value>(values: readonly Value[]) => fc.subarray([...values], { maxLength: 3 })
const aRange = fc.option(fc.record({ min: fc.integer({ min: 1, max: 3 }), max: fc.constantFrom<number | 'any'>(3, 4, 5, 'any') }))
const someCriteria = fc.record(
  Object.fromEntries(
    criteria.map((criterion): [string, fc.Arbitrary<unknown>] => {
      if (criterion.kind === 'range') return [criterion.key, aRange]
      const values = valuesOf(criterion.choices)
      return [criterion.key, criterion.kind === 'several' ? subsetOf(values) : fc.option(fc.constantFrom(...values))]
    }),
  ),
) as unknown as fc.Arbitrary<Criteria>
const aCircle: fc.Arbitrary<SearchableCircle> = fc.record({
  _id: fc.uuid(),
  title: fc.constantFrom('Alder', 'alder', 'Birch', 'Éclair', 'Zinc'),
  description: fc.constantFrom('river', 'mill', ''),
  location: fc.record({
    city: fc.constantFrom('Denver', 'Golden'),
    state: fc.constantFrom('Colorado', null),
    lat: fc.option(fc.double({ min: 39, max: 41, noNaN: true })),
    lng: fc.option(fc.double({ min: -106, max: -104, noNaN: true })),
  }),
  hideCircle: fc.boolean(),
  isDeleted: fc.boolean(),
  createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-01T23:00:00-05:00'),
  sharesAvailable: fc.constantFrom(0, 1, 5),
  investmentCriteria: fc
    .tuple(
      fc.record({
        totalTargetSize: fc.option(fc.constantFrom(100_000, 500_000, 900_000)),
        minimumShareSize: fc.option(fc.constantFrom(...minimumShareSizeValues)),
        geographicRadius: fc.option(fc.constantFrom(5, 15, 50)),
      }),
      someCriteria,
    )
    .map(([terms, wanted]) => ({ ...terms, ...wanted })),
})
const someCircles = fc.uniqueArray(aCircle, { selector: ({ _id }) => _id, maxLength: 12 })

const criterionFilters = Object.fromEntries(
  filteredCriteria.map((each): [string, fc.Arbitrary<unknown>] => [
    each.key,
    each.kind === 'range' ? fc.integer({ min: each.slider.min, max: each.slider.max }) : subsetOf(valuesOf(each.choices)),
  ]),
) as { [Key in keyof CriterionFilter]-?: fc.Arbitrary<CriterionFilter[Key]> }
const aFilter: fc.Arbitrary<CircleFilter> = fc.record(
  {
    q: fc.constantFrom('alder', 'MILL', 'golden', ' '),
    near: fc.constantFrom(5, 15, 60).map((radius) => ({ ...denver, radius })),
    bbox: fc.constant({ south: 39.5, west: -105.5, north: 40.5, east: -104.5 }),
    ...criterionFilters,
    minTarget: fc.constantFrom(100_000, 400_000),
    maxTarget: fc.constantFrom(500_000, 2_000_000),
  },
  { requiredKeys: [] },
)

describe('a circle is found', () => {
  const yes: [string, CircleFilter][] = [
    ['by nothing in particular', {}],
    ['by a word of its title, in any case', { q: 'LARKSPUR' }],
    ['by a word of its description', { q: ' terrace to ' }],
    ['by its city', { q: 'denver' }],
    ['by its state', { q: 'colorado' }],
    ['near its place', { near: { lat: 39.7555, lng: -105.2211, radius: 15 } }],
    ['in the part of the map that shows it', { bbox: { south: 39, west: -106, north: 40, east: -104 } }],
    ['by either of the two types that one filter spans', { propertyTypes: ['condo_townhouse'] }],
    ['by one of several types', { propertyTypes: ['land', 'condo_townhouse'] }],
    ['by its condition', { propertyCondition: ['new', 'good'] }],
    ['by its purpose', { investmentPurpose: ['long_term_rental'] }],
    ['by its ownership', { ownershipStructure: ['llc', 'trust'] }],
    ['at the lower end of a range of targets', { minTarget: 900_000 }],
    ['at the upper end of a range of targets', { maxTarget: 900_000 }],
    ['by a number of bedrooms in its range', { bedrooms: 4 }],
    ['by any number of bathrooms where it leaves them open', { bathrooms: 5 }],
    ['by empty lists, which ask for nothing', { propertyTypes: [], propertyCondition: [] }],
  ]
  test.each(yes)('%s', (_, filter) => {
    expect(matchesFilter(circle(), filter)).toBe(true)
  })

  test('under Vacation by its purpose, whatever its types', () => {
    expect(matchesFilter(circle({ investmentCriteria: { investmentPurpose: ['vacation_home'] } }), { propertyTypes: ['vacation'] })).toBe(
      true,
    )
    expect(matchesFilter(circle(), { propertyTypes: ['vacation'] })).toBe(false)
  })
})

describe('a circle is not found', () => {
  const no: [string, CircleFilter][] = [
    ['by words it does not say', { q: 'lark.*' }],
    ['beyond the radius', { near: { lat: 39.7555, lng: -105.2211, radius: 10 } }],
    ['in another part of the map', { bbox: { south: 30, west: -106, north: 39, east: -104 } }],
    ['by another type', { propertyTypes: ['single_family'] }],
    ['by another condition', { propertyCondition: ['new'] }],
    ['by another purpose', { investmentPurpose: ['other'] }],
    ['by another ownership', { ownershipStructure: ['trust'] }],
    ['above its target', { minTarget: 900_001 }],
    ['below its target', { maxTarget: 899_999 }],
    ['by more bedrooms than it wants', { bedrooms: 5 }],
    ['when one filter of many disagrees', { q: 'larkspur', bedrooms: 1 }],
  ]
  test.each(no)('%s', (_, filter) => {
    expect(matchesFilter(circle(), filter)).toBe(false)
  })

  test('near anything without coordinates, nor in a range without a target', () => {
    const nowhere = circle({
      location: { city: 'Denver', state: null, lat: null, lng: null },
      investmentCriteria: { totalTargetSize: null },
    })
    expect(matchesFilter(nowhere, { near: { ...denver, radius: 100 } })).toBe(false)
    expect(matchesFilter(nowhere, { minTarget: 0 })).toBe(false)
    expect(matchesFilter(nowhere, { maxTarget: 5_000_000 })).toBe(false)
    expect(matchesFilter(nowhere, {})).toBe(true)
  })
})

describe('filters', () => {
  test('are combined with AND', () => {
    fc.assert(
      fc.property(aCircle, aFilter, (one, filter) => {
        const each = Object.entries(filter).every(([key, value]) => matchesFilter(one, { [key]: value }))
        expect(matchesFilter(one, filter)).toBe(each)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('sorting', () => {
  const ids = (circles: readonly SearchableCircle[]) => circles.map(({ _id }) => _id)

  test('has the direction of each option, with unknown values last', () => {
    const a = circle({
      _id: 'a',
      title: 'birch',
      createdAt: '2026-01-01T00:00:00.000Z',
      investmentCriteria: { totalTargetSize: null, geographicRadius: 5 },
    })
    const b = circle({
      _id: 'b',
      title: 'Alder',
      createdAt: '2026-03-01T00:00:00.000Z',
      investmentCriteria: { totalTargetSize: 100_000, geographicRadius: 50 },
    })
    const c = circle({
      _id: 'c',
      title: 'Cedar',
      createdAt: '2026-02-01T00:00:00.000Z',
      location: { city: 'Golden', state: null, lat: 39.7555, lng: -105.2211 },
      investmentCriteria: { totalTargetSize: 700_000, geographicRadius: null },
    })
    expect(ids(sortCircles([a, b, c], 'createdAt'))).toEqual(['b', 'c', 'a'])
    expect(ids(sortCircles([a, b, c], 'title'))).toEqual(['b', 'a', 'c'])
    expect(ids(sortCircles([a, b, c], 'totalTargetSize'))).toEqual(['c', 'b', 'a'])
    expect(ids(sortCircles([a, b, c], 'geographicRadius'))).toEqual(['b', 'a', 'c'])
    expect(ids(sortCircles([a, b, c], 'distance', { lat: 39.7555, lng: -105.2211 }))).toEqual(['c', 'a', 'b'])
    expect(ids(sortCircles([a, b, c], 'distance'))).toEqual(['b', 'c', 'a'])
    expect(ids(sortCircles([a, b, c], 'fit'))).toEqual(['b', 'c', 'a'])
  })

  test('by best fit is descending among those with free arcs, then among the others, and newest first among equals', () => {
    const preferences = { point: denver, radius: 25, min: 2, max: 50_000, propertyTypes: ['condo', 'land'] as const }
    fc.assert(
      fc.property(someCircles, (circles) => {
        const sorted = sortCircles(circles, 'fit', undefined, preferences).map(
          (one) => [one.sharesAvailable > 0 ? 0 : 1, -fitScore(one, preferences), -Date.parse(one.createdAt)] as const,
        )
        expect(sorted).toEqual([...sorted].sort(([a, x, one], [b, y, other]) => a - b || x - y || one - other))
      }),
    )
  })

  test('keeps every circle and does not depend on the input order', () => {
    fc.assert(
      fc.property(someCircles, fc.constantFrom(...sortValues), fc.boolean(), (circles, sort, isNear) => {
        const near = isNear ? denver : undefined
        const sorted = ids(sortCircles(circles, sort, near))
        expect([...sorted].sort()).toEqual(ids(circles).sort())
        expect(ids(sortCircles([...circles].reverse(), sort, near))).toEqual(sorted)
      }),
    )
  })

  test('by distance is ascending', () => {
    fc.assert(
      fc.property(someCircles, (circles) => {
        const miles = sortCircles(circles, 'distance', denver).map(({ location: { lat, lng } }) =>
          lat === null || lng === null ? Number.POSITIVE_INFINITY : milesBetween(denver, { lat, lng }),
        )
        expect(miles).toEqual([...miles].sort((x, y) => (x === y ? 0 : x - y)))
      }),
    )
  })
})

describe('a search', () => {
  test('paginates every visible match exactly once', () => {
    fc.assert(
      fc.property(someCircles, aFilter, fc.constantFrom(...sortValues), (circles, filter, sort) => {
        const page = (number: number) => searchCircles(circles, { filter, sort, page: number, pageSize: 5 })
        const matching = circles.filter((one) => !one.hideCircle && !one.isDeleted && matchesFilter(one, filter))
        const shown = [1, 2, 3].flatMap((number) => page(number).items)
        expect(page(1).total).toBe(matching.length)
        expect(new Set(shown)).toEqual(new Set(matching))
        expect(shown).toHaveLength(matching.length)
      }),
    )
  })
})
