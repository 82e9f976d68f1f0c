import { describe, expect, test } from 'vitest'
import { newCircle, toChange, toRequest } from './circle-form-values.ts'

const larkspur = {
  ...newCircle,
  title: 'Larkspur Terrace',
  location: { city: 'Denver', state: 'Colorado', lat: 39.7, lng: -105 },
  bedrooms: [2, 5] as const,
}

describe('the admin’s circle form', () => {
  test('leaves unset values null', () => {
    expect(toRequest(newCircle).investmentCriteria).toMatchObject({
      totalTargetSize: null,
      minimumShareSize: null,
      ownerInvestmentAmount: null,
      bedrooms: null,
      propertyInvestmentRange: null,
    })
    expect(toRequest(newCircle)).not.toHaveProperty('owner')
  })

  test('reads the end of a slider as any', () => {
    expect(toRequest(larkspur).investmentCriteria.bedrooms).toEqual({ min: 2, max: 'any' })
    expect(toRequest({ ...larkspur, bedrooms: [2, 4] }).investmentCriteria.bedrooms).toEqual({ min: 2, max: 4 })
  })

  test('sends only changed values', () => {
    expect(toChange(larkspur, larkspur)).toEqual({})
    expect(toChange(larkspur, { ...larkspur, hideCircle: true, bedrooms: [1, 5], propertyTypes: ['land'] })).toEqual({
      hideCircle: true,
      investmentCriteria: { bedrooms: null, propertyTypes: ['land'] },
    })
  })
})
