import { expect, test } from 'vitest'
import { noCriteria } from './criteria.ts'
import {
  circleFit,
  type FitPreferences,
  type FittingCircle,
  fitPreferencesOf,
  fitScore,
  placeFit,
  priceFit,
  rangeWarning,
  targetFit,
} from './fit.ts'

test('a price is compared with the circle’s range', () => {
  const range = { min: 400_000, max: 900_000 }
  expect(priceFit(399_000, range)).toBe('$1,000 below the circle’s range')
  expect(priceFit(400_000, range)).toBe('Within the circle’s range')
  expect(priceFit(900_000, range)).toBe('Within the circle’s range')
  expect(priceFit(950_000, range)).toBe('$50,000 above the circle’s range')
  expect(priceFit(9_000_000, { min: 1, max: 'any' })).toBe('Within the circle’s range')
  expect(priceFit(1, null)).toBe('The circle set no range')
})

test('a price outside the circle’s range is warned of', () => {
  const range = { min: 400_000, max: 900_000 }
  expect([399_999, 400_000, 900_000, 900_001].map((price) => rangeWarning(price, range))).toEqual([
    'below its range',
    null,
    null,
    'above its range',
  ])
  expect([rangeWarning(9_000_000, { min: 1, max: 'any' }), rangeWarning(1, null)]).toEqual([null, null])
})

test('a price is compared with the target', () => {
  expect(targetFit(450_000, 900_000, 450_000)).toBe('50% of the target: the pooled amount covers it')
  expect(targetFit(450_000, 900_000, 300_000)).toBe('50% of the target: $150,000 more has to be pooled')
  expect(targetFit(990_000, 900_000, 900_000)).toBe('110% of the target: $90,000 would have to come from elsewhere')
  expect(targetFit(1, null, 0)).toBe('The circle has no target yet')
})

test('a place is compared with the circle’s', () => {
  expect(placeFit('denver ', 'Denver')).toBe('In Denver, where the circle looks')
  expect(placeFit('Aurora', 'Denver')).toBe('In Aurora; the circle looks around Denver')
})

const preferences: FitPreferences = {
  point: { lat: 39.74, lng: -104.99 },
  radius: 25,
  min: 100_000,
  max: 500_000,
  propertyTypes: ['condo', 'land'],
}
const circle = (
  criteria: Partial<FittingCircle['investmentCriteria']> = {},
  location: FittingCircle['location'] = { lat: 40.015, lng: -105.2705 },
): FittingCircle => ({
  location,
  investmentCriteria: {
    totalTargetSize: 900_000,
    minimumShareSize: '1/12',
    ...noCriteria,
    propertyTypes: ['condo', 'commercial'],
    propertyInvestmentRange: { min: 400_000, max: 900_000 },
    ...criteria,
  },
})
const fitWords = (of: FittingCircle, who: FitPreferences = preferences) => circleFit(of, who).map(({ fits, words }) => [fits, words])

test('a circle is compared with a person’s preferences', () => {
  expect(fitWords(circle())).toEqual([
    [true, '25 miles from you, within your 25'],
    [true, 'Looks for Condominium, as you do'],
    [true, 'Its price range meets yours'],
    [true, 'One arc is $75,000, within your range'],
  ])
  const far = circle(
    {
      propertyTypes: ['townhouse', 'commercial', 'industrial'],
      propertyInvestmentRange: { min: 600_000, max: 'any' },
      totalTargetSize: 9_000_000,
      minimumShareSize: '1/2',
    },
    { lat: 30.2672, lng: -97.7431 },
  )
  expect(fitWords(far)).toEqual([
    [false, '772 miles from you; you look within 25'],
    [false, 'Looks for Townhouse, Commercial Space and Industrial, none of your types'],
    [false, 'Looks from $600,000, above your range'],
    [false, 'One arc is $4.5M, above your $500,000'],
  ])
  expect(fitWords(circle({ propertyInvestmentRange: { min: 0, max: 90_000 } }))[2]).toEqual([
    false,
    'Looks up to $90,000, below your range',
  ])
})

test('values that either side leaves open are not mentioned', () => {
  const bare = circle({ totalTargetSize: null, propertyTypes: [], propertyInvestmentRange: null }, { lat: null, lng: null })
  expect(fitWords(bare)).toEqual([])
  expect(fitScore(bare, preferences)).toBe(0)
  expect(fitWords(circle(), { ...preferences, point: null, propertyTypes: [] })).toHaveLength(2)
  expect(fitWords(circle({}, { lat: 39.74, lng: -104.99 }))[0]).toEqual([true, 'Less than a mile from you, within your 25'])
})

test('a person whose profile says nothing has no preferences', () => {
  expect(fitPreferencesOf({ location: { lat: 1, lng: 2 }, investmentPreference: null })).toBeNull()
  const investmentPreference = { preferredInvestmentRadius: 25, propertyInvestmentRange: { min: 1, max: 2 }, propertyTypes: [] }
  expect(fitPreferencesOf({ location: null, investmentPreference })).toEqual({ point: null, radius: 25, min: 1, max: 2, propertyTypes: [] })
  expect(fitPreferencesOf({ location: { lat: 1, lng: 2 }, investmentPreference })?.point).toEqual({ lat: 1, lng: 2 })
})
