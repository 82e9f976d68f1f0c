import { type RawBuilder, sql } from 'kysely'
import type { CircleSort } from '#domain/choices.ts'
import type { CircleSearch } from '#domain/search.ts'
import { milesTo, needleOf } from './circle-filter.ts'

/** Each order has an index. */
export const orders: Readonly<Record<Exclude<CircleSort, 'distance' | 'fit'>, RawBuilder<unknown>>> = {
  createdAt: sql`circles.created_at desc, circles.id`,
  title: sql`lower(circles.title) collate "C", circles.id`,
  totalTargetSize: sql`circles.total_target_size desc nulls last, circles.id`,
  geographicRadius: sql`circles.geographic_radius desc nulls last, circles.id`,
}

export function orderOf({ sort, filter: { near } }: CircleSearch): RawBuilder<unknown> {
  if (sort === 'fit') return orders.createdAt
  if (sort !== 'distance') return orders[sort]
  return near ? sql`${milesTo('circles', near)}, circles.id` : orders.createdAt
}

const orderColumns: Readonly<Record<CircleSort, RawBuilder<unknown>>> = {
  createdAt: sql`circles.created_at`,
  title: sql`circles.title`,
  totalTargetSize: sql`circles.total_target_size`,
  geographicRadius: sql`circles.geographic_radius`,
  distance: sql`circles.created_at, circles.lat, circles.lng`,
  fit: sql`circles.created_at`,
}

/** Without a text or a place, matches are found by indexes that don't contain the title. It is read later, and only of those that are sorted. */
const isTitleReadLater = ({ sort, filter }: CircleSearch): boolean => sort === 'title' && !needleOf(filter) && !filter.near && !filter.bbox

/** What sorting needs of each match. */
export const matchColumns = (search: CircleSearch): RawBuilder<unknown> =>
  isTitleReadLater(search) ? sql`circles.id` : sql`circles.id, ${orderColumns[search.sort]}`

/** The ids of a page of rows with these columns. */
export function sortMatches(search: CircleSearch, matches: RawBuilder<unknown>): RawBuilder<unknown> {
  const source = isTitleReadLater(search) ? sql`${matches} as found join circles on circles.id = found.id` : sql`${matches} as circles`
  return sql`select circles.id from ${source} order by ${orderOf(search)} ${sliceOf(search)}`
}

export const sliceOf = ({ page, pageSize }: CircleSearch): RawBuilder<unknown> => sql`limit ${pageSize} offset ${(page - 1) * pageSize}`
