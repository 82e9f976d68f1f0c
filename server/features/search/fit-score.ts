import { type RawBuilder, sql } from 'kysely'
import type { Wishes } from '#domain/fit.ts'
import { milesTo } from './circle-filter.ts'

/** 1 for what fits, -1 for what does not, 0 where either side leaves it open. */
const point = (fits: RawBuilder<unknown>): RawBuilder<number> => sql`case ${fits} when true then 1 when false then -1 else 0 end`

/** The score of `#domain/fit.ts`, for the database to sort by. A comparison with what is not known is not known either. */
export function fitScore({ point: place, radius, min, max, propertyTypes }: Wishes): RawBuilder<number> {
  const parts = [
    // least() in the formula passes over what is not known, so it has to be asked for.
    ...(place ? [sql`case when circles.lat is not null then ${milesTo('circles', place)} <= ${radius}::float8 end`] : []),
    ...(propertyTypes.length > 0 ? [sql`nullif(circles.property_types, '{}') && ${[...propertyTypes]}::text[]`] : []),
    sql`circles.property_investment_min <= ${max}::bigint
      and (circles.property_investment_max is null or circles.property_investment_max >= ${min}::bigint or circles.property_investment_min is null)`,
    sql`round(circles.total_target_size::numeric / split_part(circles.minimum_share_size, '/', 2)::numeric) <= ${max}::bigint`,
  ]
  return sql`(${sql.join(parts.map(point), sql` + `)})`
}
