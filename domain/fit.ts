import { oneArcPrice } from './arcs.ts'
import { labelsOf, type MinimumShareSize } from './choices.ts'
import { type Criteria, type OpenRange, type Preferences, preferredCriteria } from './criteria.ts'
import { milesBetween, type Point } from './distance.ts'
import { pointOf } from './map.ts'
import { type Dollars, formatCount, formatMoney } from './money.ts'

/** A price outside the circle's range, in short; null within it or without one. */
export function rangeWarning(price: Dollars, range: OpenRange | null): string | null {
  if (!range) return null
  if (price < range.min) return 'below its range'
  return range.max !== 'any' && price > range.max ? 'above its range' : null
}

/** Whether a price is in the circle's range, in words. */
export function priceFit(price: Dollars, range: OpenRange | null): string {
  if (!range) return 'The circle set no range'
  if (price < range.min) return `${formatMoney(range.min - price)} below the circle’s range`
  if (range.max !== 'any' && price > range.max) return `${formatMoney(price - range.max)} above the circle’s range`
  return 'Within the circle’s range'
}

/** A price compared with the circle's target and with what its members have pooled, in words. */
export function targetFit(price: Dollars, target: Dollars | null, pooled: Dollars): string {
  if (!target) return 'The circle has no target yet'
  const percent = Math.round((price / target) * 100)
  if (price <= pooled) return `${percent}% of the target: the pooled amount covers it`
  if (price <= target) return `${percent}% of the target: ${formatMoney(price - pooled)} more has to be pooled`
  return `${percent}% of the target: ${formatMoney(price - target)} would have to come from elsewhere`
}

/** Whether a property is where the circle looks, judged by its city. */
export const placeFit = (city: string, circleCity: string): string =>
  city.trim().toLowerCase() === circleCity.trim().toLowerCase()
    ? `In ${circleCity}, where the circle looks`
    : `In ${city}; the circle looks around ${circleCity}`

/** What a person looks for, from their profile. Absent lists leave it open. */
export type FitPreferences = Partial<Preferences> & {
  readonly point: Point | null
  /** Miles around it. */
  readonly radius: number
  readonly min: Dollars
  readonly max: Dollars
}

type Located = { readonly lat?: number | null | undefined; readonly lng?: number | null | undefined }

/** What a person looks for, by their profile; null if it says nothing. */
export function fitPreferencesOf(person: {
  readonly location: Located | null
  readonly investmentPreference:
    | (Partial<Preferences> & {
        readonly preferredInvestmentRadius: number
        readonly propertyInvestmentRange: { readonly min: Dollars; readonly max: Dollars }
      })
    | null
}): FitPreferences | null {
  const { location, investmentPreference } = person
  if (!investmentPreference) return null
  const { preferredInvestmentRadius: radius, propertyInvestmentRange, ...preferences } = investmentPreference
  const { min, max } = propertyInvestmentRange
  const point = location ? pointOf({ lat: location.lat ?? null, lng: location.lng ?? null }) : null
  return { point, radius, min, max, ...preferences }
}

export type FittingCircle = {
  readonly location: { readonly lat: number | null; readonly lng: number | null }
  readonly investmentCriteria: Preferences &
    Pick<Criteria, 'propertyInvestmentRange'> & {
      readonly totalTargetSize: Dollars | null
      readonly minimumShareSize: MinimumShareSize | null
    }
}

type FitPart = { readonly kind: string; readonly fits: boolean; readonly words: string }

/** A part of the comparison. */
type Judge = {
  readonly kind: string
  /** null if either side leaves it open. */
  readonly fits: (circle: FittingCircle, preferences: FitPreferences) => boolean | null
  readonly words: (circle: FittingCircle, preferences: FitPreferences, fits: boolean) => string
}

function milesAway({ location }: FittingCircle, { point }: FitPreferences): number | null {
  const place = pointOf(location)
  return point && place ? milesBetween(point, place) : null
}

function isWithinRadius(circle: FittingCircle, preferences: FitPreferences): boolean | null {
  const miles = milesAway(circle, preferences)
  return miles === null ? null : miles <= preferences.radius
}

function meetsRange(
  { investmentCriteria: { propertyInvestmentRange: range } }: FittingCircle,
  { min, max }: FitPreferences,
): boolean | null {
  return range === null ? null : range.min <= max && (range.max === 'any' || range.max >= min)
}

function isShareWithinRange(circle: FittingCircle, { max }: FitPreferences): boolean | null {
  const share = oneArcPrice(circle.investmentCriteria)
  return share === null ? null : share <= max
}

const joined = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' and $1')

function distanceWords(circle: FittingCircle, preferences: FitPreferences, fits: boolean): string {
  const miles = milesAway(circle, preferences) ?? 0
  // Rounded up, so that a place just beyond a limit is never shown as on it.
  const away = miles < 1 ? 'Less than a mile from you' : `${formatCount(Math.ceil(miles))} miles from you`
  return fits ? `${away}, within your ${preferences.radius}` : `${away}; you look within ${preferences.radius}`
}

/** The lists that circles and people both choose from. */
const listJudges = preferredCriteria.map(({ key, choices, preference }): Judge => {
  const wantedBy = (preferences: FitPreferences): readonly string[] => preferences[key] ?? []
  const sharedBy = (circle: FittingCircle, preferences: FitPreferences) =>
    circle.investmentCriteria[key].filter((value) => wantedBy(preferences).includes(value))
  return {
    kind: key,
    fits: (circle, preferences) =>
      circle.investmentCriteria[key].length === 0 || wantedBy(preferences).length === 0 ? null : sharedBy(circle, preferences).length > 0,
    words: (circle, preferences, fits) =>
      fits
        ? `Looks for ${joined(labelsOf(choices, sharedBy(circle, preferences)))}, as you do`
        : `Looks for ${joined(labelsOf(choices, circle.investmentCriteria[key]))}, ${preference.none}`,
  }
})

function rangeWords(
  { investmentCriteria: { propertyInvestmentRange: range } }: FittingCircle,
  { max }: FitPreferences,
  fits: boolean,
): string {
  if (fits || !range) return 'Its price range meets yours'
  return range.min > max
    ? `Looks from ${formatMoney(range.min)}, above your range`
    : `Looks up to ${formatMoney(Number(range.max))}, below your range`
}

function shareWords(circle: FittingCircle, { max }: FitPreferences, fits: boolean): string {
  const price = `One arc is ${formatMoney(oneArcPrice(circle.investmentCriteria) ?? 0)}`
  return fits ? `${price}, within your range` : `${price}, above your ${formatMoney(max)}`
}

const judges: readonly Judge[] = [
  { kind: 'distance', fits: isWithinRadius, words: distanceWords },
  ...listJudges,
  { kind: 'range', fits: meetsRange, words: rangeWords },
  { kind: 'share', fits: isShareWithinRange, words: shareWords },
]

/** Why a circle suits a person or not. Values that either side leaves open are not mentioned. */
export const circleFit = (circle: FittingCircle, preferences: FitPreferences): FitPart[] =>
  judges.flatMap(({ kind, ...judge }) => {
    const fits = judge.fits(circle, preferences)
    return fits === null ? [] : { kind, fits, words: judge.words(circle, preferences, fits) }
  })

/** The number of fitting parts minus the others, for the order Best Fit. */
export const fitScore = (circle: FittingCircle, preferences: FitPreferences): number =>
  judges.reduce((score, judge) => {
    const fits = judge.fits(circle, preferences)
    return fits === null ? score : score + (fits ? 1 : -1)
  }, 0)
