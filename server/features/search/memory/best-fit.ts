import { type FittingCircle, fitScore, type Wishes } from '#domain/fit.ts'
import { type CircleIndex, type SearchedCircle, unknownTarget } from './circle-index.ts'
import type { Conditions } from './conditions.ts'
import { type Found, firstInOrder, firstOfFew, isMatch, type Matches } from './find-matches.ts'
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

/** The newest matches within the person's radius. */
function newestNear(index: CircleIndex, conditions: Conditions, { point, radius }: Wishes, most: number): readonly number[] {
  if (!point) return []
  const near = { ...point, radius }
  const miles = milesFrom(index, near)
  const isMatchNear = isMatch(index, { ...conditions, tests: [(slot) => miles(slot) <= radius, ...conditions.tests] })
  const { compare } = index.orders.createdAt
  return firstOfFew({ form: 'few', candidates: slotsAround(index, near), isMatch: isMatchNear }, { compare, needed: most, most: 0 }).slots
}

/** The matches that fit best. No list has this order, so with very many of them only the newest and those near the person are scored. */
export function bestFitting(
  index: CircleIndex,
  conditions: Conditions,
  matches: Matches,
  wishes: Wishes,
  { total, scored: most }: SearchLimits,
): Found {
  const { count, slots } = firstInOrder(matches, index.orders.createdAt, most, total)
  const newest = new Set(slots)
  // These are older than all of the newest, so both together are in the order of their age, which sorting by score keeps.
  const older = newestNear(index, conditions, wishes, most).filter((slot) => !newest.has(slot))
  const scored = [...slots, ...older].map((slot) => ({ slot, score: fitScore(fittingCircle(index, slot), wishes) }))
  return { count, slots: scored.sort((one, other) => other.score - one.score).map(({ slot }) => slot) }
}
