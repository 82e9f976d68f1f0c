import { type RawBuilder, sql } from 'kysely'
import { meaningOfFilter } from '#domain/choices.ts'
import { type Box, boundingBox } from '#domain/distance.ts'
import type { CircleFilter, Near } from '#domain/search.ts'

type Condition = RawBuilder<boolean>

/** The condition of every partial search index. Queries must repeat it literally to use them. */
export const isVisible: Condition = sql`not circles.hide_circle and circles.deleted_at is null`

/** The condition of the search index of every sixteenth circle, by its id. */
export const isSampled: Condition = sql`get_byte(uuid_send(circles.id), 15) < 16`
export const sampleRatio = 16

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** The text that a circle is found by, in lower case. */
export const circleText: RawBuilder<string> = sql`circle_text(circles.title, circles.city, circles.state, circles.description)`

const contains = (needle: string): Condition => sql`${circleText} like lower(${`%${escaped(needle)}%`}::text)`

/** The trigram index needs three letters or digits. */
export const hasIndexedNeedle = ({ q }: CircleFilter): boolean => !q?.trim() || /[\p{L}\p{N}]{3}/u.test(q)

/** For an index, a box across the date line is two boxes. */
export const halvesOf = ({ south, west, north, east }: Box): Box[] =>
  west <= east
    ? [{ south, west, north, east }]
    : [
        { south, west, north, east: 180 },
        { south, west: -180, north, east },
      ]

/** Whether a row of `table` (with lat and lng) is in the box. */
export function isInBox(table: 'circles' | 'circle_spots', box: Box): Condition {
  const halves = halvesOf(box).map(
    ({ south, west, north, east }) =>
      sql`point(${sql.ref(`${table}.lng`)}, ${sql.ref(`${table}.lat`)})
        <@ box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`,
  )
  return sql`(${sql.join(halves, sql` or `)})`
}

export const milesTo = (table: 'circles' | 'circle_spots', { lat, lng }: { lat: number; lng: number }): RawBuilder<number> =>
  sql`miles_between(${lat}::float8, ${lng}::float8, ${sql.ref(`${table}.lat`)}, ${sql.ref(`${table}.lng`)})`

/** The box uses the index, the distance is exact. */
export const isWithin = (table: 'circles' | 'circle_spots', near: Near): Condition =>
  sql`${isInBox(table, boundingBox(near, near.radius))} and ${milesTo(table, near)} <= ${near.radius}::float8`

type HasAny = (traits: readonly string[]) => Condition

const hasAny: HasAny = (traits) => sql`circles.traits && ${traits}::text[]`

/** The same by a number that the ordered and the spatial indexes contain. A subquery is computed once, not for each circle. */
const hasAnyBitIn =
  (table: 'circles' | 'circle_kinds'): HasAny =>
  (traits) =>
    sql`${sql.ref(`${table}.trait_bits`)} & (select trait_mask(${traits}::text[])) <> 0`

/** The trait names that the migration's `circle_traits` creates. */
function traitConditions(filter: CircleFilter, has: HasAny): Condition[] {
  const { propertyTypes, propertyCondition, investmentPurpose, ownershipStructure, bedrooms, bathrooms } = filter
  const meaning = meaningOfFilter(propertyTypes ?? [])
  const wanted = [
    [...meaning.propertyTypes.map((type) => `type:${type}`), ...meaning.investmentPurposes.map((purpose) => `purpose:${purpose}`)],
    (propertyCondition ?? []).map((condition) => `condition:${condition}`),
    (investmentPurpose ?? []).map((purpose) => `purpose:${purpose}`),
    (ownershipStructure ?? []).map((structure) => `ownership:${structure}`),
    bedrooms === undefined ? [] : [`bedrooms:${bedrooms}`],
    bathrooms === undefined ? [] : [`bathrooms:${bathrooms}`],
  ]
  return wanted.filter((traits) => traits.length > 0).map(has)
}

export const hasTraits = (filter: CircleFilter): boolean => traitConditions(filter, hasAny).length > 0

export const needleOf = ({ q }: CircleFilter): string => q?.trim() ?? ''

/** All conditions except the spatial ones. */
export function nonSpatialConditions(filter: CircleFilter, has: HasAny = hasAny): Condition[] {
  const needle = needleOf(filter)
  return [...(needle ? [contains(needle)] : []), ...traitConditions(filter, has), ...targetConditions(filter)]
}

export const targetConditions = ({ minTarget, maxTarget }: CircleFilter): Condition[] => [
  ...(minTarget === undefined ? [] : [sql<boolean>`circles.total_target_size >= ${minTarget}::bigint`]),
  ...(maxTarget === undefined ? [] : [sql<boolean>`circles.total_target_size <= ${maxTarget}::bigint`]),
]

/** For a search without a text or a place: what its kinds of circles must have, and what remains for the circles. */
export const conditionsByKind = (filter: CircleFilter) => ({
  traits: traitConditions(filter, hasAnyBitIn('circle_kinds')),
  others: targetConditions(filter),
})

/** For the search index, which finds rare traits. */
export const conditionsOf = (filter: CircleFilter): Condition[] => [...nonSpatialConditions(filter), ...spatialConditions(filter)]

/** For the indexes of orders, places and spots: without a text they are answered without reading a circle. */
export const coveredNonSpatialConditions = (filter: CircleFilter): Condition[] => nonSpatialConditions(filter, hasAnyBitIn('circles'))
export const coveredConditionsOf = (filter: CircleFilter): Condition[] => [
  ...coveredNonSpatialConditions(filter),
  ...spatialConditions(filter),
]

const spatialConditions = (filter: CircleFilter): Condition[] => [
  ...(filter.near ? [isWithin('circles', filter.near)] : []),
  ...(filter.bbox ? [isInBox('circles', filter.bbox)] : []),
]

export const allOf = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `)
