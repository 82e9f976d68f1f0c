import { type RawBuilder, sql } from 'kysely'
import { type Box, boundingBox, longitudesWithin } from '#domain/distance.ts'
import type { CircleFilter } from '#domain/search.ts'
import { allOf, coveredNonSpatialConditions, halvesOf, isInBox, isVisible, milesTo } from './circle-filter.ts'

export const isInPlace = ({ near, bbox }: CircleFilter): boolean => near !== undefined || bbox !== undefined

/** As `latitude_strip` divides a degree of latitude. */
const stripsPerDegree = 8

type Strip = { readonly nth: number; readonly west: number; readonly east: number }

/** A box around the place. If the filter also has a box of its own, that one is compared with each circle. */
const boxOf = ({ near, bbox }: CircleFilter): Box | undefined => (near ? boundingBox(near, near.radius) : bbox)

/** The part of each strip that can contain matches. */
function stripsOf(filter: CircleFilter): Strip[] {
  const { near } = filter
  const box = boxOf(filter)
  if (!box) return []
  const first = Math.floor(box.south * stripsPerDegree)
  const count = Math.floor(box.north * stripsPerDegree) - first + 1
  return Array.from({ length: count }, (_, index) => first + index).flatMap((nth) => {
    const [south, north] = [nth / stripsPerDegree, (nth + 1) / stripsPerDegree]
    const part: Box = { south, north, ...(near ? longitudesWithin(near, near.radius, south, north) : { west: box.west, east: box.east }) }
    return halvesOf(part).map(({ west, east }) => ({ nth, west, east }))
  })
}

/**
 * The matches in a place, by an index that contains what is asked for. Reading a circle from it takes half as long as from the index of
 * points, and a circle's strips have fewer around it than its box.
 */
export function circlesOfPlace(filter: CircleFilter): RawBuilder<unknown> {
  const strips = stripsOf(filter)
  const [nths, wests, easts] = [strips.map(({ nth }) => nth), strips.map(({ west }) => west), strips.map(({ east }) => east)]
  const isInStrip = sql<boolean>`latitude_strip(circles.lat) = strip.nth and circles.lng between strip.west and strip.east`
  const isExact = [
    ...(filter.near ? [sql<boolean>`${milesTo('circles', filter.near)} <= ${filter.near.radius}::float8`] : []),
    ...(filter.bbox ? [isInBox('circles', filter.bbox)] : []),
  ]
  return sql`unnest(${nths}::int[], ${wests}::float8[], ${easts}::float8[]) as strip (nth, west, east) cross join lateral (
    select * from circles where ${allOf([isVisible, isInStrip, ...coveredNonSpatialConditions(filter), ...isExact])} offset 0) circles`
}

/** More squares narrow a search no further. */
const mostSquares = 200

/** Whether a circle is in one of the squares of a degree that the place touches; null if there are too many of them. */
export function isInSquares(filter: CircleFilter): RawBuilder<boolean> | null {
  const box = boxOf(filter)
  const squares = (box ? halvesOf(box) : []).flatMap(({ south, west, north, east }) => {
    const rows = Array.from({ length: Math.floor(north) - Math.floor(south) + 1 }, (_, index) => Math.floor(south) + index)
    const columns = Array.from({ length: Math.floor(east) - Math.floor(west) + 1 }, (_, index) => Math.floor(west) + index)
    return rows.flatMap((row) => columns.map((column) => row * 360 + column))
  })
  if (squares.length === 0 || squares.length > mostSquares) return null
  return sql`array[degree_square(circles.lat, circles.lng)] && ${squares}::int[]`
}
