import { type Box, boundingBox, halvesOf, isInBox, longitudesWithin, milesBetween } from '#domain/distance.ts'
import type { Near } from '#domain/search.ts'
import { type CircleIndex, stripOf, stripsPerDegree } from './circle-index.ts'
import { type SlotList, slotsBetween } from './sorted-slots.ts'

const stripsOf = ({ south, north }: Box): number[] =>
  Array.from({ length: stripOf(north) - stripOf(south) + 1 }, (_, nth) => stripOf(south) + nth)

/** The slots of one strip between two longitudes. */
function slotsOfStrip({ places, columns: { lat, lng } }: CircleIndex, strip: number, west: number, east: number): SlotList {
  const difference = (slot: number, longitude: number) => stripOf(lat[slot] as number) - strip || (lng[slot] as number) - longitude
  return slotsBetween(
    places,
    (slot) => difference(slot, west) >= 0,
    (slot) => difference(slot, east) > 0,
  )
}

/** All slots within a radius, and some around it: each strip is as wide as the place is in it. */
export function slotsAround(index: CircleIndex, near: Near): SlotList {
  return stripsOf(boundingBox(near, near.radius)).flatMap((strip) => {
    const [south, north] = [strip / stripsPerDegree, (strip + 1) / stripsPerDegree]
    return halvesOf({ south, north, ...longitudesWithin(near, near.radius, south, north) }).flatMap(({ west, east }) =>
      slotsOfStrip(index, strip, west, east),
    )
  })
}

/** All slots in a box, and some in the strips at its edges. */
export const slotsInBox = (index: CircleIndex, box: Box): SlotList =>
  stripsOf(box).flatMap((strip) => halvesOf(box).flatMap(({ west, east }) => slotsOfStrip(index, strip, west, east)))

/** How far each circle is. Compared with a radius, a circle without a place is never within it. */
export const milesFrom =
  ({ columns: { lat, lng } }: CircleIndex, from: Near) =>
  (slot: number): number =>
    milesBetween(from, { lat: lat[slot] as number, lng: lng[slot] as number })

export const isSlotInBox =
  ({ columns: { lat, lng } }: CircleIndex, box: Box) =>
  (slot: number): boolean =>
    isInBox({ lat: lat[slot] as number, lng: lng[slot] as number }, box)
