/** The counting rule that votes on properties and on motions share. */

export const countByValues = ['arcs', 'people'] as const
export type CountBy = (typeof countByValues)[number]

export type Holder = {
  readonly user: string
  readonly arcs: number
  /** Arcs bought too late to count. A member with no other arcs does not count as a member either. */
  readonly late?: number
}

/** A part of everything that may vote, in whole numbers: two thirds is 2 of 3. */
export type Fraction = { readonly parts: number; readonly of: number }

export const percentOf = (percent: number): Fraction => ({ parts: percent, of: 100 })

export type CountingRule = {
  readonly countBy: CountBy
  /** Votes in favour must exceed this. */
  readonly moreThan: Fraction
  /** At least this much must have voted, whichever way. */
  readonly quorum: Fraction
}

export type Tally<Choice extends string> = {
  readonly passes: boolean
  /** Everything that may vote, in arcs or members. */
  readonly of: number
  readonly voted: number
  readonly by: Readonly<Record<Choice, number>>
  /** How much more must vote, and how much of it in favour, for it to pass. */
  readonly missingVotes: number
  readonly missingInFavour: number
}

/** How much it takes to exceed the fraction. */
export const moreThan = ({ parts, of }: Fraction, all: number): number => Math.floor((parts * all) / of) + 1

/** How much it takes to reach the fraction. */
const atLeast = ({ parts, of }: Fraction, all: number): number => Math.ceil((parts * all) / of)

const weightOf = (countBy: CountBy, { arcs, late = 0 }: Holder): number => (countBy === 'arcs' ? arcs : arcs > 0 || late === 0 ? 1 : 0)

/** Counts each holder's vote by its weight. Votes of people who hold nothing do not count. */
export function countVotes<Choice extends string>(
  rule: CountingRule,
  holders: readonly Holder[],
  votes: readonly { readonly user: string; readonly choice: Choice }[],
  choices: readonly [inFavour: Choice, ...others: Choice[]],
): Tally<Choice> {
  const chosen = new Map(votes.map(({ user, choice }) => [user, choice]))
  const by = Object.fromEntries(choices.map((choice) => [choice, 0])) as Record<Choice, number>
  let of = 0
  for (const holder of holders) {
    const weight = weightOf(rule.countBy, holder)
    const choice = chosen.get(holder.user)
    of += weight
    if (choice !== undefined) by[choice] += weight
  }
  const voted = choices.reduce((sum, choice) => sum + by[choice], 0)
  const missingInFavour = Math.max(0, moreThan(rule.moreThan, of) - by[choices[0]])
  const missingVotes = Math.max(missingInFavour, atLeast(rule.quorum, of) - voted, 0)
  return { passes: of > 0 && missingVotes === 0, of, voted, by, missingVotes, missingInFavour }
}
