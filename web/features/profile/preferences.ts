import type { User } from '#contract/accounts.ts'
import type { PropertyType } from '#domain/choices.ts'

type Preference = NonNullable<User['investmentPreference']>

/** Limits of the sliders: miles, and whole dollars. */
export const radiusLimits = { min: 0, max: 100, step: 5, usual: 15 }
export const rangeLimits = { min: 10_000, max: 5_000_000, step: 10_000 }

/** Form values of the preferences. */
export type PreferenceValues = {
  location: User['location']
  radius: number
  range: readonly [number, number]
  propertyTypes: PropertyType[]
}

export const preferenceValues = ({
  location,
  investmentPreference,
}: Pick<User, 'location' | 'investmentPreference'>): PreferenceValues => ({
  location,
  radius: investmentPreference?.preferredInvestmentRadius ?? radiusLimits.usual,
  range: investmentPreference
    ? [investmentPreference.propertyInvestmentRange.min, investmentPreference.propertyInvestmentRange.max]
    : [rangeLimits.min, rangeLimits.max],
  propertyTypes: investmentPreference?.propertyTypes ?? [],
})

export const toPreference = ({ radius, range: [min, max], propertyTypes }: PreferenceValues): Preference => ({
  preferredInvestmentRadius: radius,
  propertyInvestmentRange: { min, max },
  propertyTypes,
})
