import type { z } from 'zod'
import type { adminSaveCircleRequest } from '#contract/circles.ts'
import { criterionValues } from '#server/shared/circles/criterion-columns.ts'

export type AdminCircleChange = z.infer<typeof adminSaveCircleRequest>

/** Only the fields that the change contains; others stay unchanged. */
const present = <Value extends Record<string, unknown>>(values: Value): Partial<Value> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Value>

/** The columns that a request changes. */
export function circleValues(change: AdminCircleChange) {
  const { title, description, location, investmentCriteria, hideCircle } = change
  return {
    ...present({ title, description, hide_circle: hideCircle }),
    ...(location ? { city: location.city, state: location.state ?? null, lat: location.lat ?? null, lng: location.lng ?? null } : {}),
    ...present({
      total_target_size: investmentCriteria?.totalTargetSize,
      minimum_share_size: investmentCriteria?.minimumShareSize,
      owner_investment_amount: investmentCriteria?.ownerInvestmentAmount,
      geographic_radius: investmentCriteria?.geographicRadius,
    }),
    ...criterionValues(investmentCriteria ?? {}),
  }
}
