import type { User } from '#contract/accounts.ts'
import type { PropertyType } from '#domain/choices.ts'
import { investmentRange, preferredRadius } from '#domain/criteria.ts'

type Preference = NonNullable<User['investmentPreference']>

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
  radius: investmentPreference?.preferredInvestmentRadius ?? preferredRadius.initial,
  range: investmentPreference
    ? [investmentPreference.propertyInvestmentRange.min, investmentPreference.propertyInvestmentRange.max]
    : [investmentRange.min, investmentRange.max],
  propertyTypes: investmentPreference?.propertyTypes ?? [],
})

export const toPreference = ({ radius, range: [min, max], propertyTypes }: PreferenceValues): Preference => ({
  preferredInvestmentRadius: radius,
  propertyInvestmentRange: { min, max },
  propertyTypes,
})
