import type { CircleFilter } from '#domain/search.ts'

/** The number of active advanced filters; each selected value counts. */
export function advancedCount(filter: CircleFilter): number {
  const { propertyTypes, propertyCondition, investmentPurpose, ownershipStructure } = filter
  const lists = [propertyTypes, propertyCondition, investmentPurpose, ownershipStructure]
  const singles = [filter.minTarget ?? filter.maxTarget, filter.bedrooms, filter.bathrooms, filter.q]
  return lists.reduce((sum, values) => sum + (values?.length ?? 0), 0) + singles.filter((value) => value !== undefined).length
}
