import { type FittingCircle, fitScore, type Wishes } from '#domain/fit.ts'
import type { Near } from '#domain/search.ts'
import { type CircleIndex, type SearchedCircle, unknownTarget } from './circle-index.ts'
import type { Conditions } from './conditions.ts'
import { type Found, findMatches, firstInOrder } from './find-matches.ts'
import type { SearchLimits } from './limits.ts'
import { milesFrom, slotsAround } from './places.ts'

function fittingCircle({ circles, columns }: CircleIndex, slot: number): FittingCircle {
  const { propertyTypes, leastPrice, mostPrice, shareSize } = circles[slot] as SearchedCircle
  const numberOf = (column: 'target' | 'lat' | 'lng') => columns[column][slot] as number
  return {
    location: Number.isNaN(numberOf('lat')) ? { lat: null, lng: null } : { lat: numberOf('lat'), lng: numberOf('lng') },
    investmentCriteria: {
      totalTargetSize: numberOf('target') === unknownTarget ? null : numberOf('target'),
      minimumShareSize: shareSize,
      propertyTypes,
      propertyInvestmentRange: leastPrice === null ? null : { min: leastPrice, max: mostPrice ?? 'any' },
    },
  }
}

/** The conditions, and that a circle is within the person's radius. */
function andNear(index: CircleIndex, conditions: Conditions, near: Near): Conditions {
  const miles = milesFrom(index, near)
  const { lists, tests } = conditions
  return { ...conditions, lists: [...lists, slotsAround(index, near)], tests: [(slot) => miles(slot) <= near.radius, ...tests] }
}

/** The matches that fit best. No list has this order, so with very many of them only the newest and those near the person are scored. */
export function bestFitting(index: CircleIndex, conditions: Conditions, wishes: Wishes, limits: SearchLimits): Found {
  const newestOf = (each: Conditions) => firstInOrder(findMatches(index, each, limits), index.orders.createdAt, limits.scored, limits.total)
  const { count, slots } = newestOf(conditions)
  const newest = new Set(slots)
  const { point, radius } = wishes
  const near = point ? newestOf(andNear(index, conditions, { ...point, radius })).slots : []
  // Those near that are not among the newest are older, so all together are in the order of their age, which sorting by score keeps.
  const scored = [...slots, ...near.filter((slot) => !newest.has(slot))].map((slot) => ({
    slot,
    score: fitScore(fittingCircle(index, slot), wishes),
  }))
  return { count, slots: scored.sort((one, other) => other.score - one.score).map(({ slot }) => slot) }
}
