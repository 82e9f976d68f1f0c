import { TypedFastBitSet } from 'typedfastbitset'
import type { CircleIndex } from './circle-index.ts'
import type { Conditions } from './conditions.ts'
import { allParts, type Compare, partsWith, type SlotList, type SortedSlots } from './sorted-slots.ts'

const sizeOf = (list: SlotList): number => list.reduce((size, part) => size + part.length, 0)

export function isInAny(sets: readonly TypedFastBitSet[], slot: number): boolean {
  for (const set of sets) if (set.has(slot)) return true
  return false
}

/** Keeps those that are in one of the sets. Going through a list once for each group is twice as fast as once with all groups. */
function keepIn(sets: readonly TypedFastBitSet[], slots: Uint32Array): Uint32Array {
  const kept = new Uint32Array(slots.length)
  let count = 0
  for (const slot of slots) if (isInAny(sets, slot)) kept[count++] = slot
  return kept.subarray(0, count)
}

/** Tells whether a slot that is in all sets passes the tests too. */
const allOf =
  (tests: Conditions['tests']) =>
  (slot: number): boolean => {
    for (const test of tests) if (!test(slot)) return false
    return true
  }

const unionOf = ([first = new TypedFastBitSet(), ...others]: readonly TypedFastBitSet[]): TypedFastBitSet =>
  others.length === 0 ? first : others.reduce((union, set) => union.union(set), first.clone())

function setOf({ circles }: CircleIndex, list: SlotList): TypedFastBitSet {
  // With room for all, so that it does not grow while slots are added.
  const set = TypedFastBitSet.fromWords(new Uint32Array((circles.length >>> 5) + 1))
  for (const part of list) for (const slot of part) set.add(slot)
  return set
}

/** The slots that are in all of these sets. */
function intersect({ living }: CircleIndex, [first, ...others]: readonly TypedFastBitSet[]): TypedFastBitSet {
  return first ? others.reduce((common, set) => common.intersection(set), living.new_intersection(first)) : living
}

/** Few enough to look at all of them. */
type Few = { readonly form: 'few'; readonly candidates: SlotList; readonly isMatch: (slot: number) => boolean }
/** So many that the first in an order are found soon. */
type Many = {
  readonly form: 'many'
  readonly candidates: TypedFastBitSet
  readonly size: number
  readonly isMatch: (slot: number) => boolean
}
/** All matches are among the candidates, each of which is to be tested. */
export type Matches = Few | Many

/** More hints than these exclude hardly any further slot. */
const mostHints = { besideList: 2, alone: 6 }

/** All matches, from a list that contains them. Sets are looked up first, because that is the cheapest. */
export function narrow({ living }: CircleIndex, { groups, hints, tests }: Conditions, list: SlotList): Few {
  const choices = [...hints.slice(0, mostHints.besideList).map((hint) => [hint]), ...groups, [living]]
  return {
    form: 'few',
    candidates: list.map((part) => choices.reduce((slots, sets) => keepIn(sets, slots), part)),
    isMatch: allOf(tests),
  }
}

/** Undefined without any list. */
export const shortestOf = (lists: readonly SlotList[]): SlotList | undefined =>
  [...lists].sort((one, other) => sizeOf(one) - sizeOf(other))[0]

/** Parts of all slots. A short list is gone through, and a longer one becomes a set, unless even that takes longer than doing without it. */
const longest = { short: 1 / 64, worthASet: 1 / 16 }

/** The shortest way to the matches: through a short list, or by what is in all sets. Up to `few` candidates are to be looked at all. */
export function findMatches(index: CircleIndex, conditions: Conditions, few: number): Matches {
  const isMatch = allOf(conditions.tests)
  const shortest = shortestOf(conditions.lists)
  const part = shortest ? sizeOf(shortest) / index.circles.length : 1
  if (shortest && part <= longest.short) {
    const matches = narrow(index, conditions, shortest)
    const size = sizeOf(matches.candidates)
    return size <= few ? matches : { form: 'many', candidates: setOf(index, matches.candidates), size, isMatch }
  }
  const listed = shortest && part <= longest.worthASet ? [setOf(index, shortest)] : []
  const hints = conditions.hints.slice(0, listed.length > 0 ? mostHints.besideList : mostHints.alone)
  const candidates = intersect(index, [...listed, ...hints, ...conditions.groups.map(unionOf)])
  const size = candidates === index.living ? index.slots.size : candidates.size()
  if (size > few) return { form: 'many', candidates, size, isMatch }
  return { form: 'few', candidates: [Uint32Array.from(candidates.array())], isMatch }
}

/** The first matches in an order, and how many there are, counted up to one above `most`. */
export type Found = { readonly count: number; readonly slots: readonly number[] }

type Wanted = { readonly compare: Compare; readonly needed: number; readonly most: number }

/** Tests all candidates, until there are too many to count; then only those that belong to the first. */
export function firstOfFew({ candidates, isMatch }: Few, { compare, needed, most }: Wanted): Found {
  const kept: number[] = []
  const atOnce = 2 * needed + 100
  let count = 0
  let last: number | undefined
  const sortAndCut = () => {
    kept.sort(compare)
    if (kept.length > needed) kept.length = needed
    if (kept.length === needed) last = kept[needed - 1]
  }
  for (const part of candidates) {
    for (const slot of part) {
      const isBehind = last !== undefined && compare(slot, last) > 0
      if ((isBehind && count > most) || !isMatch(slot)) continue
      count += 1
      if (!isBehind && kept.push(slot) >= atOnce) sortAndCut()
    }
  }
  sortAndCut()
  return { count: Math.min(count, most + 1), slots: kept }
}

/** Up to `most` matches, in the order of their slots. */
function someOf({ candidates, isMatch }: Many, most: number): number[] {
  const some: number[] = []
  for (const slot of candidates) {
    if (isMatch(slot) && some.push(slot) === most) break
  }
  return some
}

/** Of more candidates than this, looking up the parts of an order that have some takes longer than going through all of it. */
const mostSought = 100_000

/** Counts a part of the matches, then walks along the order until it has the first ones. */
function firstOfMany(matches: Many, order: SortedSlots, needed: number, most: number): Found {
  const some = someOf(matches, most + 1)
  if (some.length <= most) return { count: some.length, slots: some.sort(order.compare).slice(0, needed) }
  const { candidates, size, isMatch } = matches
  const slots: number[] = []
  if (needed === 0) return { count: most + 1, slots }
  for (const part of size > mostSought ? allParts(order) : partsWith(order, candidates)) {
    for (const slot of part) {
      if (candidates.has(slot) && isMatch(slot) && slots.push(slot) === needed) return { count: most + 1, slots }
    }
  }
  return { count: most + 1, slots }
}

export const firstInOrder = (matches: Matches, order: SortedSlots, needed: number, most: number): Found =>
  matches.form === 'few' ? firstOfFew(matches, { compare: order.compare, needed, most }) : firstOfMany(matches, order, needed, most)

/** The first matches in an order; if there are at most `few` candidates, all matches in any order, which is faster. */
export function matchesOrFirst(matches: Matches, order: SortedSlots, needed: number, most: number): Found {
  if (matches.form === 'many') return firstOfMany(matches, order, needed, most)
  const slots: number[] = []
  for (const part of matches.candidates) for (const slot of part) if (matches.isMatch(slot)) slots.push(slot)
  return { count: Math.min(slots.length, most + 1), slots }
}
