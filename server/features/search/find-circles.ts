import { type RawBuilder, sql } from 'kysely'
import { type CirclePage, largestTotal } from '#contract/search.ts'
import type { CircleSort } from '#domain/choices.ts'
import type { CircleFilter, CircleSearch } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { selectCircles, toCircle } from '#server/shared/circles/circles.ts'
import { allOf, conditionsOf, hasIndexedNeedle, isVisible, matters, milesTo } from './circle-filter.ts'
import { fittingIds } from './fit-score.ts'
import { nearestIds } from './nearest-circles.ts'

/** Up to so many matches are gathered and sorted; more lie so close together in any order that walking along it meets them soon. */
const fewMatches = 3_000

/** How many circles are read for a text that no index can find. */
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
 * A text of one or two letters is in most circles or in none worth finding, and indexes hold three letters at least:
 * among very many circles only the newest are looked through, unless a place narrows them down already.
 */
const isOfNewest = (filter: CircleFilter): boolean => !hasIndexedNeedle(filter) && !filter.near

const sourceOf = (filter: CircleFilter): RawBuilder<unknown> =>
  isOfNewest(filter)
    ? sql`(select * from circles where ${isVisible} order by ${orders.createdAt} limit ${readAtMost}) circles`
    : sql`circles`

const matching = (filter: CircleFilter): RawBuilder<unknown> =>
  sql`${sourceOf(filter)} where ${allOf([isVisible, ...conditionsOf(filter)])}`

/** How many circles match, counted no further than `atMost`. */
export async function countCircles(db: Database, filter: CircleFilter, atMost: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from (select from ${matching(filter)} limit ${atMost}) matches`.execute(db)
  return rows[0]?.count ?? 0
}

/** `offset 0` keeps PostgreSQL from trading the one way for the other: it cannot know how many circles are near a place. */
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

/** The ids on one page, in order. What the first page costs does not grow with the number of circles. */
export async function findIds(db: Database, search: CircleSearch, areMany: boolean): Promise<string[]> {
  const { near } = search.filter
  if (search.sort === 'distance' && near && (areMany || matters(search.filter).length === 0)) {
    return nearestIds(db, { ...search, filter: { ...search.filter, near } })
  }
  const { wishes } = search
  const query = search.sort === 'fit' && wishes ? fittingIds({ ...search, wishes }, sourceOf(search.filter)) : idsQuery(search, areMany)
  const { rows } = await query.execute(db)
  return rows.map((row) => row.id)
}

/** Whole circles by their ids, in that order. */
export async function readCircles(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await selectCircles(db).where('circles.id', 'in', ids).where(isVisible).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => toCircle(row, 'outside'))
}

/** The search with the meaning of `#domain/search.ts`, by index. */
export async function findCircles(db: Database, search: CircleSearch): Promise<CirclePage> {
  const { filter, page, pageSize } = search
  const counted = await countCircles(db, filter, largestTotal + 1)
  const isPastEnd = (page - 1) * pageSize >= counted && counted <= largestTotal
  const ids = isPastEnd ? [] : await findIds(db, search, counted > fewMatches)
  const items = await readCircles(db, ids)
  const isAtLeast = counted > largestTotal || (isOfNewest(filter) && (await countCircles(db, {}, readAtMost + 1)) > readAtMost)
  return { items, total: Math.min(counted, largestTotal), ...(isAtLeast ? { totalIsAtLeast: true } : {}), page, pageSize }
}
