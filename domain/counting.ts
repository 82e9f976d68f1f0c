/** The counting rule that votes on properties and on motions share. */

export const countByValues = ['arcs', 'people'] as const
export type CountBy = (typeof countByValues)[number]

const units = { arcs: ['arc', 'arcs'], people: ['member', 'members'] } as const

/** What the rules count in: "arcs", "member". */
export const unitOf = (countBy: CountBy, amount: number): string => units[countBy][amount === 1 ? 0 : 1]

/** "3 arcs", "1 member" */
export const countedIn = (countBy: CountBy, amount: number): string => `${amount} ${unitOf(countBy, amount)}`

export type Holder = {
  readonly user: string
  readonly arcs: number
  /** Arcs bought too late to count. A member with no other arcs does not count as a member either. */
  readonly late?: number
  /** Left out of every count until a sign of life (domain/silent.ts). */
  readonly isSilent?: boolean
  readonly isOwner?: boolean
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
  /** The member without whose own vote in favour it does not pass. */
  readonly needsYesOf?: string | null
  /** A silent owner is replaced by those who are there, even if they hold less than half. */
  readonly mayReplaceOwner?: boolean
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
  /** What it takes in favour at least, whatever the fraction. */
  least = 0,
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
  const missingInFavour = Math.max(0, Math.max(moreThan(rule.moreThan, of), least) - by[choices[0]])
  const missingVotes = Math.max(missingInFavour, atLeast(rule.quorum, of) - voted, 0)
  return { passes: of > 0 && missingVotes === 0, of, voted, by, missingVotes, missingInFavour }
}

/** What a count comes to. That of an open vote may still change; that of a closed one is final. */
export function outcomeOf(
  { quorum }: CountingRule,
  { passes, of, voted }: Pick<Tally<never>, 'passes' | 'of' | 'voted'>,
  isClosed: boolean,
) {
  if (passes) return isClosed ? 'passed' : 'passes'
  if (!isClosed) return 'open'
  return voted * quorum.of < quorum.parts * of ? 'too_few_voted' : 'did_not_pass'
}

export type Count<Choice extends string> = Tally<Choice> & {
  readonly outcome: ReturnType<typeof outcomeOf>
  /** The number of votes in favour from which it passes. */
  readonly passesFrom: number
  /** What has no vote, in arcs or members. */
  readonly leftOut: number
  /** What is left out because its holders are silent, in arcs or members. */
  readonly silent: number
  /** Arcs that came too late to count. */
  readonly late: number
  /** It has the votes, but not that of the member who has to agree. */
  readonly lacksTheirYes: boolean
}

/** The arcs of members who declared a conflict leave votes, quorum and denominator. */
export const withoutConflicts = (holders: readonly Holder[], conflicted: readonly string[]): Holder[] =>
  holders.filter(({ user }) => !conflicted.includes(user))

type Voting<Choice extends string> = {
  readonly holders: readonly Holder[]
  readonly votes: readonly { readonly user: string; readonly choice: Choice }[]
  readonly choices: readonly [inFavour: Choice, ...others: Choice[]]
  readonly conflicted?: readonly string[]
  readonly isClosed: boolean
}

/**
 * How much it takes in favour although some are silent: more than half of all that may vote, the silent included. Nothing if nobody is, or
 * if the circle replaces an owner who is.
 */
function leastInFavour(rule: CountingRule, holders: readonly Holder[], all: number, silent: number): number {
  if (silent === 0) return 0
  if (rule.mayReplaceOwner && holders.some(({ isOwner, isSilent }) => isOwner && isSilent)) return 0
  return moreThan({ parts: 1, of: 2 }, all)
}

/** The figures of a vote and what they come to, for properties and motions alike. */
export function countOutcome<Choice extends string>(rule: CountingRule, voting: Voting<Choice>): Count<Choice> {
  const { holders, votes, choices, conflicted = [], isClosed } = voting
  const mayVote = withoutConflicts(holders, conflicted)
  const counting = mayVote.filter(({ isSilent }) => !isSilent)
  const weigh = (which: readonly Holder[]): number => which.reduce((sum, holder) => sum + weightOf(rule.countBy, holder), 0)
  const all = weigh(mayVote)
  const silent = all - weigh(counting)
  const least = leastInFavour(rule, holders, all, silent)
  const tally = countVotes(rule, counting, votes, choices, least)
  const { needsYesOf } = rule
  const agrees = needsYesOf == null || votes.some(({ user, choice }) => user === needsYesOf && choice === choices[0])
  const passes = tally.passes && agrees
  return {
    ...tally,
    passes,
    outcome: outcomeOf(rule, { ...tally, passes }, isClosed),
    passesFrom: Math.max(moreThan(rule.moreThan, tally.of), least),
    leftOut: weigh(holders) - all,
    silent,
    late: counting.reduce((sum, { late = 0 }) => sum + late, 0),
    lacksTheirYes: tally.passes && !agrees,
  }
}
