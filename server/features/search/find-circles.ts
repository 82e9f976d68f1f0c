import { type RawBuilder, sql } from 'kysely'
import type { CirclePage } from '#contract/search.ts'
import type { CircleFilter, CircleSearch } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import {
  allOf,
  conditionsByKind,
  conditionsOf,
  coveredConditionsOf,
  hasIndexedNeedle,
  hasTraits,
  isVisible,
  needleOf,
  nonSpatialConditions,
  targetConditions,
} from './circle-filter.ts'
import { matchColumns, orderOf, orders, sliceOf, sortMatches } from './circle-order.ts'
import { circlesOfPlace, isInPlace } from './circles-of-place.ts'
import { fittingIds } from './fit-score.ts'
import { isNearestFirst, nearestIds } from './nearest-circles.ts'
import { probeText } from './probe-text.ts'
import { type SearchLimits, searchLimits } from './search-limits.ts'

/** How many circles are scanned for a text that no index can find. */
const readAtMost = 10_000

/**
 * Indexes need three letters, and one or two letters match most circles. So only the newest circles are scanned, unless a place narrows
 * them down.
 */
const isOfNewest = (filter: CircleFilter): boolean => !hasIndexedNeedle(filter) && !filter.near

const newestCircles = sql`(select * from circles where ${isVisible} order by ${orders.createdAt} limit ${readAtMost}) circles`

/** All matches. With a text by the search index (see also probe-text.ts), otherwise by indexes that contain what is asked for. */
function matching(filter: CircleFilter): RawBuilder<unknown> {
  if (isOfNewest(filter)) return sql`${newestCircles} where ${allOf([isVisible, ...conditionsOf(filter)])}`
  if (hasTraits(filter) && !needleOf(filter) && !isInPlace(filter)) return matchingKinds(filter)
  if (needleOf(filter)) return sql`circles where ${allOf([isVisible, ...conditionsOf(filter)])}`
  if (isInPlace(filter)) return circlesOfPlace(filter)
  return sql`circles where ${allOf([isVisible, ...coveredConditionsOf(filter)])}`
}

/** By the kinds of circles, each of them once. The fence keeps PostgreSQL from joining all circles. */
function matchingKinds(filter: CircleFilter): RawBuilder<unknown> {
  const { traits, others } = conditionsByKind(filter)
  return sql`circle_kinds cross join lateral (select * from circles
    where ${allOf([isVisible, sql<boolean>`circles.trait_bits = circle_kinds.trait_bits`, ...others])} offset 0) circles
    where ${allOf(traits)}`
}

/** The number of matches, counted up to `atMost`. */
export async function countCircles(db: Database, filter: CircleFilter, atMost: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from (select from ${matching(filter)} limit ${atMost}) matches`.execute(db)
  return rows[0]?.count ?? 0
}

const isByText = (filter: CircleFilter): boolean => needleOf(filter) !== '' && hasIndexedNeedle(filter)

/** The number of matches up to one above the limit; a text that a sample shows to be frequent is not counted. */
async function countMatches(db: Database, filter: CircleFilter, limits: SearchLimits): Promise<number> {
  const isFrequent = isByText(filter) && (await probeText(db, filter, limits)).isFrequent
  return isFrequent ? limits.total + 1 : countCircles(db, filter, limits.total + 1)
}

type CountAndIds = { readonly count: number; readonly ids: readonly string[] }

/**
 * A page by an index scan in its order. `offset 0` is an optimization fence: PostgreSQL cannot estimate how many circles match. The targets
 * are a range of the index in their order.
 */
function scanInOrder(search: CircleSearch, most: RawBuilder<unknown>): RawBuilder<unknown> {
  const { filter, sort } = search
  const inRange = sort === 'totalTargetSize' ? targetConditions(filter) : []
  return sql`select id from (select * from circles where ${allOf([isVisible, ...inRange])} order by ${orderOf(search)} ${most}) circles
    where ${allOf([sql<boolean>`true`, ...coveredConditionsOf(filter)])} ${sliceOf(search)}`
}

/**
 * The ids of a page of many matches. A text is read from each circle, and all its matches can be at the end of the order (as titles with
 * "willow" are), so only a part of the order is scanned for it before all matches are sorted.
 */
function pageOfMany(search: CircleSearch, matches: RawBuilder<unknown>, { scanned }: SearchLimits): RawBuilder<string[]> {
  const { filter, page, pageSize } = search
  if (!needleOf(filter)) return sql`array(${scanInOrder(search, sql`offset 0`)})`
  return sql`(select case when cardinality(ids) = ${pageSize}::int then ids
      else array(${sortMatches(search, sql`(select ${matchColumns(search)} from ${matches} offset 0)`)}) end
    from (select array(${scanInOrder(search, sql`limit ${scanned * page}`)}) as ids offset 0) first_part)`
}

type Matches = { readonly matches: RawBuilder<unknown>; readonly few: number; readonly limits: SearchLimits }

async function findPageOfMany(db: Database, search: CircleSearch, { matches, limits }: Omit<Matches, 'few'>): Promise<string[]> {
  if (isNearestFirst(search)) return nearestIds(db, search)
  const { rows } = await sql<{ ids: string[] }>`select ${pageOfMany(search, matches, limits)} as ids`.execute(db)
  return rows[0]?.ids ?? []
}

/**
 * Count and ids in one query. Up to `few` matches are collected and sorted. That limit is written out: for a parameter, PostgreSQL assumes
 * that a tenth of the matches is enough, and soon prefers to read all circles until it has them. Many matches of a text or by distance are a
 * second query, because most have few, and planning both takes as long as finding them.
 */
async function findAmongMatches(db: Database, search: CircleSearch, { matches, few, limits }: Matches): Promise<CountAndIds> {
  const pageOfTooMany = needleOf(search.filter) || isNearestFirst(search) ? sql`null` : pageOfMany(search, matches, limits)
  const { rows } = await sql<{ count: number; ids: string[] | null }>`
    with matches as materialized (select ${matchColumns(search)} from ${matches} limit ${sql.lit(few + 1)}),
      counted as (select count(*) as count from matches)
    select count, case when count <= ${few} then array(${sortMatches(search, sql`matches`)})
      else ${pageOfTooMany} end as ids from counted`.execute(db)
  const { count, ids } = rows[0] ?? { count: 0, ids: [] }
  return { count, ids: ids ?? (await findPageOfMany(db, search, { matches, limits })) }
}

/** Among very many circles a text that a sample shows to be frequent is not counted, and a rare one is found by its rarest word. */
async function findByText(db: Database, search: CircleSearch, limits: SearchLimits): Promise<CountAndIds> {
  const { total, few } = limits
  const { isFrequent, estimate, matches } = await probeText(db, search.filter, limits)
  if (!isFrequent) return findAmongMatches(db, search, { matches, few: estimate > few ? total : few, limits })
  return { count: total + 1, ids: await findPageOfMany(db, search, { matches, limits }) }
}

/** For the orders that always have a query of their own. */
async function countThenFind(db: Database, search: CircleSearch, limits: SearchLimits): Promise<CountAndIds> {
  const { filter, page, pageSize, sort, wishes } = search
  const count = await countMatches(db, filter, limits)
  if ((page - 1) * pageSize >= count && count <= limits.total) return { count, ids: [] }
  if (sort === 'fit' && wishes) {
    const { rows } = await fittingIds({ ...search, wishes }, isOfNewest(filter) ? newestCircles : sql`circles`).execute(db)
    return { count, ids: rows.map(({ id }) => id) }
  }
  return { count, ids: isNearestFirst(search) ? await nearestIds(db, search) : [] }
}

/** Around a place, all circles are read to find those with a criterion, so it is cheaper to sort more of them than to scan for them again. */
function fewWithoutText(filter: CircleFilter, { total, few }: SearchLimits): number {
  if (isOfNewest(filter)) return readAtMost
  return filter.near && nonSpatialConditions(filter).length > 0 ? Math.max(total, few) : total
}

async function findCountAndIds(db: Database, search: CircleSearch, limits: SearchLimits): Promise<CountAndIds> {
  const { sort, filter, wishes } = search
  const isOfPlaceAlone = isNearestFirst(search) && nonSpatialConditions(filter).length === 0
  if ((sort === 'fit' && wishes) || isOfPlaceAlone) return countThenFind(db, search, limits)
  if (isByText(filter)) return findByText(db, search, limits)
  return findAmongMatches(db, search, { matches: matching(filter), few: fewWithoutText(filter, limits), limits })
}

/** What a page consists of, without the circles themselves. */
type FoundPage = Omit<CirclePage, 'items'> & { readonly ids: readonly string[] }

/** The search as defined in `#domain/search.ts`, by index. */
export async function findPage(db: Database, search: CircleSearch, limits = searchLimits): Promise<FoundPage> {
  const { page, pageSize } = search
  const { count, ids } = await findCountAndIds(db, search, limits)
  const isAtLeast = count > limits.total || (isOfNewest(search.filter) && (await countCircles(db, {}, readAtMost + 1)) > readAtMost)
  return { ids, total: Math.min(count, limits.total), ...(isAtLeast ? { totalIsAtLeast: true } : {}), page, pageSize }
}
