import { type Preference, preferenceValues } from './choices.ts'
import { type CountBy, type CountingRule, countOutcome, type Holder, moreThan, outcomeOf, percentOf, unitOf } from './counting.ts'

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

/** How votes on properties are counted. */
export const propertyRule = ({ countBy, threshold, quorum }: Rules): CountingRule => ({
  countBy,
  moreThan: percentOf(threshold),
  quorum: percentOf(quorum),
})

export type CastVote = { readonly user: string; readonly preference: Preference }

export const outcomeStates = ['open', 'passes', 'blocked'] as const
export type OutcomeState = (typeof outcomeStates)[number]

type Figures = {
  readonly state: OutcomeState
  /** Everything that could vote, in arcs or members. */
  readonly of: number
  readonly voted: number
  readonly invest: number
  readonly watchList: number
  readonly veto: number
}

/** How much more must vote, and how much of it to invest, for the property to pass. */
type Missing = { readonly missingVotes: number; readonly missingInvest: number }

function missingWords({ of, voted, missingVotes, missingInvest }: Figures & Missing): string {
  if (missingInvest === 0) return `needs ${missingVotes} more to vote`
  if (missingVotes > missingInvest) return `needs ${missingVotes} more to vote, ${missingInvest} of them to invest`
  return missingInvest > of - voted
    ? `needs ${missingInvest} more to pass, so a vote would have to change`
    : `needs ${missingInvest} more to pass`
}

function startWords(rules: Rules, { of, missingVotes, missingInvest }: Figures & Missing): string {
  const quorum = missingVotes > missingInvest ? `, once ${missingVotes} voted` : ''
  return `needs ${missingInvest} of ${of} ${unitOf(rules.countBy, of)} to pass${quorum}`
}

/** The state of an open vote: "5 of 8 arcs voted; needs 1 more to pass". */
function openWords(rules: Rules, counted: Figures & Missing): string {
  const { of, voted, invest, state } = counted
  if (of === 0) return 'Nobody holds an arc yet, so there is nothing to count'
  const toPass = invest + counted.missingInvest
  // Without the silent too few are left.
  const tooFew = toPass > of && `needs ${toPass} ${unitOf(rules.countBy, toPass)} to pass, more than the ${of} that may vote now`
  if (voted === 0) return `No votes yet; ${tooFew || startWords(rules, counted)}`
  const head = `${voted} of ${of} ${unitOf(rules.countBy, of)} voted`
  if (state === 'blocked') return `${head}; a veto blocks it`
  if (tooFew) return `${head}; ${tooFew}`
  return state === 'passes' ? `${head}; passes with ${invest} to invest` : `${head}; ${missingWords(counted)}`
}

/** What a vote has come to. Only a property is blocked, only a motion is withdrawn or lapses. */
export const propertyOutcomes = ['open', 'passes', 'passed', 'did_not_pass', 'too_few_voted', 'blocked'] as const
export const motionOutcomes = ['open', 'passes', 'passed', 'did_not_pass', 'too_few_voted', 'withdrawn', 'lapsed'] as const
export type PropertyOutcome = (typeof propertyOutcomes)[number]
export type MotionOutcome = (typeof motionOutcomes)[number]
export type Outcome = PropertyOutcome | MotionOutcome

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  open: 'Open',
  passes: 'Passes',
  passed: 'Passed',
  did_not_pass: 'Did not pass',
  too_few_voted: 'Did not pass: too few voted',
  blocked: 'Blocked by a veto',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
}

/** What two outcomes mean whose words are nearly the same; null for the others. */
export function outcomeHint(outcome: Outcome): string | null {
  if (outcome === 'passes') return 'Enough votes so far; they can still change until voting closes.'
  return outcome === 'passed' ? 'Voting has closed with enough votes; the result is final.' : null
}

/** An outcome with what it means, where there is no other explanation. */
export const outcomeWithHint = (outcome: Outcome): string => [outcomeLabels[outcome], outcomeHint(outcome)].filter(Boolean).join(': ')

export function propertyOutcomeOf(rules: Rules, { state, of, voted }: Figures, isClosed: boolean): PropertyOutcome {
  return state === 'blocked' ? 'blocked' : outcomeOf(propertyRule(rules), { passes: state === 'passes', of, voted }, isClosed)
}

function closedWords(rules: Rules, counted: Figures): string {
  const { of, voted, invest } = counted
  const outcome = propertyOutcomeOf(rules, counted, true)
  const all = `of ${of} ${unitOf(rules.countBy, of)}`
  if (outcome === 'too_few_voted') return `${outcomeLabels.too_few_voted} (${voted} ${all})`
  return `${outcomeLabels[outcome]}: ${invest} ${all} to invest, ${voted} voted`
}

export type Standing = Figures &
  Missing & {
    readonly outcome: PropertyOutcome
    /** Arcs that came too late to count. */
    readonly late: number
    /** What is left out because its holders are silent, in arcs or members. */
    readonly silent: number
    readonly needed: number
    readonly words: string
  }

/** "3 arcs came too late to count"; null if none did. */
export const lateWords = (late: number): string | null =>
  late === 0 ? null : `${late} ${late === 1 ? 'arc' : 'arcs'} came too late to count`

/** "3 arcs of members who are away are left out"; null if none are. */
export function silentWords({ silent }: { readonly silent: number }, countBy: CountBy, isClosed = false): string | null {
  if (silent === 0) return null
  const who = silent === 1 ? `member who ${isClosed ? 'was' : 'is'} away` : `members who ${isClosed ? 'were' : 'are'} away`
  const what = countBy === 'people' ? who : `${unitOf('arcs', silent)} of ${silent === 1 ? `a ${who}` : who}`
  return `${silent} ${what} ${silent === 1 ? (isClosed ? 'was' : 'is') : isClosed ? 'were' : 'are'} left out`
}

/** The figures of a property's vote, in words. */
export const countWords = (rules: Rules, counted: Figures & Missing, isClosed: boolean): string =>
  isClosed ? closedWords(rules, counted) : openWords(rules, counted)

/**
 * The standing of the vote on a property. Watch List and Veto count as having voted; only invest counts toward passing. Votes of people
 * without arcs have no weight.
 */
export function countStanding(rules: Rules, holders: readonly Holder[], votes: readonly CastVote[], isClosed = false): Standing {
  const { of, voted, by, passes, missingVotes, missingInFavour, late, silent } = countOutcome(propertyRule(rules), {
    holders,
    votes: votes.map(({ user, preference }) => ({ user, choice: preference })),
    choices: preferenceValues,
    isClosed,
  })
  const state = rules.vetoBlocks && by.veto > 0 ? 'blocked' : passes ? 'passes' : 'open'
  const counted = { state, of, voted, ...by, missingVotes, missingInvest: missingInFavour } as const
  const outcome = propertyOutcomeOf(rules, counted, isClosed)
  return { ...counted, outcome, late, silent, needed: missingVotes, words: countWords(rules, counted, isClosed) }
}

/** From how many votes to invest a closed property passed; while some are silent more than half of all that could vote with them. */
export const votesToPass = ({ threshold }: Rules, { of, silent }: Pick<Standing, 'of' | 'silent'>): number =>
  Math.max(moreThan(percentOf(threshold), of), silent > 0 ? moreThan({ parts: 1, of: 2 }, of + silent) : 0)

const partWords = (percent: number): string => (percent === 50 ? 'half' : `${percent}%`)

/** A rule in one sentence, as stored in the decision record with each outcome. */
export function ruleWords(rules: Rules): string {
  const all = `all ${rules.countBy === 'arcs' ? 'arcs' : 'members'}`
  // A circle has at most twelve arcs: more than 99% of them is every one.
  const enough = rules.threshold === thresholdRange.max ? all : `more than ${partWords(rules.threshold)} of ${all}`
  const quorum =
    rules.quorum === 0 ? '' : rules.quorum === 100 ? ', once all have voted' : `, once at least ${partWords(rules.quorum)} voted`
  return `Passes when ${enough} say Ready to Invest${quorum}${rules.vetoBlocks ? '; a veto blocks' : ''}`
}
