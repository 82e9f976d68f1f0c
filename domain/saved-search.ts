import { oneArcPrice } from './arcs.ts'
import { type FilterPropertyType, filterPropertyTypes, type MinimumShareSize, type PropertyType } from './choices.ts'
import { ontoSlider, searchRadius } from './criteria.ts'
import { pointOf } from './map.ts'
import type { Dollars } from './money.ts'
import type { CircleFilter } from './search.ts'
import { emptySearch, readSearch, writeSearch } from './search-url.ts'

/** Only what limits the circles that are found: neither page nor order, nor what the map happened to show. */
function lastingFilter({ bbox: _shown, ...filter }: CircleFilter): CircleFilter {
  return filter
}

/** A search as it is saved: the parameters of its address. Empty without a filter. Equal searches have equal addresses. */
export const savedAddress = (filter: CircleFilter): string =>
  Object.entries(writeSearch({ ...emptySearch, filter: lastingFilter(filter) }))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')

/** What a saved address searches for; `get` reads one of its parameters. */
export const readSaved = (get: (name: string) => string | null): CircleFilter => lastingFilter(readSearch(get).filter)

type LikedCircle = {
  readonly location: { readonly city: string; readonly lat: number | null; readonly lng: number | null }
  readonly investmentCriteria: {
    readonly propertyTypes: readonly PropertyType[]
    readonly geographicRadius: number
    readonly totalTargetSize: Dollars | null
    readonly minimumShareSize: MinimumShareSize | null
  }
}

/** The search for circles like this one: its types, its place, and one arc up to its price. */
export function filterLike({ location, investmentCriteria: criteria }: LikedCircle): CircleFilter {
  const point = pointOf(location)
  const types = filterPropertyTypes
    .filter(({ means }) => means.propertyTypes.some((type) => criteria.propertyTypes.includes(type)))
    .map(({ value }): FilterPropertyType => value)
  const price = oneArcPrice(criteria)
  return {
    ...(point && { near: { ...point, radius: ontoSlider(criteria.geographicRadius, searchRadius), city: location.city } }),
    ...(types.length > 0 && { propertyTypes: types }),
    ...(price !== null && { maxArcPrice: price }),
  }
}
