import { describe, expect, test } from 'vitest'
import { newCircle, toChange, toRequest } from './circle-form-values.ts'

const larkspur = {
  ...newCircle,
  title: 'Larkspur Terrace',
  location: { city: 'Denver', state: 'Colorado', lat: 39.7, lng: -105 },
  bedrooms: { min: 2, max: 'any' } as const,
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

  test('sends only changed values', () => {
    expect(toChange(larkspur, larkspur)).toEqual({})
    expect(toChange(larkspur, { ...larkspur, hideCircle: true, bedrooms: null, propertyTypes: ['land'] })).toEqual({
      hideCircle: true,
      investmentCriteria: { bedrooms: null, propertyTypes: ['land'] },
    })
  })
})
