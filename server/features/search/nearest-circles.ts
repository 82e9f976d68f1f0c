import { type RawBuilder, sql } from 'kysely'
import type { CircleFilter, CircleSearch, Near } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { allOf, coveredNonSpatialConditions, isInBox, isVisible, isWithin, milesTo } from './circle-filter.ts'

type NearSearch = CircleSearch & { readonly filter: CircleFilter & { readonly near: Near } }

export const isNearestFirst = (search: CircleSearch): search is NearSearch => search.sort === 'distance' && search.filter.near !== undefined

/** Each radius is four times the one before, so the first with enough matches does not have many more. */
const rings = [1 / 64, 1 / 16, 1 / 4] as const

/**
 * The circles within a radius, limited per place to what the page can need. Circles of one city share a point; without the limit, a page
 * near a large city would sort all of them.
 */
function circlesWithin({ filter }: NearSearch, radius: number, needed: number): RawBuilder<{ id: string; miles: number }> {
  const { near, bbox } = filter
  const inPlace = [isWithin('circle_spots', { ...near, radius }), ...(bbox ? [isInBox('circle_spots', bbox)] : [])]
  return sql`select here.id, ${milesTo('circle_spots', near)} as miles from circle_spots cross join lateral (
    select circles.id from circles
    where ${allOf([isVisible, sql<boolean>`circles.lat = circle_spots.lat and circles.lng = circle_spots.lng`, ...coveredNonSpatialConditions(filter)])}
    order by circles.id limit ${needed}) here
    where ${allOf(inPlace)}`
}

/** The first radius with enough matches; PostgreSQL evaluates a radius only if the smaller ones were not enough. */
function radiusQuery(search: NearSearch, needed: number): RawBuilder<{ radius: number }> {
  const { radius } = search.filter.near
  const cases = rings.map((part) => {
    const within = circlesWithin(search, radius * part, needed)
    return sql`when (select count(*) from (select from (${within}) within limit ${needed}) found) >= ${needed} then ${radius * part}::float8`
  })
  return sql`select case ${sql.join(cases, sql` `)} else ${radius}::float8 end as radius`
}

const pageQuery = (search: NearSearch, radius: number): RawBuilder<{ id: string }> => {
  const needed = search.page * search.pageSize
  return sql`select id from (${circlesWithin(search, radius, needed)}) within
    order by miles, id limit ${search.pageSize} offset ${needed - search.pageSize}`
}

/** Increases the radius until it contains the page: nothing outside can be nearer. */
export async function nearestIds(db: Database, search: NearSearch): Promise<string[]> {
  const { rows: found } = await radiusQuery(search, search.page * search.pageSize).execute(db)
  const { rows } = await pageQuery(search, found[0]?.radius ?? search.filter.near.radius).execute(db)
  return rows.map((row) => row.id)
}
