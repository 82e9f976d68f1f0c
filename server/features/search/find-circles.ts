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

/** What a page consists of, without the circles themselves. */
export type FoundPage = Omit<CirclePage, 'items'> & { readonly ids: readonly string[] }

type CountAndIds = { readonly count: number; readonly ids: readonly string[] }

const sortColumns: Readonly<Record<CircleSort, RawBuilder<unknown>>> = {
  createdAt: sql`circles.created_at`,
  title: sql`circles.title`,
  totalTargetSize: sql`circles.total_target_size`,
  geographicRadius: sql`circles.geographic_radius`,
  distance: sql`circles.created_at`,
  fit: sql`circles.created_at`,
}

/** Count and ids in one query. Without ids if there are so many matches that an index scan in their order finds a page sooner. */
async function findAmongMatches(db: Database, search: CircleSearch): Promise<{ count: number; ids: string[] | null }> {
  const { filter, sort, page, pageSize } = search
  const { rows } = await sql<{ count: number; ids: string[] | null }>`
    with matches as materialized (select circles.id, ${sortColumns[sort]} from ${matching(filter)} limit ${largestTotal + 1}),
      counted as (select count(*) as count from matches)
    select count, case when count <= ${largestTotal} then array(select id from matches as circles
      order by ${orderOf(search)} limit ${pageSize} offset ${(page - 1) * pageSize}) end as ids from counted`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

/** Count and ids in one query, the ids by an index scan in their order. */
async function findInOrder(db: Database, search: CircleSearch): Promise<CountAndIds> {
  const { rows } = await sql<CountAndIds>`select
    (select count(*) from (select from ${matching(search.filter)} limit ${largestTotal + 1}) matches) as count,
    array(${idsQuery(search, true)}) as ids`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

/** For orders with a query of their own. */
async function countThenFind(db: Database, search: CircleSearch): Promise<CountAndIds> {
  const { filter, page, pageSize } = search
  const count = await countCircles(db, filter, largestTotal + 1)
  const isPastEnd = (page - 1) * pageSize >= count && count <= largestTotal
  return { count, ids: isPastEnd ? [] : await findIds(db, search, count > fewMatches) }
}

async function findCountAndIds(db: Database, search: CircleSearch): Promise<CountAndIds> {
  const { sort, filter, wishes } = search
  if ((sort === 'fit' && wishes) || (sort === 'distance' && filter.near)) return countThenFind(db, search)
  if (conditionsOf(filter).length === 0) return findInOrder(db, search)
  const { count, ids } = await findAmongMatches(db, search)
  return { count, ids: ids ?? (await findIds(db, search, true)) }
}

/** The search as defined in `#domain/search.ts`, by index. */
export async function findPage(db: Database, search: CircleSearch): Promise<FoundPage> {
  const { page, pageSize } = search
  const { count, ids } = await findCountAndIds(db, search)
  const isAtLeast = count > largestTotal || (isOfNewest(search.filter) && (await countCircles(db, {}, readAtMost + 1)) > readAtMost)
  return { ids, total: Math.min(count, largestTotal), ...(isAtLeast ? { totalIsAtLeast: true } : {}), page, pageSize }
}

/** Circles by id, in the given order. */
export async function readCircles(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await selectCircles(db).where('circles.id', 'in', ids).where(isVisible).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => toCircle(row, 'outside'))
}

/** A page with its circles, all from the database. */
export async function findCircles(db: Database, search: CircleSearch): Promise<CirclePage> {
  const { ids, ...page } = await findPage(db, search)
  return { items: await readCircles(db, ids), ...page }
}
