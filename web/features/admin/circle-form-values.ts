import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import type { MinimumShareSize } from '#domain/choices.ts'
import { type Criteria, geographicRadius, noCriteria } from '#domain/criteria.ts'
import { fullName } from '#domain/person.ts'

type Place = { readonly city: string; readonly state: string | null; readonly lat: number | null; readonly lng: number | null }

/** Form values, with the contract's names; null means "not set". */
export type CircleValues = Criteria & {
  title: string
  description: string
  hideCircle: boolean
  location: Place | null
  owner: { readonly value: string; readonly text: string } | null
  totalTargetSize: number | undefined
  minimumShareSize: MinimumShareSize | null
  ownerInvestmentAmount: number | null
  geographicRadius: number
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
  geographicRadius: geographicRadius.initial,
  ...noCriteria,
}

export function valuesOf(circle: Circle, members: readonly Membership[]): CircleValues {
  const { totalTargetSize, currentInvestmentAmount: _, ...criteria } = circle.investmentCriteria
  const owner = members.find((member) => member.isOwner)?.user
  return {
    title: circle.title,
    description: circle.description,
    hideCircle: circle.hideCircle,
    location: circle.location,
    owner: owner?._id ? { value: owner._id, text: fullName(owner) } : null,
    totalTargetSize: totalTargetSize ?? undefined,
    ...criteria,
  }
}

export function toRequest({ title, description, hideCircle, location, owner, totalTargetSize, ...criteria }: CircleValues) {
  return {
    title,
    description,
    hideCircle,
    location: location ?? { city: '' },
    ...(owner && { owner: owner.value }),
    investmentCriteria: { ...criteria, totalTargetSize: totalTargetSize ?? null },
  }
}

const different = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])))

/** Only changed values are sent, so that the audit log shows exactly the change. */
export function toChange(before: CircleValues, after: CircleValues) {
  const { investmentCriteria: criteriaBefore, ...restBefore } = toRequest(before)
  const { investmentCriteria, ...rest } = toRequest(after)
  const criteria = different(criteriaBefore, investmentCriteria)
  return { ...different(restBefore, rest), ...(Object.keys(criteria).length > 0 && { investmentCriteria: criteria }) }
}
