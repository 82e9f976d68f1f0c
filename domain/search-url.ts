import { type Choice, sortValues } from './choices.ts'
import {
  type CriterionFilter,
  filteredCriteria,
  ontoSlider,
  preferredCriteria,
  type Slider,
  searchRadius,
  targetRange,
} from './criteria.ts'
import type { Box } from './distance.ts'
import type { FitPreferences } from './fit.ts'
import { type Dollars, largestAmount } from './money.ts'
import { circlePageSizes, defaultCirclePageSize, farthestPage } from './pages.ts'
import type { CircleFilter, CircleSearch, Near } from './search.ts'

/** Reads one URL parameter, for example `URLSearchParams.get` bound to its object. */
type ReadParameter = (name: string) => string | null | undefined

export const emptySearch: CircleSearch = { filter: {}, sort: 'createdAt', page: 1, pageSize: defaultCirclePageSize }

// Number('') is 0, but an empty parameter is absent.
const numberIn = (text: string | null | undefined): number | undefined => {
  const value = text?.trim() ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value + 0 : undefined // +0 turns -0 into 0, which is how it is written
}

const between = (value: number | undefined, least: number, most: number): value is number =>
  value !== undefined && value >= least && value <= most

const listIn = (text: string | null | undefined, choices: readonly Choice[]): string[] | undefined => {
  const wanted = (text ?? '').split(',')
  const values = choices.map(({ value }) => value).filter((value) => wanted.includes(value))
  return values.length > 0 ? values : undefined
}

function nearIn(get: ReadParameter): Near | undefined {
  const [lat, lng] = [numberIn(get('lat')), numberIn(get('lng'))]
  if (!between(lat, -90, 90) || !between(lng, -180, 180)) return undefined
  const city = clipKeywords(get('city'))
  return { lat, lng, radius: ontoSlider(numberIn(get('radius')) ?? searchRadius.initial, searchRadius), ...(city ? { city } : {}) }
}

function boxIn(text: string | null | undefined): Box | undefined {
  const [west, south, east, north, ...more] = (text ?? '').split(',').map(numberIn)
  if (more.length > 0 || !between(south, -90, 90) || !between(north, south, 90)) return undefined
  return between(west, -180, 180) && between(east, -180, 180) ? { south, west, north, east } : undefined
}

const stopIn = (text: string | null | undefined, slider: Slider): number | undefined => {
  const value = numberIn(text)
  return value === undefined ? undefined : ontoSlider(value, slider)
}

const criteriaIn = (get: ReadParameter): CriterionFilter =>
  Object.fromEntries(
    filteredCriteria.map((each) => [
      each.key,
      each.kind === 'range' ? stopIn(get(each.key), each.slider) : listIn(get(each.key), each.choices),
    ]),
  )

/** The slider's two ends mean no limit, so that circles beyond its range are found too. */
export function targetLimitsOf(from: number, to: number): Pick<CircleFilter, 'minTarget' | 'maxTarget'> {
  const [least, most] = [ontoSlider(Math.min(from, to), targetRange), ontoSlider(Math.max(from, to), targetRange)]
  return { ...(least > targetRange.min ? { minTarget: least } : {}), ...(most < targetRange.max ? { maxTarget: most } : {}) }
}

const wholeDollars = (value: number | undefined): Dollars | undefined => (between(value, 0, largestAmount) ? Math.round(value) : undefined)

/** Two prices in any order; a lowest price of nothing means no limit. */
export function arcPricesOf(from: number | undefined, to: number | undefined): Pick<CircleFilter, 'minArcPrice' | 'maxArcPrice'> {
  const [least, most] = [wholeDollars(from), wholeDollars(to)]
  const isReversed = least !== undefined && most !== undefined && least > most
  return present({ minArcPrice: (isReversed ? most : least) || undefined, maxArcPrice: isReversed ? least : most })
}

/** The longest text the API searches for. */
export const longestKeywords = 200

/** Truncates a text to what the API accepts: no half characters, no control characters. */
export function clipKeywords(text: string | null | undefined): string {
  const words = (text ?? '').replaceAll(/\p{Cc}/gu, ' ').trim()
  return words
    .slice(0, longestKeywords)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}

/** Absent instead of undefined, so that equal searches are deeply equal. */
const present = (filter: CircleFilter): CircleFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

/** The search of a URL. Invalid parameters are ignored: an old or mistyped link still works. */
export function readSearch(get: ReadParameter, usualSort = emptySearch.sort): CircleSearch {
  const filter = present({
    q: clipKeywords(get('q')) || undefined,
    near: nearIn(get),
    bbox: boxIn(get('bbox')),
    ...criteriaIn(get),
    ...targetLimitsOf(numberIn(get('minTarget')) ?? targetRange.min, numberIn(get('maxTarget')) ?? targetRange.max),
    ...arcPricesOf(numberIn(get('minArcPrice')), numberIn(get('maxArcPrice'))),
    hasFreeArcs: get('hasFreeArcs') === 'true' ? true : undefined,
  })
  const pageSize = numberIn(get('pageSize'))
  return {
    filter,
    sort: sortValues.find((sort) => sort === get('sort')) ?? usualSort,
    page: Math.min(farthestPage, Math.max(1, Math.trunc(numberIn(get('page')) ?? 1))),
    pageSize: circlePageSizes.find((size) => size === pageSize) ?? emptySearch.pageSize,
  }
}

/** The URL parameters of a search; default values are omitted. */
export function writeSearch({ filter, sort, page, pageSize }: CircleSearch, usualSort = emptySearch.sort): Record<string, string> {
  const { near, bbox, ...rest } = filter
  const said: Record<string, string | number | true | readonly string[] | undefined> = {
    ...rest,
    ...(near && { lat: near.lat, lng: near.lng, radius: near.radius, city: near.city }),
    ...(bbox && { bbox: [bbox.west, bbox.south, bbox.east, bbox.north].join(',') }),
    sort: sort === usualSort ? undefined : sort,
    page: page === emptySearch.page ? undefined : page,
    pageSize: pageSize === emptySearch.pageSize ? undefined : pageSize,
  }
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => (value === undefined || String(value) === '' ? [] : [[name, String(value)]])),
  )
}

/** The preferences for Best Fit, only for the API: a shared URL must not contain them. */
export const writeFitPreferences = ({ point, radius, min, max, ...preferences }: FitPreferences): Record<string, string> => ({
  ...(point && { fitLat: String(point.lat), fitLng: String(point.lng) }),
  fitRadius: String(radius),
  fitMin: String(min),
  fitMax: String(max),
  ...Object.fromEntries(
    preferredCriteria.flatMap(({ key, preference }) =>
      preferences[key]?.length ? [[preference.parameter, preferences[key].join(',')]] : [],
    ),
  ),
})
