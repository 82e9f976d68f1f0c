import { meaningOfFilter, type PropertyType } from '#domain/choices.ts'
import type { CircleFilter } from '#domain/search.ts'

export const typeTrait = (type: PropertyType): string => `type:${type}`

/** The trait names that `circle_traits` gives circles, in groups of which a match has one. */
export function traitsOf(filter: CircleFilter): string[][] {
  const { propertyTypes, propertyCondition, investmentPurpose, ownershipStructure, bedrooms, bathrooms } = filter
  const meaning = meaningOfFilter(propertyTypes ?? [])
  return [
    [...meaning.propertyTypes.map(typeTrait), ...meaning.investmentPurposes.map((purpose) => `purpose:${purpose}`)],
    (propertyCondition ?? []).map((condition) => `condition:${condition}`),
    (investmentPurpose ?? []).map((purpose) => `purpose:${purpose}`),
    (ownershipStructure ?? []).map((structure) => `ownership:${structure}`),
    bedrooms === undefined ? [] : [`bedrooms:${bedrooms}`],
    bathrooms === undefined ? [] : [`bathrooms:${bathrooms}`],
  ].filter((traits) => traits.length > 0)
}
