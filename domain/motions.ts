import { type CountingRule, countVotes, type Holder, moreThan, type Tally } from './counting.ts'
import { formatDate } from './dates.ts'
import { type Decision, granted, refused } from './decision.ts'
import { longestMotionDays, type MotionFacts, type MotionKind, motionKindsIn, sameMotionDays } from './motion-kinds.ts'
import { closingProblem, noticeWords } from './notice-period.ts'
import { type Rules, sameRules } from './outcome.ts'
import type { Stage } from './stages.ts'

export const motionChoices = ['yes', 'no', 'abstain'] as const
export type MotionChoice = (typeof motionChoices)[number]
export const motionChoiceLabels: Readonly<Record<MotionChoice, string>> = { yes: 'Yes', no: 'No', abstain: 'Abstain' }

export type MotionVote = { readonly user: string; readonly choice: MotionChoice }

/** `passes`: open, and would pass as it stands. */
export const motionOutcomes = ['open', 'passes', 'passed', 'did_not_pass', 'too_few_voted', 'withdrawn'] as const
export type MotionOutcome = (typeof motionOutcomes)[number]

export const motionOutcomeLabels: Readonly<Record<MotionOutcome, string>> = {
  open: 'Open',
  passes: 'Passes',
  passed: 'Passed',
  did_not_pass: 'Did not pass',
  too_few_voted: 'Did not pass: too few voted',
  withdrawn: 'Withdrawn',
}

/** Members whose arcs leave votes, quorum and denominator: those who profit, and the person who asks to be released. */
const withoutConflicts = (holders: readonly Holder[], conflicted: readonly string[]): Holder[] =>
  holders.filter(({ user }) => !conflicted.includes(user))

export type MotionStanding = Tally<MotionChoice> & {
  readonly outcome: MotionOutcome
  /** The number of votes in favour from which it passes. */
  readonly passesFrom: number
  readonly leftOut: number
  readonly late: number
  readonly words: string
}

const units = { arcs: ['arc', 'arcs'], people: ['member', 'members'] } as const
const unitOf = (countBy: CountingRule['countBy'], amount: number): string => units[countBy][amount === 1 ? 0 : 1]

function openWords({ countBy }: CountingRule, { of, voted, by, passes, missingVotes, missingInFavour }: Tally<MotionChoice>): string {
  if (of === 0) return 'Nobody may vote on this motion'
  const head = voted === 0 ? 'No votes yet' : `${voted} of ${of} ${unitOf(countBy, of)} voted`
  if (passes) return `${head}; passes with ${by.yes} yes`
  if (missingInFavour === 0) return `${head}; needs ${missingVotes} more to vote`
  if (missingInFavour > of - voted) return `${head}; needs ${missingInFavour} more to say yes, so a vote would have to change`
  const turnout = missingVotes > missingInFavour ? `, once ${voted + missingVotes} voted` : ''
  return `${head}; needs ${missingInFavour} more to say yes${turnout}`
}

/** The result of a closed motion in words. */
export function closedMotionWords(
  rule: CountingRule,
  { of, voted, by }: Pick<Tally<MotionChoice>, 'of' | 'voted' | 'by'>,
  outcome: MotionOutcome,
): string {
  const all = `of ${of} ${unitOf(rule.countBy, of)}`
  if (outcome === 'passed') return `${voted} ${all} voted; passed with ${by.yes} yes`
  if (outcome === 'too_few_voted') return `Too few voted: ${voted} ${all}, with ${by.yes} yes`
  return `${voted} ${all} voted; ${by.yes} yes, it took ${moreThan(rule.moreThan, of)}`
}

function outcomeOf(rule: CountingRule, { passes, of, voted }: Tally<MotionChoice>, isClosed: boolean): MotionOutcome {
  if (passes) return isClosed ? 'passed' : 'passes'
  if (!isClosed) return 'open'
  return voted * rule.quorum.of < rule.quorum.parts * of ? 'too_few_voted' : 'did_not_pass'
}

/** The state of a motion, in figures and in words. */
export function countMotion(
  rule: CountingRule,
  holders: readonly Holder[],
  votes: readonly MotionVote[],
  conflicted: readonly string[],
  isClosed = false,
): MotionStanding {
  const counting = withoutConflicts(holders, conflicted)
  const counted = countVotes(rule, counting, votes, motionChoices)
  const outcome = outcomeOf(rule, counted, isClosed)
  const all = countVotes(rule, holders, votes, motionChoices)
  return {
    ...counted,
    outcome,
    passesFrom: moreThan(rule.moreThan, counted.of),
    leftOut: all.of - counted.of,
    late: counting.reduce((sum, { late = 0 }) => sum + late, 0),
    words: isClosed ? closedMotionWords(rule, counted, outcome) : openWords(rule, counted),
  }
}

/** Whether a vote of this holder counts, now or once their arcs have been held long enough. */
export const hasWeight = ({ countBy }: CountingRule, { arcs, late = 0 }: Holder): boolean => countBy === 'people' || arcs + late > 0

/**
 * Whether a motion closes before its date: everyone whose vote counts has voted, and no arcs are too new to count, so waiting could only
 * change minds.
 */
export function hasEveryoneVoted(
  rule: CountingRule,
  holders: readonly Holder[],
  votes: readonly MotionVote[],
  conflicted: readonly string[],
): boolean {
  const voters = new Set(votes.map(({ user }) => user))
  const counting = withoutConflicts(holders, conflicted).filter((holder) => hasWeight(rule, holder))
  return counting.length > 0 && counting.every(({ user, late = 0 }) => late === 0 && voters.has(user))
}

/** Why a motion may not close at this time; null if it may. Times in milliseconds. */
export function motionClosingProblem(closesAt: number, now: number, noticeSeconds: number): string | null {
  const longest = longestMotionDays * noticeSeconds
  return (
    closingProblem(closesAt, now, noticeSeconds) ??
    (closesAt > now + longest * 1_000 ? `Choose a moment at most ${noticeWords(longest)} ahead` : null)
  )
}

/** Words without what nobody reads: case, accents, punctuation, pictures and invisible characters. */
function plain(words: string): string {
  const letters = words
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F\p{Default_Ignorable_Code_Point}\p{Extended_Pictographic}]/gu, '')
    .replace(/[\p{P}\p{Z}\p{C}\s]+/gu, ' ')
    .trim()
  return letters || words.trim()
}

/** Two motions are the same if kind and facts are; a general motion's only fact is its title. */
export function motionKey(facts: MotionFacts, words: { readonly title: string; readonly payee: string | null }, proposer: string): string {
  switch (facts.kind) {
    case 'general':
      return JSON.stringify(['general', plain(words.title)])
    case 'spend':
      return JSON.stringify([
        'spend',
        facts.amountCents,
        facts.category,
        plain(words.payee ?? ''),
        facts.repeats?.every,
        facts.repeats?.until,
      ])
    case 'treasurer':
      return JSON.stringify(['treasurer', facts.member])
    case 'reserve':
      return JSON.stringify(['reserve', facts.floorCents, facts.emergencyCents])
    case 'rules': {
      const { countBy, threshold, quorum, vetoBlocks } = facts.rules
      return JSON.stringify(['rules', countBy, threshold, quorum, vetoBlocks])
    }
    case 'release':
      return JSON.stringify(['release', proposer])
    case 'wind_up':
      return JSON.stringify(['wind_up'])
  }
}

/** From when the same motion may be proposed again after a no. */
export const mayComeAgainAt = (closedAt: number, noticeSeconds: number): number => closedAt + sameMotionDays * noticeSeconds * 1_000

export const comeAgainWords = (closedAt: number, noticeSeconds: number): string =>
  `The same motion may come again from ${formatDate(new Date(mayComeAgainAt(closedAt, noticeSeconds)))}.`

type ProposalRefusal =
  | 'motion_kind_not_now'
  | 'owner_hands_over_first'
  | 'already_treasurer'
  | 'member_not_here'
  | 'rules_unchanged'
  | 'motion_open_already'
  | 'motion_refused_lately'

export type ProposalFacts = {
  readonly stage: Stage
  readonly isOwner: boolean
  readonly members: readonly string[]
  /** The treasurer by motion; null while the owner is. */
  readonly treasurer: string | null
  readonly rules: Rules
  /** The same motion, open or closed with a no within the last 90 days of notice. */
  readonly same: 'open' | 'refused_lately' | null
}

export function decideProposal(motion: MotionFacts, facts: ProposalFacts): Decision<MotionKind, ProposalRefusal> {
  if (!motionKindsIn(facts.stage).includes(motion.kind)) return refused('motion_kind_not_now')
  if (motion.kind === 'release' && facts.isOwner) return refused('owner_hands_over_first')
  if (motion.kind === 'treasurer' && motion.member === facts.treasurer) return refused('already_treasurer')
  if (motion.kind === 'treasurer' && !facts.members.includes(motion.member)) return refused('member_not_here')
  if (motion.kind === 'spend' && motion.relatedMember !== null && !facts.members.includes(motion.relatedMember))
    return refused('member_not_here')
  if (motion.kind === 'rules' && sameRules(motion.rules, facts.rules)) return refused('rules_unchanged')
  if (facts.same === 'open') return refused('motion_open_already')
  if (facts.same === 'refused_lately') return refused('motion_refused_lately')
  return granted(motion.kind)
}

/** What the reader's vote would do, said before it is saved. */
export function voteWouldWords(
  rule: CountingRule,
  holders: readonly Holder[],
  votes: readonly MotionVote[],
  conflicted: readonly string[],
  own: MotionVote,
): string {
  const after = [...votes.filter(({ user }) => user !== own.user), own]
  const { by, passesFrom } = countMotion(rule, holders, after, conflicted)
  const held = holders.find(({ user }) => user === own.user)?.arcs ?? 0
  const yours = rule.countBy === 'arcs' ? `your ${held} ${unitOf('arcs', held)}` : 'your vote'
  const closes = hasEveryoneVoted(rule, holders, after, conflicted) ? ' Everyone has voted then, so it closes at once.' : ''
  return `With ${yours} it would have ${by.yes} yes; it takes ${passesFrom}.${closes}`
}
