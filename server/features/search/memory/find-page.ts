import type { CirclePage } from '#contract/search.ts'
import type { CircleSearch, Near } from '#domain/search.ts'
import { bestFitting } from './best-fit.ts'
import type { CircleIndex, SearchedCircle } from './circle-index.ts'
import { type Conditions, conditionsOf } from './conditions.ts'
import { type Found, findMatches, firstInOrder, firstOfFew, narrow, shortestOf } from './find-matches.ts'
import { type SearchLimits, searchLimits } from './limits.ts'
import { milesFrom } from './places.ts'
import type { Compare } from './sorted-slots.ts'

/** What a page consists of, without the circles themselves. */
export type FoundPage = Omit<CirclePage, 'items'> & { readonly ids: readonly string[] }

/** The matches nearest to a place, all of which are looked at. Among the conditions is that they are within its radius. */
function nearestFirst(index: CircleIndex, conditions: Conditions, near: Near, needed: number, most: number): Found {
  const miles = milesFrom(index, near)
  const compare: Compare = (one, other) => miles(one) - miles(other) || index.byId(one, other)
  return firstOfFew(narrow(index, conditions, shortestOf(conditions.lists) ?? []), { compare, needed, most })
}

function findInOrder(index: CircleIndex, search: CircleSearch, limits: SearchLimits): Found {
  const { filter, sort, wishes, page, pageSize } = search
  // Behind the last circle there is nothing to look for.
  const needed = (page - 1) * pageSize < index.slots.size ? page * pageSize : 0
  const conditions = conditionsOf(index, filter)
  if (sort === 'distance' && filter.near) return nearestFirst(index, conditions, filter.near, needed, limits.total)
  if (sort === 'fit' && wishes) return bestFitting(index, conditions, wishes, needed, limits)
  return firstInOrder(
    findMatches(index, conditions, limits.few),
    index.orders[sort === 'distance' || sort === 'fit' ? 'createdAt' : sort],
    needed,
    limits.total,
  )
}

/** The search as defined in `#domain/search.ts`, by the index. */
export function findPage(index: CircleIndex, search: CircleSearch, limits = searchLimits): FoundPage {
  const { page, pageSize } = search
  const { count, slots } = findInOrder(index, search, limits)
  return {
    ids: slots.slice((page - 1) * pageSize, page * pageSize).map((slot) => (index.circles[slot] as SearchedCircle).id),
    total: Math.min(count, limits.total),
    ...(count > limits.total ? { totalIsAtLeast: true } : {}),
    page,
    pageSize,
  }
}
