import type { FoundPlace } from '#contract/locations.ts'

/** A place as the location field lists it. */
export type PlaceOption = {
  readonly value: string
  readonly text: string
  readonly name: string
  readonly lat: number
  readonly lng: number
}

const nameOf = ({ city, stateCode }: FoundPlace): string => (stateCode ? `${city}, ${stateCode}` : city)

/** Same-named places of one state are told apart by their county. */
export function toOptions(places: readonly FoundPlace[]): PlaceOption[] {
  const names = places.map(nameOf)
  return places.map((place) => {
    const name = nameOf(place)
    const isAlone = names.filter((other) => other === name).length === 1
    return {
      value: `${place.lat},${place.lng}`,
      text: isAlone || !place.county ? name : `${name} (${place.county})`,
      name,
      lat: place.lat,
      lng: place.lng,
    }
  })
}
