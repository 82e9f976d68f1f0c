import { type RawBuilder, sql } from 'kysely'
import { type Box, boundingBox, longitudesWithin } from '#domain/distance.ts'
import type { CircleFilter } from '#domain/search.ts'
import { allOf, coveredNonSpatialConditions, halvesOf, isInBox, isVisible, milesTo } from './circle-filter.ts'

export const isInPlace = ({ near, bbox }: CircleFilter): boolean => near !== undefined || bbox !== undefined

/** As `latitude_strip` divides a degree of latitude. */
const stripsPerDegree = 8

/** The longitudes of some strips that can contain matches. */
type Strips = { readonly first: number; readonly last: number; readonly west: number; readonly east: number }

const stripOf = (lat: number): number => Math.floor(lat * stripsPerDegree)

/** A box around the place. If the filter also has a box of its own, that one is compared with each circle. */
const boxOf = ({ near, bbox }: CircleFilter): Box | undefined => (near ? boundingBox(near, near.radius) : bbox)

/** A box has the same longitudes in all of its strips, a radius has others in each of them. */
function stripsOf(filter: CircleFilter): Strips[] {
  const { near } = filter
  const box = boxOf(filter)
  if (!box) return []
  const [first, last] = [stripOf(box.south), stripOf(box.north)]
  if (!near) return halvesOf(box).map(({ west, east }) => ({ first, last, west, east }))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((strip) => {
    const [south, north] = [strip / stripsPerDegree, (strip + 1) / stripsPerDegree]
    const part = { south, north, ...longitudesWithin(near, near.radius, south, north) }
    return halvesOf(part).map(({ west, east }) => ({ first: strip, last: strip, west, east }))
  })
}

/**
 * The matches in a place, by an index that contains what is asked for. Reading an entry of it takes half as long as one of the index of
 * points, and around a radius the strips contain fewer entries than its box.
 */
export function circlesOfPlace(filter: CircleFilter): RawBuilder<unknown> {
  const strips = stripsOf(filter)
  const all = (end: keyof Strips) => strips.map((each) => each[end])
  const isInStrip = sql<boolean>`latitude_strip(circles.lat) = strip and circles.lng between part.west and part.east`
  const isExact = [
    ...(filter.near ? [sql<boolean>`${milesTo('circles', filter.near)} <= ${filter.near.radius}::float8`] : []),
    ...(filter.bbox ? [isInBox('circles', filter.bbox)] : []),
  ]
  return sql`unnest(${all('first')}::int[], ${all('last')}::int[], ${all('west')}::float8[], ${all('east')}::float8[])
    as part (first, last, west, east) cross join lateral generate_series(part.first, part.last) as strip cross join lateral (
    select * from circles where ${allOf([isVisible, isInStrip, ...coveredNonSpatialConditions(filter), ...isExact])} offset 0) circles`
}

/** More squares narrow a search no further. */
const mostSquares = 200

const degreesFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.floor(last) - Math.floor(first) + 1 }, (_, index) => Math.floor(first) + index)

/** Whether a circle is in one of the squares of a degree that the place touches; null if there is no place or it has too many squares. */
export function isInSquares(filter: CircleFilter): RawBuilder<boolean> | null {
  const box = boxOf(filter)
  if (!box) return null
  const rows = degreesFrom(box.south, box.north)
  const columns = halvesOf(box).flatMap(({ west, east }) => degreesFrom(west, east))
  if (rows.length * columns.length > mostSquares) return null
  const squares = rows.flatMap((row) => columns.map((column) => row * 360 + column))
  return sql`array[degree_square(circles.lat, circles.lng)] && ${squares}::int[]`
}
