import type { TypedFastBitSet } from 'typedfastbitset'
import type { CircleFilter, Near } from '#domain/search.ts'
import { type CircleIndex, type SearchedCircle, unknownTarget } from './circle-index.ts'
import { isSlotInBox, milesFrom, slotsAround, slotsInBox } from './places.ts'
import { type SlotList, slotsBetween } from './sorted-slots.ts'
import { findText } from './text-index.ts'
import { traitsOf } from './traits.ts'

type Test = (slot: number) => boolean

/** What a match fulfils, by the means that find it. */
export type Conditions = {
  /** It is in at least one set of each group. */
  readonly groups: readonly (readonly TypedFastBitSet[])[]
  /** It is in each of these sets, which contain others too. The first ones exclude most. */
  readonly hints: readonly TypedFastBitSet[]
  /** It is in each of these lists, which may contain others too. */
  readonly lists: readonly SlotList[]
  /** It passes each of these. */
  readonly tests: readonly Test[]
}

const needleOf = ({ q }: CircleFilter): string => q?.trim().toLowerCase() ?? ''

function textConditions(index: CircleIndex, needle: string): Conditions {
  const isSaid: Test = (slot) => (index.circles[slot] as SearchedCircle).text.includes(needle)
  const { sets, list } = findText(index.texts, needle)
  return { groups: [], hints: sets, lists: list ? [[list]] : [], tests: [isSaid] }
}

/** A circle without a target is in no range of targets. */
function targetConditions({ columns: { target }, orders }: CircleIndex, least: number, most: number): Conditions {
  const targetOf = (slot: number) => target[slot] as number
  const range = slotsBetween(
    orders.totalTargetSize,
    (slot) => targetOf(slot) <= most,
    (slot) => targetOf(slot) < least,
  )
  return { groups: [], hints: [], lists: [range], tests: [(slot) => targetOf(slot) >= least && targetOf(slot) <= most] }
}

export function nearConditions(index: CircleIndex, near: Near): Conditions {
  const miles = milesFrom(index, near)
  return { groups: [], hints: [], lists: [slotsAround(index, near)], tests: [(slot) => miles(slot) <= near.radius] }
}

/** That a match fulfils each of these. */
export const allConditions = (parts: readonly Conditions[]): Conditions => ({
  groups: parts.flatMap(({ groups }) => groups),
  hints: parts.flatMap(({ hints }) => hints),
  lists: parts.flatMap(({ lists }) => lists),
  tests: parts.flatMap(({ tests }) => tests),
})

export function conditionsOf(index: CircleIndex, filter: CircleFilter): Conditions {
  const { minTarget, maxTarget, near, bbox } = filter
  const needle = needleOf(filter)
  const groups = traitsOf(filter).map((traits) => traits.flatMap((trait) => index.traits.get(trait) ?? []))
  const parts: Conditions[] = [{ groups, hints: [], lists: [], tests: [] }]
  if (minTarget !== undefined || maxTarget !== undefined)
    parts.push(targetConditions(index, Math.max(unknownTarget + 1, minTarget ?? 0), maxTarget ?? Number.MAX_SAFE_INTEGER))
  if (bbox) parts.push({ groups: [], hints: [], lists: [slotsInBox(index, bbox)], tests: [isSlotInBox(index, bbox)] })
  if (near) parts.push(nearConditions(index, near))
  // The costliest test comes last.
  if (needle) parts.push(textConditions(index, needle))
  return allConditions(parts)
}
