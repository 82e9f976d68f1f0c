import { queryOptions } from '@tanstack/react-query'
import type { FoundPlace, placeList } from '#contract/locations.ts'
import { showing } from './cache-rules.ts'
import { api } from './client.ts'
import { readToken } from './token.ts'

/** A search result. Places with the same name show their state and, where that is the same too, their county. */
type PlaceOption = { readonly value: string; readonly text: string; readonly place: FoundPlace }

type Named = { readonly city: string; readonly state?: string | null | undefined }

/** City and state; an empty text without a place. */
export const placeName = (place: Named | null | undefined): string => (place ? [place.city, place.state].filter(Boolean).join(', ') : '')

/** A chosen place as it is saved and shown: Denver, CO; without a state abbreviation, by region: Leeds, England. */
export const savedPlaceName = (option: PlaceOption | null) =>
  option && {
    city: option.place.city,
    state: option.place.country === 'US' ? option.place.stateCode : option.place.state,
    lat: option.place.lat,
    lng: option.place.lng,
  }

export function toPlaceOptions(places: readonly FoundPlace[]): PlaceOption[] {
  const names = places.map(placeName)
  return places.map((place) => {
    const name = placeName(place)
    const isAmbiguous = names.filter((other) => other === name).length > 1
    return {
      value: `${name}|${place.county}|${place.lat}|${place.lng}`,
      text: isAmbiguous && place.county ? `${name} (${place.county})` : name,
      place,
    }
  })
}

/** Places whose name starts with the text. */
export async function searchPlaces(text: string, signal: AbortSignal): Promise<PlaceOption[]> {
  const isVisitor = readToken() === null
  const path = `${isVisitor ? 'public' : 'app'}/location-search/${encodeURIComponent(text)}`
  return toPlaceOptions(await api.get<typeof placeList>(path, { signal, public: isVisitor }))
}

const isIn = (place: FoundPlace, state: string): boolean =>
  [place.state, place.stateCode].some((name) => name.toLowerCase() === state.trim().toLowerCase())

/** The coordinates of a city, or null if it is not in the list of places. */
export const placeQuery = (city: string, state: string) =>
  queryOptions({
    queryKey: [showing(), 'place', city, state],
    queryFn: async ({ signal }) => {
      const found = await searchPlaces(city, signal)
      return found.find(({ place }) => isIn(place, state))?.place ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
