import { type RawBuilder, sql } from 'kysely'
import type { CirclePage } from '#contract/search.ts'
import type { CircleSort } from '#domain/choices.ts'
import { preferredCriteria } from '#domain/criteria.ts'
import type { FitPreferences } from '#domain/fit.ts'
import { largestTotal } from '#domain/pages.ts'
import { type CircleSearch, type Near, scoredMatches } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { plannedEachTime } from '#server/db/prepared.ts'
import { allOf, type Condition, conditionsOf, isVisible, isWithin, milesFrom } from './circle-filter.ts'

/** What a page consists of, without the circles themselves. */
type FoundPage = Omit<CirclePage, 'items'> & { readonly ids: readonly string[] }

/** Tests use smaller ones. Results don't depend on `walked`. */
export type SearchLimits = {
  /** Counting stops here. */
  readonly total: number
  /** Of more matches than are counted, the first in an order are looked for among so many circles before all matches are sorted. */
  readonly walked: number
  /** So many matches are scored for Best Fit: the newest ones, and the newest within the person's radius. */
  readonly scored: number
}

const usualLimits: SearchLimits = { total: largestTotal, walked: 2_000, scored: scoredMatches }

type Order = RawBuilder<unknown>

const newestFirst: Order = sql`circles.created_at desc, circles.id`

/** Each has its index. */
const orders: Readonly<Record<Exclude<CircleSort, 'distance' | 'fit'>, Order>> = {
  createdAt: newestFirst,
  title: sql`lower(circles.title) collate "C", circles.id`,
  totalTargetSize: sql`circles.total_target_size desc nulls last, circles.id`,
  geographicRadius: sql`circles.geographic_radius desc nulls last, circles.id`,
  arcPrice: sql`circles.arc_price, circles.id`,
}

/** What matches are sorted by. */
const sorted = sql`circles.id, circles.title, circles.created_at, circles.total_target_size, circles.geographic_radius,
  circles.arc_price, circles.lat, circles.lng`

type Part = { readonly skip: number; readonly take: number }

/** Counts the matches up to one above the limit. If that is all of them, the part is found in the same step. */
async function countAndSort(db: Database, matches: Condition, order: Order, { skip, take }: Part, most: number) {
  const { rows } = await sql<{ count: number; ids: string[] }>`${plannedEachTime}
    with matches as materialized (select ${sorted} from circles where ${matches} limit ${most + 1}::int)
    select (select count(*)::int from matches) as count,
      array(select circles.id from matches as circles order by ${order} offset ${skip}::int limit ${take}::int) as ids`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

/** Of many matches, enough are usually among the first circles in the order. */
async function walk(db: Database, conditions: readonly Condition[], order: Order, { skip, take }: Part, walked: number) {
  const { rows } = await sql<{ id: string }>`${plannedEachTime}
    select circles.id from (select * from circles where ${isVisible} order by ${order} limit ${walked}::int) as circles
    where ${allOf([sql<boolean>`true`, ...conditions])} order by ${order} limit ${skip + take}::int`.execute(db)
  return rows.length === skip + take ? rows.slice(skip).map(({ id }) => id) : null
}

/** All matches are found before they are sorted: along an index of the order rare ones would be found last. */
async function sortAll(db: Database, matches: Condition, order: Order, { skip, take }: Part): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${plannedEachTime}
    with matches as materialized (select ${sorted} from circles where ${matches})
    select circles.id from matches as circles order by ${order} offset ${skip}::int limit ${take}::int`.execute(db)
  return rows.map(({ id }) => id)
}

async function findInOrder(db: Database, { filter, sort, page, pageSize }: CircleSearch, { total, walked }: SearchLimits) {
  const conditions = conditionsOf(filter)
  const matches = allOf([isVisible, ...conditions])
  const part = { skip: (page - 1) * pageSize, take: pageSize }
  const isByDistance = sort === 'distance' && filter.near !== undefined
  const order =
    isByDistance && filter.near
      ? sql`${milesFrom(filter.near)}, circles.id`
      : orders[sort === 'distance' || sort === 'fit' ? 'createdAt' : sort]
  const found = await countAndSort(db, matches, order, part, total)
  if (found.count <= total) return found
  // Without conditions every circle in the order is a match.
  const farthest = conditions.length === 0 ? part.skip + part.take : walked
  const first = isByDistance ? null : await walk(db, conditions, order, part, farthest)
  return { count: found.count, ids: first ?? (await sortAll(db, matches, order, part)) }
}

const plusOrMinus = (fits: Condition): RawBuilder<number> => sql`case when ${fits} then 1 else -1 end`

/** The score of `#domain/fit.ts`: plus one for each part that fits, minus one for each that does not; parts that are left open count nothing. */
function scoreFor(preferences: FitPreferences, near: Near | null): RawBuilder<number> {
  const { min, max } = preferences
  const place = near ? sql`case when circles.lat is null then 0 else ${plusOrMinus(isWithin(near))} end` : sql`0`
  const lists = preferredCriteria.map(({ key, column }) => {
    const [has, wanted] = [sql.ref(`circles.${column}`), sql`${[...(preferences[key] ?? [])]}::text[]`]
    return sql`case when cardinality(${has}) = 0 or cardinality(${wanted}) = 0 then 0 else ${plusOrMinus(sql`${has} && ${wanted}`)} end`
  })
  const isInRange = sql<boolean>`circles.property_investment_min <= ${max}::bigint
    and coalesce(circles.property_investment_max >= ${min}::bigint, true)`
  const range = sql`case when circles.property_investment_min is null then 0 else ${plusOrMinus(isInRange)} end`
  const arc = sql`case when circles.arc_price is null then 0 else ${plusOrMinus(sql`circles.arc_price <= ${max}::bigint`)} end`
  return sql`${sql.join(
    [place, ...lists, range, arc].map((part) => sql`(${part})`),
    sql` + `,
  )}`
}

/** Those with free arcs before the others, by score, the newest first among equals. No index has this order, so not all matches are scored. */
async function findBestFit(db: Database, search: CircleSearch & { readonly preferences: FitPreferences }, { total, scored }: SearchLimits) {
  const { filter, preferences, page, pageSize } = search
  const near = preferences.point && { ...preferences.point, radius: preferences.radius }
  const matches = allOf([isVisible, ...conditionsOf(filter)])
  const around = near
    ? sql`union (select around.id from (select circles.id, circles.created_at from circles where ${matches} and ${isWithin(near)} offset 0) as around
        order by around.created_at desc, around.id limit ${scored}::int)`
    : sql``
  const { rows } = await sql<{ count: number; ids: string[] }>`${plannedEachTime}
    with counted as materialized (select from circles where ${matches} limit ${total + 1}::int),
    candidates as materialized ((select circles.id from circles where ${matches} order by ${newestFirst} limit ${scored}::int) ${around}),
    best as (select circles.id, row_number() over (order by circles.has_free_arcs desc, ${scoreFor(preferences, near)} desc, ${newestFirst}) as place
      from candidates join circles on circles.id = candidates.id)
    select (select count(*)::int from counted) as count,
      array(select id from best where place > ${(page - 1) * pageSize}::int order by place limit ${pageSize}::int) as ids`.execute(db)
  return rows[0] ?? { count: 0, ids: [] }
}

/** The search as defined in `#domain/search.ts`. */
export async function findCircles(db: Database, search: CircleSearch, limits = usualLimits): Promise<FoundPage> {
  const { page, pageSize, sort, preferences } = search
  const { count, ids } =
    sort === 'fit' && preferences ? await findBestFit(db, { ...search, preferences }, limits) : await findInOrder(db, search, limits)
  return {
    ids,
    total: Math.min(count, limits.total),
    ...(count > limits.total ? { totalIsAtLeast: true } : {}),
    page,
    pageSize,
  }
}
