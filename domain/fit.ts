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

type FitPart = { readonly kind: 'distance' | 'types' | 'range' | 'share'; readonly fits: boolean; readonly words: string }

function distancePart({ location }: FittingCircle, { point, radius }: Wishes): FitPart | null {
  const place = pointOf(location)
  if (!point || !place) return null
  const miles = milesBetween(point, place)
  const fits = miles <= radius
  // Rounded up, so that a place just beyond a limit is never shown as on it.
  const away = miles < 1 ? 'Less than a mile from you' : `${formatCount(Math.ceil(miles))} miles from you`
  return { kind: 'distance', fits, words: fits ? `${away}, within your ${radius}` : `${away}; you look within ${radius}` }
}

const joined = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' and $1')

function typesPart({ investmentCriteria }: FittingCircle, wishes: Wishes): FitPart | null {
  const looksFor = investmentCriteria.propertyTypes
  if (looksFor.length === 0 || wishes.propertyTypes.length === 0) return null
  const shared = looksFor.filter((type) => wishes.propertyTypes.includes(type))
  const words =
    shared.length > 0
      ? `Looks for ${joined(labelsOf(propertyTypes, shared))}, as you do`
      : `Looks for ${joined(labelsOf(propertyTypes, looksFor))}, none of your types`
  return { kind: 'types', fits: shared.length > 0, words }
}

function rangePart({ investmentCriteria }: FittingCircle, { min, max }: Wishes): FitPart | null {
  const range = investmentCriteria.propertyInvestmentRange
  if (!range) return null
  if (range.min > max) return { kind: 'range', fits: false, words: `Looks from ${formatMoney(range.min)}, above your range` }
  if (range.max !== 'any' && range.max < min)
    return { kind: 'range', fits: false, words: `Looks up to ${formatMoney(range.max)}, below your range` }
  return { kind: 'range', fits: true, words: 'Its price range meets yours' }
}

function sharePart({ investmentCriteria }: FittingCircle, { max }: Wishes): FitPart | null {
  const { totalTargetSize, minimumShareSize } = investmentCriteria
  if (!totalTargetSize || !minimumShareSize) return null
  const share = Math.round(totalTargetSize / shareCount(minimumShareSize))
  const fits = share <= max
  const price = `One share is ${formatMoney(share)}`
  return { kind: 'share', fits, words: fits ? `${price}, within your range` : `${price}, above your ${formatMoney(max)}` }
}

/** Why a circle suits a person or not. Values that either side leaves open are not mentioned. */
export const circleFit = (circle: FittingCircle, wishes: Wishes): FitPart[] =>
  [distancePart, typesPart, rangePart, sharePart].flatMap((part) => part(circle, wishes) ?? [])

/** The number of fitting parts minus the others, for the order Best Fit. */
export const fitScore = (circle: FittingCircle, wishes: Wishes): number =>
  circleFit(circle, wishes).reduce((score, { fits }) => score + (fits ? 1 : -1), 0)
