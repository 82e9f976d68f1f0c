import { type RawBuilder, sql } from 'kysely'
import { type Box, boundingBox, halvesOf } from '#domain/distance.ts'
import { type CircleFilter, type Near, needleOf, shortNeedle, wantedTraits, wordSeparators } from '#domain/search.ts'

export type Condition = RawBuilder<boolean>

/** The condition of every partial search index. Queries must repeat it literally to use them. */
export const isVisible: Condition = sql`not circles.hide_circle and circles.deleted_at is null`

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Between title, city, state and description, in `circle_text`. */
const fieldSeparator = '\x1f'

const isLike = (pattern: string): Condition => sql`circles.search_text like lower(${pattern}::text)`

const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`

/** Short texts are only found where a word begins: as a part of words they would be in nearly every circle. */
function says(needle: string): Condition {
  if (needle.length > shortNeedle) return isLike(`%${escaped(needle)}%`)
  const beginnings = [fieldSeparator, ...wordSeparators].map((before) => isLike(`%${escaped(before + needle)}%`))
  return anyOf([isLike(`${escaped(needle)}%`), ...beginnings])
}

/** Ranges, whose number of matches PostgreSQL estimates well, unlike points in a box. */
const isInBox = (box: Box): Condition =>
  anyOf(
    halvesOf(box).map(
      ({ south, west, north, east }) =>
        sql`circles.lat between ${south}::float8 and ${north}::float8 and circles.lng between ${west}::float8 and ${east}::float8`,
    ),
  )

/** The box uses the index, the distance is exact. */
export const isWithin = (near: Near): Condition =>
  sql`${isInBox(boundingBox(near, near.radius))} and ${milesFrom(near)} <= ${near.radius}::float8`

export const milesFrom = ({ lat, lng }: Pick<Near, 'lat' | 'lng'>): RawBuilder<number> =>
  sql`miles_between(${lat}::float8, ${lng}::float8, circles.lat, circles.lng)`

/** A column between two limits; null is in no range. */
const between = (column: string, least: number | undefined, most: number | undefined): Condition[] => [
  ...(least === undefined ? [] : [sql<boolean>`${sql.ref(column)} >= ${least}::bigint`]),
  ...(most === undefined ? [] : [sql<boolean>`${sql.ref(column)} <= ${most}::bigint`]),
]

/** All conditions except the spatial ones. */
export function nonSpatialConditions(filter: CircleFilter): Condition[] {
  const needle = needleOf(filter)
  return [
    ...(needle ? [says(needle)] : []),
    ...wantedTraits(filter).map((traits) => sql<boolean>`circles.traits && ${traits}::text[]`),
    ...between('circles.total_target_size', filter.minTarget, filter.maxTarget),
    ...between('circles.arc_price', filter.minArcPrice, filter.maxArcPrice),
    ...(filter.hasFreeArcs ? [sql<boolean>`circles.has_free_arcs`] : []),
  ]
}

export const conditionsOf = (filter: CircleFilter): Condition[] => [
  ...nonSpatialConditions(filter),
  ...(filter.near ? [isWithin(filter.near)] : []),
  ...(filter.bbox ? [isInBox(filter.bbox)] : []),
]

export const allOf = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `)
