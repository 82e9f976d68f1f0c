import { type RawBuilder, sql } from 'kysely'
import { type Box, boundingBox, halvesOf } from '#domain/distance.ts'
import type { CircleFilter, Near } from '#domain/search.ts'
import { traitsOf } from './memory/traits.ts'

type Condition = RawBuilder<boolean>

/** The condition of every partial search index. Queries must repeat it literally to use them. */
export const isVisible: Condition = sql`not circles.hide_circle and circles.deleted_at is null`

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The text that a circle is found by, in lower case. */
const circleText: RawBuilder<string> = sql`circle_text(circles.title, circles.city, circles.state, circles.description)`

const contains = (needle: string): Condition => sql`${circleText} like lower(${`%${escaped(needle)}%`}::text)`

function isInBox(box: Box): Condition {
  const halves = halvesOf(box).map(
    ({ south, west, north, east }) =>
      sql`point(circles.lng, circles.lat) <@ box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`,
  )
  return sql`(${sql.join(halves, sql` or `)})`
}

/** The box uses the index, the distance is exact. */
const isWithin = (near: Near): Condition =>
  sql`${isInBox(boundingBox(near, near.radius))}
    and miles_between(${near.lat}::float8, ${near.lng}::float8, circles.lat, circles.lng) <= ${near.radius}::float8`

/** All conditions except the spatial ones. */
export function nonSpatialConditions(filter: CircleFilter): Condition[] {
  const { q, minTarget, maxTarget } = filter
  const needle = q?.trim() ?? ''
  return [
    ...(needle ? [contains(needle)] : []),
    ...traitsOf(filter).map((traits) => sql<boolean>`circles.traits && ${traits}::text[]`),
    ...(minTarget === undefined ? [] : [sql<boolean>`circles.total_target_size >= ${minTarget}::bigint`]),
    ...(maxTarget === undefined ? [] : [sql<boolean>`circles.total_target_size <= ${maxTarget}::bigint`]),
  ]
}

export const sqlConditionsOf = (filter: CircleFilter): Condition[] => [
  ...nonSpatialConditions(filter),
  ...(filter.near ? [isWithin(filter.near)] : []),
  ...(filter.bbox ? [isInBox(filter.bbox)] : []),
]

export const allOf = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `)
