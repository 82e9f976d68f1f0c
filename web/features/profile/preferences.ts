import type { User } from '#contract/accounts.ts'
import { investmentRange, noCriteria, type Preferences, preferredCriteria, preferredRadius } from '#domain/criteria.ts'

type Preference = NonNullable<User['investmentPreference']>

/** Form values of the preferences. */
export type PreferenceValues = Preferences & {
  location: User['location']
  radius: number
  range: readonly [number, number]
}

const preferencesOf = (given: Preferences) =>
  Object.fromEntries(preferredCriteria.map(({ key }) => [key, given[key]])) as unknown as Preferences

export const preferenceValues = ({
  location,
  investmentPreference,
}: Pick<User, 'location' | 'investmentPreference'>): PreferenceValues => ({
  location,
  radius: investmentPreference?.preferredInvestmentRadius ?? preferredRadius.initial,
  range: investmentPreference
    ? [investmentPreference.propertyInvestmentRange.min, investmentPreference.propertyInvestmentRange.max]
    : [investmentRange.min, investmentRange.max],
  ...preferencesOf(investmentPreference ?? noCriteria),
})

export const toPreference = ({ radius, range: [min, max], ...rest }: PreferenceValues): Preference => ({
  preferredInvestmentRadius: radius,
  propertyInvestmentRange: { min, max },
  ...preferencesOf(rest),
})
