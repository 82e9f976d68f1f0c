import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  admitsRooms,
  type Criteria,
  criterionText,
  geographicRadius,
  investmentRange,
  noCriteria,
  ontoSlider,
  preferredRadius,
  priceRangeText,
  rangeAt,
  roomLabel,
  roomRange,
  roomRangeText,
  searchRadius,
  stopsOf,
  targetRange,
  withValues,
} from './criteria.ts'

test('sliders have the specified ranges', () => {
  expect(searchRadius).toEqual({ min: 5, max: 100, step: 5, initial: 15 })
  expect(preferredRadius).toEqual({ min: 0, max: 100, step: 5, initial: 15 })
  expect(geographicRadius).toEqual({ min: 0, max: 100, step: 5, initial: 15 })
  expect(targetRange).toEqual({ min: 0, max: 5_000_000, step: 100_000 })
  expect(investmentRange).toEqual({ min: 10_000, max: 5_000_000, step: 10_000 })
})

test('any number from a URL is moved to a stop of the slider, and a stop stays unchanged', () => {
  expect(ontoSlider(17, searchRadius)).toBe(15)
  expect(ontoSlider(18, searchRadius)).toBe(20)
  expect(ontoSlider(-40, searchRadius)).toBe(5)
  expect(ontoSlider(4_000, searchRadius)).toBe(100)
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
      const stop = ontoSlider(value, targetRange)
      expect(stop % targetRange.step).toBe(0)
      expect(stop >= targetRange.min && stop <= targetRange.max).toBe(true)
      expect(ontoSlider(stop, targetRange)).toBe(stop)
    }),
  )
})

describe('rooms', () => {
  test('are named with 5 as 5+', () => {
    expect([1, 4, 5].map(roomLabel)).toEqual(['1', '4', '5+'])
    expect(roomRangeText({ min: 1, max: 3 })).toBe('1 to 3')
    expect(roomRangeText({ min: 2, max: 5 })).toBe('2 to 5+')
    expect(roomRangeText({ min: 3, max: 3 })).toBe('3')
    expect(roomRangeText({ min: 2, max: 'any' })).toBe('2 or more')
    expect(roomRangeText({ min: 5, max: 'any' })).toBe('5+')
  })

  test('match a circle whose range contains them', () => {
    expect(admitsRooms({ min: 2, max: 3 }, 3)).toBe(true)
    expect(admitsRooms({ min: 2, max: 3 }, 4)).toBe(false)
    expect(admitsRooms({ min: 2, max: 'any' }, roomRange.max)).toBe(true)
    expect(admitsRooms({ min: 2, max: 5 }, 9)).toBe(true)
    expect(admitsRooms(null, 1)).toBe(true)
  })
})

test('a price range without an upper end is worded by its lower end', () => {
  expect(priceRangeText({ min: 10_000, max: 'any' })).toBe('from $10,000')
  expect(priceRangeText({ min: 10_000, max: 400_000 })).toBe('$10,000 to $400,000')
})

describe('a slider with two ends', () => {
  test('sets no upper end at its last stop, and no range over its whole track', () => {
    expect(rangeAt([20_000, investmentRange.max], investmentRange)).toEqual({ min: 20_000, max: 'any' })
    expect(rangeAt([10_000, 20_000], investmentRange)).toEqual({ min: 10_000, max: 20_000 })
    expect(rangeAt([roomRange.min, roomRange.max], roomRange)).toBeNull()
  })

  test('stands where the range is, at most at its ends', () => {
    expect(stopsOf(null, roomRange)).toEqual([1, 5])
    expect(stopsOf({ min: 2, max: 'any' }, roomRange)).toEqual([2, 5])
    expect(stopsOf({ min: 0, max: 9_000_000 }, investmentRange)).toEqual([10_000, 5_000_000])
  })
})

describe('a criterion in words', () => {
  const texts = (values: Partial<Criteria> = {}) =>
    Object.fromEntries(withValues({ ...noCriteria, ...values }).map((criterion) => [criterion.label, criterionText(criterion)]))

  test('is Any where a circle leaves a list or a range open, and Not set where one of several is still to be chosen', () => {
    expect(texts()).toEqual({
      'Property types': 'Any',
      'Property condition': 'Any',
      'Investment purpose': 'Any',
      Bedrooms: 'Any',
      Bathrooms: 'Any',
      'Ownership structure': 'Not set',
      'Property investment range': 'Any',
    })
  })

  test('has the words of its choices and numbers', () => {
    expect(
      texts({
        propertyTypes: ['condo', 'land'],
        bedrooms: { min: 2, max: 'any' },
        ownershipStructure: 'llc',
        propertyInvestmentRange: { min: 400_000, max: 900_000 },
      }),
    ).toMatchObject({
      'Property types': 'Condominium, Land',
      Bedrooms: '2 or more',
      'Ownership structure': 'LLC',
      'Property investment range': '$400,000 to $900,000',
    })
  })
})
