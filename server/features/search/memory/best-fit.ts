import { propertyTypeValues } from '#domain/choices.ts'
import { boundingBox } from '#domain/distance.ts'
import type { Wishes } from '#domain/fit.ts'
import type { Near } from '#domain/search.ts'
import type { CircleIndex, SearchedCircle } from './circle-index.ts'
import { allConditions, type Conditions, nearConditions } from './conditions.ts'
import { type Found, findMatches, isInAny, matchesOrFirst } from './find-matches.ts'
import type { SearchLimits } from './limits.ts'
import { milesFrom } from './places.ts'
import type { Compare } from './sorted-slots.ts'
import { typeTrait } from './traits.ts'

type Score = (slot: number) => number

const plusOrMinus = (fits: boolean): number => (fits ? 1 : -1)

/** Zero without a place. Most circles are too far north or south, which is faster to see than their distance. */
function scoreOfPlace(index: CircleIndex, near: Near): Score {
  const { lat } = index.columns
  const { south, north } = boundingBox(near, near.radius)
  const miles = milesFrom(index, near)
  return (slot) => {
    const from = lat[slot] as number
    if (Number.isNaN(from)) return 0
    return plusOrMinus(from >= south && from <= north && miles(slot) <= near.radius)
  }
}

function scoreOfTypes({ traits }: CircleIndex, wanted: Wishes['propertyTypes']): Score {
  const setsOf = (types: Wishes['propertyTypes']) => types.flatMap((type) => traits.get(typeTrait(type)) ?? [])
  const [wantedSets, allSets] = [setsOf(wanted), setsOf(propertyTypeValues)]
  return (slot) => (isInAny(wantedSets, slot) ? 1 : wanted.length > 0 && isInAny(allSets, slot) ? -1 : 0)
}

function scoreOfPrices({ circles, columns: { target } }: CircleIndex, { min, max }: Wishes): Score {
  return (slot) => {
    const { leastPrice, mostPrice, shares } = circles[slot] as SearchedCircle
    const whole = target[slot] as number
    const range = leastPrice === null ? 0 : plusOrMinus(leastPrice <= max && (mostPrice === null || mostPrice >= min))
    const share = whole > 0 && shares !== null ? plusOrMinus(Math.round(whole / shares) <= max) : 0
    return range + share
  }
}

/** The score of `#domain/fit.ts`. It is the sum of two parts, the second of which takes longer. */
type Scores = { readonly first: Score; readonly second: Score; readonly mostOfSecond: number }

function scoresFor(index: CircleIndex, wishes: Wishes, near: Near | null): Scores {
  const [ofPlace, ofTypes] = [near ? scoreOfPlace(index, near) : () => 0, scoreOfTypes(index, wishes.propertyTypes)]
  return { first: (slot) => ofPlace(slot) + ofTypes(slot), second: scoreOfPrices(index, wishes), mostOfSecond: 2 }
}

/** Those with the highest scores, the first in an order before others with the same. */
function highestOf(slots: readonly number[], { first, second, mostOfSecond }: Scores, inOrder: Compare, needed: number): number[] {
  const kept: { readonly slot: number; readonly score: number }[] = []
  let least = Number.NEGATIVE_INFINITY
  const sortAndCut = () => {
    kept.sort((one, other) => other.score - one.score || inOrder(one.slot, other.slot))
    if (kept.length > needed) kept.length = needed
    if (kept.length === needed) least = kept.at(-1)?.score ?? Number.POSITIVE_INFINITY
  }
  for (const slot of slots) {
    const known = first(slot)
    if (known + mostOfSecond < least) continue
    const score = known + second(slot)
    if (score >= least && kept.push({ slot, score }) >= 2 * needed + 100) sortAndCut()
  }
  sortAndCut()
  return kept.map(({ slot }) => slot)
}

/** Each once. Those near the person come first: they have the highest scores, and beside these most others need not be scored. */
function nearFirst(near: readonly number[], newest: readonly number[]): readonly number[] {
  const isNear = new Set(near)
  return [...near, ...newest.filter((slot) => !isNear.has(slot))]
}

/** The matches that fit best. No list has this order, so with very many of them only the newest and the newest near the person are scored. */
export function bestFitting(index: CircleIndex, conditions: Conditions, wishes: Wishes, needed: number, limits: SearchLimits): Found {
  const { createdAt } = index.orders
  const near = wishes.point && { ...wishes.point, radius: wishes.radius }
  const newestOf = (each: Conditions) => matchesOrFirst(findMatches(index, each, limits.scored), createdAt, limits.scored, limits.total)
  const { count, slots } = newestOf(conditions)
  const around = near ? newestOf(allConditions([nearConditions(index, near), conditions])).slots : []
  return { count, slots: highestOf(nearFirst(around, slots), scoresFor(index, wishes, near), createdAt.compare, needed) }
}
