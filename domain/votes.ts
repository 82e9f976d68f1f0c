import { type Preference, preferenceValues } from './choices.ts'
import type { CountBy } from './counting.ts'
import type { Outcome } from './outcome.ts'

/** One vote per person and property. `none` and null both mean that it was withdrawn. */
export type Vote = { readonly preference: Preference | 'none' | null }

type Tally = Readonly<Record<Preference, number>> & { readonly total: number }

export function tally(votes: readonly Vote[]): Tally {
  const count = (preference: Preference) => votes.filter((vote) => vote.preference === preference).length
  const [invest, watchList, veto] = [count('invest'), count('watchList'), count('veto')]
  return { invest, watchList, veto, total: invest + watchList + veto }
}

/** The votes of several properties together, for the overview above them. */
export const tallyAll = (properties: readonly { readonly preferences: readonly Vote[] }[]): Tally =>
  tally(properties.flatMap((property) => property.preferences))

/** A tie is no choice; without votes all three are tied. */
export function topChoice(counts: Readonly<Record<Preference, number>>): Preference | 'none' {
  const most = Math.max(...preferenceValues.map((preference) => counts[preference]))
  const [first, ...others] = preferenceValues.filter((preference) => counts[preference] === most)
  return first !== undefined && others.length === 0 ? first : 'none'
}

/** The percentage of voters with this vote, rounded; 0 without votes. */
export const voteShare = (counts: Tally, preference: Preference): number =>
  counts.total === 0 ? 0 : Math.round((counts[preference] * 100) / counts.total)

export const investShare = (counts: Tally): number => voteShare(counts, 'invest')

type Counted = {
  readonly tally: Readonly<Record<Preference, number>>
  readonly deciding?: { readonly countBy: CountBy; readonly standing: Readonly<Record<Preference, number>> } | undefined
}

/** The votes on a property by the measure of its circle's rules; by members where the rules are not shown. */
export function countedVotes({ tally: heads, deciding }: Counted) {
  const counts = deciding?.standing ?? heads
  return { counts, countBy: deciding?.countBy ?? ('people' as const), top: topChoice(counts) }
}

const overviewPropertyCount = 3

type Decided = {
  readonly preferences: readonly Vote[]
  readonly deciding?:
    | { readonly isClosed: boolean; readonly closesAt: string | null; readonly standing: { readonly outcome: Outcome } }
    | undefined
}

/** Passed, open, the rest. */
const groupOf = ({ deciding }: Decided): number => (deciding?.standing.outcome === 'passed' ? 0 : deciding?.isClosed ? 2 : 1)

/** The properties of the overview: passed first, then open by closing date, then the rest; among equals by votes to invest. */
export function overviewProperties<Property extends Decided>(properties: readonly Property[], count = overviewPropertyCount): Property[] {
  const sorted = properties.map((property) => {
    const closes = property.deciding?.closesAt ? Date.parse(property.deciding.closesAt) : Number.POSITIVE_INFINITY
    const group = groupOf(property)
    // What closes next comes first, and of what has closed the newest.
    return { property, group, moment: group === 1 ? closes : -closes, invest: tally(property.preferences).invest }
  })
  // Two open properties without a closing date are equal; the difference of two infinities is no number.
  sorted.sort((a, b) => a.group - b.group || (a.moment === b.moment ? b.invest - a.invest : a.moment - b.moment))
  return sorted.slice(0, count).map(({ property }) => property)
}
