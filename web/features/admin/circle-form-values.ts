import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import type { InvestmentPurpose, MinimumShareSize, OwnershipStructure, PropertyCondition, PropertyType } from '#domain/choices.ts'
import { geographicRadius, investmentRange, type OpenRange, roomRange } from '#domain/criteria.ts'
import { fullName } from '#domain/person.ts'

type Range = readonly [number, number]
type Place = { readonly city: string; readonly state: string | null; readonly lat: number | null; readonly lng: number | null }

/** Form values, with the contract's names. A range over the whole slider means "any"; null means "not set". */
export type CircleValues = {
  title: string
  description: string
  hideCircle: boolean
  location: Place | null
  owner: { readonly value: string; readonly text: string } | null
  totalTargetSize: number | undefined
  minimumShareSize: MinimumShareSize | null
  ownerInvestmentAmount: number | null
  ownershipStructure: OwnershipStructure | null
  geographicRadius: number
  propertyTypes: readonly PropertyType[]
  propertyCondition: readonly PropertyCondition[]
  investmentPurpose: readonly InvestmentPurpose[]
  bedrooms: Range
  bathrooms: Range
  propertyInvestmentRange: Range
}

const whole = (limits: { min: number; max: number }): Range => [limits.min, limits.max]

/** A value outside the slider's range is shown at its end, and is kept until someone moves the slider. */
const ontoTrack = (range: OpenRange | null, limits: { min: number; max: number }): Range =>
  range ? [Math.max(limits.min, range.min), range.max === 'any' ? limits.max : Math.min(limits.max, range.max)] : whole(limits)

const fromTrack = ([min, max]: Range, limits: { min: number; max: number }): OpenRange | null => {
  if (min <= limits.min && max >= limits.max) return null
  return { min, max: max >= limits.max ? 'any' : max }
}

export const newCircle: CircleValues = {
  title: '',
  description: '',
  hideCircle: false,
  location: null,
  owner: null,
  totalTargetSize: undefined,
  minimumShareSize: null,
  ownerInvestmentAmount: null,
  ownershipStructure: null,
  geographicRadius: geographicRadius.initial,
  propertyTypes: [],
  propertyCondition: [],
  investmentPurpose: [],
  bedrooms: whole(roomRange),
  bathrooms: whole(roomRange),
  propertyInvestmentRange: whole(investmentRange),
}

export function valuesOf(circle: Circle, members: readonly Membership[]): CircleValues {
  const { investmentCriteria: criteria } = circle
  const owner = members.find((member) => member.isOwner)?.user
  return {
    title: circle.title,
    description: circle.description,
    hideCircle: circle.hideCircle,
    location: circle.location,
    owner: owner?._id ? { value: owner._id, text: fullName(owner) } : null,
    totalTargetSize: criteria.totalTargetSize ?? undefined,
    minimumShareSize: criteria.minimumShareSize,
    ownerInvestmentAmount: criteria.ownerInvestmentAmount,
    ownershipStructure: criteria.ownershipStructure,
    geographicRadius: criteria.geographicRadius,
    propertyTypes: criteria.propertyTypes,
    propertyCondition: criteria.propertyCondition,
    investmentPurpose: criteria.investmentPurpose,
    bedrooms: ontoTrack(criteria.bedrooms, roomRange),
    bathrooms: ontoTrack(criteria.bathrooms, roomRange),
    propertyInvestmentRange: ontoTrack(criteria.propertyInvestmentRange, investmentRange),
  }
}

export const toRequest = (values: CircleValues) => ({
  title: values.title,
  description: values.description,
  hideCircle: values.hideCircle,
  location: values.location ?? { city: '' },
  ...(values.owner && { owner: values.owner.value }),
  investmentCriteria: {
    totalTargetSize: values.totalTargetSize ?? null,
    minimumShareSize: values.minimumShareSize,
    ownerInvestmentAmount: values.ownerInvestmentAmount,
    ownershipStructure: values.ownershipStructure,
    geographicRadius: values.geographicRadius,
    propertyTypes: values.propertyTypes,
    propertyCondition: values.propertyCondition,
    investmentPurpose: values.investmentPurpose,
    bedrooms: fromTrack(values.bedrooms, roomRange),
    bathrooms: fromTrack(values.bathrooms, roomRange),
    propertyInvestmentRange: fromTrack(values.propertyInvestmentRange, investmentRange),
  },
})

const different = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])))

/** Only changed values are sent, so that the audit log shows exactly the change. */
export function toChange(before: CircleValues, after: CircleValues) {
  const { investmentCriteria: criteriaBefore, ...restBefore } = toRequest(before)
  const { investmentCriteria, ...rest } = toRequest(after)
  const criteria = different(criteriaBefore, investmentCriteria)
  return { ...different(restBefore, rest), ...(Object.keys(criteria).length > 0 && { investmentCriteria: criteria }) }
}
