import { describe, expect, test } from 'vitest'
import * as choices from './choices.ts'

const lists: readonly (readonly choices.Choice[])[] = [
  choices.minimumShareSizes,
  choices.propertyTypes,
  choices.filterPropertyTypes,
  choices.propertyConditions,
  choices.investmentPurposes,
  choices.ownershipStructures,
  choices.listingStatuses,
  choices.preferences,
  choices.sortOptions,
  choices.userStatuses,
]

describe('the lists people choose from', () => {
  test('contain no value and no text twice', () => {
    for (const list of lists) {
      expect(new Set(list.map((choice) => choice.value)).size).toBe(list.length)
      expect(new Set(list.map((choice) => choice.text)).size).toBe(list.length)
    }
  })

  test('hold the specified values in the specified order', () => {
    expect(choices.minimumShareSizeValues).toEqual(['1/2', '1/3', '1/4', '1/5', '1/6', '1/8', '1/10', '1/12'])
    expect(choices.propertyConditionValues).toEqual(['new', 'good', 'minor_renovation', 'major_renovation'])
    expect(choices.ownershipStructureValues).toEqual(['tenancy_in_common', 'joint_tenancy', 'llc', 'partnership', 'trust', 'other'])
    expect(choices.listingStatusValues).toEqual(['available', 'under_offer', 'under_contract', 'sold', 'withdrawn'])
    expect(choices.preferenceValues).toEqual(['invest', 'watchList', 'veto'])
    const specified = ['createdAt', 'title', 'totalTargetSize', 'geographicRadius', 'arcPrice', 'distance']
    expect(choices.sortOptions.map(({ value }) => value)).toEqual(specified)
    expect(choices.sortValues).toEqual([...specified, 'fit'])
    expect(choices.userStatusValues).toEqual(['active', 'suspended', 'invited'])
    expect(choices.investmentPurposeValues).toEqual([
      'vacation_home',
      'short_term_rental',
      'long_term_rental',
      'commercial',
      'primary_residence',
      'other',
    ])
  })

  test('name the seven property types as specified', () => {
    expect(choices.labelsOf(choices.propertyTypes, choices.propertyTypeValues)).toEqual([
      'Single Family Home',
      'Multi-Family',
      'Condominium',
      'Townhouse',
      'Commercial Space',
      'Land',
      'Industrial',
    ])
  })

  test('show an unknown value unchanged', () => {
    expect(choices.labelOf(choices.preferences, 'invest')).toBe('Ready to Invest')
    expect(choices.labelOf(choices.propertyTypes, 'houseboat')).toBe('houseboat')
  })
})

describe('the filter panel', () => {
  test('reads Condominium / Townhouse as either, and Vacation Home as a purpose', () => {
    expect(choices.meaningOfFilter(['condo_townhouse', 'vacation'])).toEqual({
      propertyTypes: ['condo', 'townhouse'],
      investmentPurposes: ['vacation_home'],
    })
  })

  test('reaches every canonical property type', () => {
    const reached = choices.meaningOfFilter(choices.filterPropertyTypeValues).propertyTypes
    expect([...reached].sort()).toEqual([...choices.propertyTypeValues].sort())
  })
})
