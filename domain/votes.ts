import { type Preference, preferenceValues } from './choices.ts'

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
export function topChoice(counts: Tally): Preference | 'none' {
  const most = Math.max(...preferenceValues.map((preference) => counts[preference]))
  const [first, ...others] = preferenceValues.filter((preference) => counts[preference] === most)
  return first !== undefined && others.length === 0 ? first : 'none'
}

/** The percentage of voters with this vote, rounded; 0 without votes. */
export const voteShare = (counts: Tally, preference: Preference): number =>
  counts.total === 0 ? 0 : Math.round((counts[preference] * 100) / counts.total)

export const investShare = (counts: Tally): number => voteShare(counts, 'invest')

const topPropertyCount = 3

/** The properties with the most invest votes first; equals keep their order. */
export const topProperties = <Property extends { readonly preferences: readonly Vote[] }>(
  properties: readonly Property[],
  count: number = topPropertyCount,
): Property[] =>
  properties
    .map((property) => ({ property, invest: tally(property.preferences).invest }))
    .sort((a, b) => b.invest - a.invest)
    .slice(0, count)
    .map(({ property }) => property)
