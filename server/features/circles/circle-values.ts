import type { z } from 'zod'
import type { adminSaveCircleRequest, InvestmentCriteria } from '#contract/circles.ts'

export type AdminCircleChange = z.infer<typeof adminSaveCircleRequest>

/** Only the fields that the change contains; others stay unchanged. */
const present = <Value extends Record<string, unknown>>(values: Value): Partial<Value> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Value>

const unique = <Value>(values: readonly Value[] | undefined) => values && [...new Set(values)]

const endOf = (max: number | 'any' | undefined) => (max === 'any' ? null : max)

function rangeValues<Name extends string>(name: Name, range: { min: number; max: number | 'any' } | null | undefined) {
  if (range === undefined) return {}
  return { [`${name}_min`]: range?.min ?? null, [`${name}_max`]: range ? endOf(range.max) : null }
}

function criteriaValues(criteria: Partial<{ [Key in keyof InvestmentCriteria]: InvestmentCriteria[Key] | undefined }>) {
  return {
    ...present({
      total_target_size: criteria.totalTargetSize,
      minimum_share_size: criteria.minimumShareSize,
      owner_investment_amount: criteria.ownerInvestmentAmount,
      geographic_radius: criteria.geographicRadius,
      ownership_structure: criteria.ownershipStructure,
      property_types: unique(criteria.propertyTypes),
      property_condition: unique(criteria.propertyCondition),
      investment_purpose: unique(criteria.investmentPurpose),
    }),
    ...rangeValues('bedrooms', criteria.bedrooms),
    ...rangeValues('bathrooms', criteria.bathrooms),
    ...rangeValues('property_investment', criteria.propertyInvestmentRange),
  }
}

/** The columns that a request changes. */
export function circleValues(change: AdminCircleChange) {
  const { title, description, location, investmentCriteria, hideCircle } = change
  return {
    ...present({ title, description, hide_circle: hideCircle }),
    ...(location ? { city: location.city, state: location.state ?? null, lat: location.lat ?? null, lng: location.lng ?? null } : {}),
    ...criteriaValues(investmentCriteria ?? {}),
  }
}
