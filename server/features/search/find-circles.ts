import { type RawBuilder, sql } from 'kysely'
import { type CirclePage, largestTotal } from '#contract/search.ts'
import type { CircleSort } from '#domain/choices.ts'
import type { CircleFilter, CircleSearch } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { selectCircles, toCircle } from '#server/shared/circles/circles.ts'
import { allOf, conditionsOf, hasIndexedNeedle, isVisible, milesTo, nonSpatialConditions } from './circle-filter.ts'
import { fittingIds } from './fit-score.ts'
import { nearestIds } from './nearest-circles.ts'

/**
 * Up to this many matches are collected and sorted; more are so dense in every order that an index scan in that order finds a page soon.
 */
const fewMatches = 3_000

/** How many circles are scanned for a text that no index can find. */
const readAtMost = 20_000

const orders: Readonly<Record<Exclude<CircleSort, 'distance' | 'fit'>, RawBuilder<unknown>>> = {
  createdAt: sql`circles.created_at desc, circles.id`,
  title: sql`lower(circles.title) collate "C", circles.id`,
  totalTargetSize: sql`circles.total_target_size desc nulls last, circles.id`,
  geographicRadius: sql`circles.geographic_radius desc nulls last, circles.id`,
}

function orderOf({ sort, filter: { near } }: CircleSearch): RawBuilder<unknown> {
  if (sort === 'fit') return orders.createdAt
  if (sort !== 'distance') return orders[sort]
  return near ? sql`${milesTo('circles', near)}, circles.id` : orders.createdAt
}

/**
 * Indexes need three letters, and one or two letters match most circles. So only the newest circles are scanned, unless a place narrows
 * them down.
 */
const isOfNewest = (filter: CircleFilter): boolean => !hasIndexedNeedle(filter) && !filter.near

const sourceOf = (filter: CircleFilter): RawBuilder<unknown> =>
  isOfNewest(filter)
    ? sql`(select * from circles where ${isVisible} order by ${orders.createdAt} limit ${readAtMost}) circles`
    : sql`circles`

const matching = (filter: CircleFilter): RawBuilder<unknown> =>
  sql`${sourceOf(filter)} where ${allOf([isVisible, ...conditionsOf(filter)])}`

/** The number of matches, counted up to `atMost`. */
export async function countCircles(db: Database, filter: CircleFilter, atMost: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from (select from ${matching(filter)} limit ${atMost}) matches`.execute(db)
  return rows[0]?.count ?? 0
}

/** `offset 0` is an optimization fence: PostgreSQL cannot estimate how many circles are near a place. */
function idsQuery(search: CircleSearch, areMany: boolean): RawBuilder<{ id: string }> {
  const { filter, page, pageSize } = search
  const order = orderOf(search)
  const slice = sql`limit ${pageSize} offset ${(page - 1) * pageSize}`
  if (!areMany || isOfNewest(filter)) {
    return sql`select id from (select * from ${matching(filter)} offset 0) circles order by ${order} ${slice}`
  }
  return sql`select id from (select * from circles where ${isVisible} order by ${order} offset 0) circles
    where ${allOf([sql<boolean>`true`, ...conditionsOf(filter)])} ${slice}`
}

/** The ids of one page, in order. The cost of the first page does not grow with the number of circles. */
export async function findIds(db: Database, search: CircleSearch, areMany: boolean): Promise<string[]> {
  const { near } = search.filter
  if (search.sort === 'distance' && near && (areMany || nonSpatialConditions(search.filter).length === 0)) {
    return nearestIds(db, { ...search, filter: { ...search.filter, near } })
  }
  const { wishes } = search
  const query = search.sort === 'fit' && wishes ? fittingIds({ ...search, wishes }, sourceOf(search.filter)) : idsQuery(search, areMany)
  const { rows } = await query.execute(db)
  return rows.map((row) => row.id)
}

/** Circles by id, in the given order. */
export async function readCircles(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await selectCircles(db).where('circles.id', 'in', ids).where(isVisible).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => toCircle(row, 'outside'))
}

/** The search as defined in `#domain/search.ts`, by index. */
export async function findCircles(db: Database, search: CircleSearch): Promise<CirclePage> {
  const { filter, page, pageSize } = search
  const counted = await countCircles(db, filter, largestTotal + 1)
  const isPastEnd = (page - 1) * pageSize >= counted && counted <= largestTotal
  const ids = isPastEnd ? [] : await findIds(db, search, counted > fewMatches)
  const items = await readCircles(db, ids)
  const isAtLeast = counted > largestTotal || (isOfNewest(filter) && (await countCircles(db, {}, readAtMost + 1)) > readAtMost)
  return { items, total: Math.min(counted, largestTotal), ...(isAtLeast ? { totalIsAtLeast: true } : {}), page, pageSize }
}
