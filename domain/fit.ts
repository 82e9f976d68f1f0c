import { shareCount } from './arcs.ts'
import { labelsOf, type MinimumShareSize, type PropertyType, propertyTypes } from './choices.ts'
import type { OpenRange } from './criteria.ts'
import { milesBetween, type Point } from './distance.ts'
import { pointOf } from './map.ts'
import { type Dollars, formatCount, formatMoney } from './money.ts'

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

/** What a person looks for, from their profile. */
export type Wishes = {
  readonly point: Point | null
  /** Miles around it. */
  readonly radius: number
  readonly min: Dollars
  readonly max: Dollars
  readonly propertyTypes: readonly PropertyType[]
}

type Located = { readonly lat?: number | null | undefined; readonly lng?: number | null | undefined }

/** The wishes of a person with preferences; null without any. */
export function wishesOf(person: {
  readonly location: Located | null
  readonly investmentPreference: {
    readonly preferredInvestmentRadius: number
    readonly propertyInvestmentRange: { readonly min: Dollars; readonly max: Dollars }
    readonly propertyTypes: readonly PropertyType[]
  } | null
}): Wishes | null {
  const { location, investmentPreference: preference } = person
  if (!preference) return null
  const { min, max } = preference.propertyInvestmentRange
  const point = location ? pointOf({ lat: location.lat ?? null, lng: location.lng ?? null }) : null
  return { point, radius: preference.preferredInvestmentRadius, min, max, propertyTypes: preference.propertyTypes }
}

export type FittingCircle = {
  readonly location: { readonly lat: number | null; readonly lng: number | null }
  readonly investmentCriteria: {
    readonly totalTargetSize: Dollars | null
    readonly minimumShareSize: MinimumShareSize | null
    readonly propertyTypes: readonly PropertyType[]
    readonly propertyInvestmentRange: OpenRange | null
  }
}

type FitKind = 'distance' | 'types' | 'range' | 'share'
type FitPart = { readonly kind: FitKind; readonly fits: boolean; readonly words: string }

function milesAway({ location }: FittingCircle, { point }: Wishes): number | null {
  const place = pointOf(location)
  return point && place ? milesBetween(point, place) : null
}

function isWithinRadius(circle: FittingCircle, wishes: Wishes): boolean | null {
  const miles = milesAway(circle, wishes)
  return miles === null ? null : miles <= wishes.radius
}

function sharesTypes(
  { investmentCriteria: { propertyTypes: looksFor } }: FittingCircle,
  { propertyTypes: wanted }: Wishes,
): boolean | null {
  return looksFor.length === 0 || wanted.length === 0 ? null : looksFor.some((type) => wanted.includes(type))
}

function meetsRange({ investmentCriteria: { propertyInvestmentRange: range } }: FittingCircle, { min, max }: Wishes): boolean | null {
  return range === null ? null : range.min <= max && (range.max === 'any' || range.max >= min)
}

function priceOfShare({ investmentCriteria: { totalTargetSize, minimumShareSize } }: FittingCircle): Dollars | null {
  return totalTargetSize && minimumShareSize ? Math.round(totalTargetSize / shareCount(minimumShareSize)) : null
}

function isShareWithinRange(circle: FittingCircle, { max }: Wishes): boolean | null {
  const share = priceOfShare(circle)
  return share === null ? null : share <= max
}

/** Whether each part fits; null if either side leaves it open. */
const judges: Readonly<Record<FitKind, (circle: FittingCircle, wishes: Wishes) => boolean | null>> = {
  distance: isWithinRadius,
  types: sharesTypes,
  range: meetsRange,
  share: isShareWithinRange,
}

const joined = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' and $1')

function distanceWords(circle: FittingCircle, wishes: Wishes, fits: boolean): string {
  const miles = milesAway(circle, wishes) ?? 0
  // Rounded up, so that a place just beyond a limit is never shown as on it.
  const away = miles < 1 ? 'Less than a mile from you' : `${formatCount(Math.ceil(miles))} miles from you`
  return fits ? `${away}, within your ${wishes.radius}` : `${away}; you look within ${wishes.radius}`
}

function typesWords({ investmentCriteria: { propertyTypes: looksFor } }: FittingCircle, wishes: Wishes, fits: boolean): string {
  const shared = looksFor.filter((type) => wishes.propertyTypes.includes(type))
  return fits
    ? `Looks for ${joined(labelsOf(propertyTypes, shared))}, as you do`
    : `Looks for ${joined(labelsOf(propertyTypes, looksFor))}, none of your types`
}

function rangeWords({ investmentCriteria: { propertyInvestmentRange: range } }: FittingCircle, { max }: Wishes, fits: boolean): string {
  if (fits || !range) return 'Its price range meets yours'
  return range.min > max
    ? `Looks from ${formatMoney(range.min)}, above your range`
    : `Looks up to ${formatMoney(Number(range.max))}, below your range`
}

function shareWords(circle: FittingCircle, { max }: Wishes, fits: boolean): string {
  const price = `One share is ${formatMoney(priceOfShare(circle) ?? 0)}`
  return fits ? `${price}, within your range` : `${price}, above your ${formatMoney(max)}`
}

const wordsOf: Readonly<Record<FitKind, (circle: FittingCircle, wishes: Wishes, fits: boolean) => string>> = {
  distance: distanceWords,
  types: typesWords,
  range: rangeWords,
  share: shareWords,
}

const kinds: readonly FitKind[] = ['distance', 'types', 'range', 'share']

/** Why a circle suits a person or not. Values that either side leaves open are not mentioned. */
export const circleFit = (circle: FittingCircle, wishes: Wishes): FitPart[] =>
  kinds.flatMap((kind) => {
    const fits = judges[kind](circle, wishes)
    return fits === null ? [] : { kind, fits, words: wordsOf[kind](circle, wishes, fits) }
  })

/** The number of fitting parts minus the others, for the order Best Fit. */
export const fitScore = (circle: FittingCircle, wishes: Wishes): number =>
  kinds.reduce((score, kind) => {
    const fits = judges[kind](circle, wishes)
    return fits === null ? score : score + (fits ? 1 : -1)
  }, 0)
