import type { Preference } from './choices.ts'
import { type CountBy, countVotes, type Holder, percentOf } from './counting.ts'

/** How a circle decides. Percentages are of all arcs held (or of all members) at the time of counting. */
export type Rules = {
  readonly countBy: CountBy
  /** Votes to invest must exceed this. */
  readonly threshold: number
  /** At least this much must have voted, whichever way. */
  readonly quorum: number
  readonly vetoBlocks: boolean
}

/** The rules of a new circle. */
export const defaultRules: Rules = { countBy: 'arcs', threshold: 50, quorum: 50, vetoBlocks: false }

export const thresholdRange = { min: 1, max: 99 } as const
export const quorumRange = { min: 0, max: 100 } as const

export const sameRules = (a: Rules, b: Rules): boolean =>
  a.countBy === b.countBy && a.threshold === b.threshold && a.quorum === b.quorum && a.vetoBlocks === b.vetoBlocks

export type CastVote = { readonly user: string; readonly preference: Preference }

export const outcomeStates = ['open', 'passes', 'blocked'] as const
export type OutcomeState = (typeof outcomeStates)[number]

export type Count = {
  readonly state: OutcomeState
  /** Everything that could vote, in arcs or members. */
  readonly of: number
  readonly voted: number
  readonly invest: number
  readonly watchList: number
  readonly veto: number
  /** How much more must vote, and how much of it to invest, for the property to pass. */
  readonly missingVotes: number
  readonly missingInvest: number
}

/** Watch List and Veto count as having voted; only invest counts toward passing. Votes of people without arcs have no weight. */
function count(rules: Rules, holders: readonly Holder[], votes: readonly CastVote[]): Count {
  const { of, voted, by, missingVotes, missingInFavour, passes } = countVotes(
    { countBy: rules.countBy, moreThan: percentOf(rules.threshold), quorum: percentOf(rules.quorum) },
    holders,
    votes.map(({ user, preference }) => ({ user, choice: preference })),
    ['invest', 'watchList', 'veto'],
  )
  const state = rules.vetoBlocks && by.veto > 0 ? 'blocked' : passes ? 'passes' : 'open'
  return { state, of, voted, ...by, missingVotes, missingInvest: missingInFavour }
}

const units = { arcs: ['arc', 'arcs'], people: ['member', 'members'] } as const
const unitOf = ({ countBy }: Rules, amount: number): string => units[countBy][amount === 1 ? 0 : 1]

function missingWords({ of, voted, missingVotes, missingInvest }: Count): string {
  if (missingInvest === 0) return `needs ${missingVotes} more to vote`
  if (missingVotes > missingInvest) return `needs ${missingVotes} more to vote, ${missingInvest} of them to invest`
  return missingInvest > of - voted
    ? `needs ${missingInvest} more to pass, so a vote would have to change`
    : `needs ${missingInvest} more to pass`
}

function startWords(rules: Rules, { of, missingVotes, missingInvest }: Count): string {
  const quorum = missingVotes > missingInvest ? `, once ${missingVotes} voted` : ''
  return `needs ${missingInvest} of ${of} ${unitOf(rules, of)} to pass${quorum}`
}

/** The state of an open vote: "5 of 8 arcs voted; needs 1 more to pass". */
function openWords(rules: Rules, counted: Count): string {
  const { of, voted, invest, state } = counted
  if (of === 0) return 'Nobody holds an arc yet, so there is nothing to count'
  if (voted === 0) return `No votes yet; ${startWords(rules, counted)}`
  const head = `${voted} of ${of} ${unitOf(rules, of)} voted`
  if (state === 'blocked') return `${head}; a veto blocks it`
  return state === 'passes' ? `${head}; passes with ${invest} to invest` : `${head}; ${missingWords(counted)}`
}

/** The result of a vote by the circle's rules. */
export const outcomeValues = ['open', 'passes', 'passed', 'did_not_pass', 'too_few_voted', 'blocked'] as const
export type Outcome = (typeof outcomeValues)[number]

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  open: 'Open',
  passes: 'Passes',
  passed: 'Passed',
  did_not_pass: 'Did not pass',
  too_few_voted: 'Did not pass: too few voted',
  blocked: 'Blocked by a veto',
}

/** The outcome of an open vote may still change; that of a closed one is final. */
export function outcomeOf(rules: Rules, { state, of, voted }: Count, isClosed: boolean): Outcome {
  if (state === 'blocked') return 'blocked'
  if (state === 'passes') return isClosed ? 'passed' : 'passes'
  if (!isClosed) return 'open'
  return voted * 100 < rules.quorum * of ? 'too_few_voted' : 'did_not_pass'
}

function closedWords(rules: Rules, counted: Count): string {
  const { of, voted, invest } = counted
  const outcome = outcomeOf(rules, counted, true)
  const all = `of ${of} ${unitOf(rules, of)}`
  if (outcome === 'too_few_voted') return `${outcomeLabels.too_few_voted} (${voted} ${all})`
  return `${outcomeLabels[outcome]}: ${invest} ${all} to invest, ${voted} voted`
}

export const countWords = (rules: Rules, counted: Count, isClosed: boolean): string =>
  isClosed ? closedWords(rules, counted) : openWords(rules, counted)

export type Standing = Count & {
  readonly outcome: Outcome
  /** Arcs that came too late to count. */
  readonly late: number
  readonly needed: number
  readonly words: string
}

/** "3 arcs came too late to count"; null if none did. */
export const lateWords = (late: number): string | null =>
  late === 0 ? null : `${late} ${late === 1 ? 'arc' : 'arcs'} came too late to count`

/** The state of a vote, in figures and in words. */
export function countStanding(rules: Rules, holders: readonly Holder[], votes: readonly CastVote[], isClosed = false): Standing {
  const counted = count(rules, holders, votes)
  const late = holders.reduce((sum, holder) => sum + (holder.late ?? 0), 0)
  const outcome = outcomeOf(rules, counted, isClosed)
  return { ...counted, outcome, late, needed: counted.missingVotes, words: countWords(rules, counted, isClosed) }
}

const partWords = (percent: number): string => (percent === 50 ? 'half' : `${percent}%`)

/** A rule in one sentence, as stored in the decision record with each outcome. */
export function ruleWords(rules: Rules): string {
  const all = rules.countBy === 'arcs' ? 'the arcs held' : 'the members'
  // A circle has at most twelve arcs: more than 99% of them is every one.
  const enough = rules.threshold === thresholdRange.max ? `all of ${all}` : `more than ${partWords(rules.threshold)} of ${all}`
  const quorum =
    rules.quorum === 0 ? '' : rules.quorum === 100 ? ', once all have voted' : `, once at least ${partWords(rules.quorum)} voted`
  return `Passes with ${enough} for Ready to Invest${quorum}${rules.vetoBlocks ? '; a veto blocks' : ''}`
}
