import { type RawBuilder, sql } from 'kysely'
import { boundingBox, type Point } from '#domain/distance.ts'
import type { Wishes } from '#domain/fit.ts'
import type { CircleSearch } from '#domain/search.ts'
import { allOf, conditionsOf, isInBox, isVisible, isWithin, milesTo } from './circle-filter.ts'

/** 1 if it fits, -1 if it does not, 0 if unknown. */
const point = (fits: RawBuilder<unknown>): RawBuilder<number> => sql`case ${fits} when true then 1 when false then -1 else 0 end`

/** Most circles are outside the box, so their distance is never computed. */
const isNear = (place: Point, radius: number): RawBuilder<unknown> =>
  sql`case when circles.lat is null then null when ${isInBox('circles', boundingBox(place, radius))}
    then ${milesTo('circles', place)} <= ${radius}::float8 else false end`

/** The score of `#domain/fit.ts` in SQL. Comparisons with null are null. */
function fitScore({ point: place, radius, min, max, propertyTypes }: Wishes): RawBuilder<number> {
  const parts = [
    ...(place ? [isNear(place, radius)] : []),
    ...(propertyTypes.length > 0 ? [sql`nullif(circles.property_types, '{}') && ${[...propertyTypes]}::text[]`] : []),
    sql`circles.property_investment_min <= ${max}::bigint and (circles.property_investment_max is null
      or circles.property_investment_max >= ${min}::bigint or circles.property_investment_min is null)`,
    // Equal to "a share rounds to at most `max`", without a division.
    sql`2 * circles.total_target_size < (2 * ${max}::bigint + 1) * substr(circles.minimum_share_size, 3)::int`,
  ]
  return sql`(${sql.join(parts.map(point), sql` + `)})`
}

/** At most this many are scored: of the newest, and of those within the person's radius. */
const mostWeighed = 10_000

type FitSearch = CircleSearch & { readonly wishes: Wishes }

/**
 * The ids of one page, best fit first. No index has this order, so with very many matches only the newest and those near the person are
 * scored.
 */
export function fittingIds({ filter, wishes, page, pageSize }: FitSearch, source: RawBuilder<unknown>): RawBuilder<{ id: string }> {
  const { point: place, radius } = wishes
  const newest = (
    more: RawBuilder<boolean>[],
  ) => sql`(select id, created_at, lat, lng, property_types, property_investment_min, property_investment_max,
      total_target_size, minimum_share_size
    from ${source} where ${allOf([isVisible, ...conditionsOf(filter), ...more])} order by created_at desc, id limit ${mostWeighed})`
  const weighed = place ? sql`${newest([])} union ${newest([isWithin('circles', { ...place, radius })])}` : newest([])
  return sql`select id from (${weighed}) circles
    order by ${fitScore(wishes)} desc, created_at desc, id limit ${pageSize} offset ${(page - 1) * pageSize}`
}
