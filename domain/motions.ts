import { type Count, type CountingRule, countOutcome, type Holder, unitOf, withoutConflicts } from './counting.ts'
import { formatDay, type Zone } from './dates.ts'
import { type Decision, granted, refused } from './decision.ts'
import {
  kindOf,
  longestMotionDays,
  type MotionFacts,
  type MotionKind,
  type ProposalFacts,
  type ProposalRefusal,
  sameMotionDays,
} from './motion-kinds.ts'
import { closingProblem, durationWords } from './notice-period.ts'
import type { MotionOutcome } from './outcome.ts'

export const motionChoices = ['yes', 'no', 'abstain'] as const
export type MotionChoice = (typeof motionChoices)[number]
export const motionChoiceLabels: Readonly<Record<MotionChoice, string>> = { yes: 'Yes', no: 'No', abstain: 'Abstain' }

export type MotionVote = { readonly user: string; readonly choice: MotionChoice }

/** Why a motion ended without a result. */
export const lapseWords = {
  circle_ended: 'The circle ended',
  gathering: 'The circle went back to gathering',
  proposer_deleted: 'Its proposer’s account was deleted',
  same_passed: 'The same motion passed',
  stage_changed: 'The circle went on, and motions of this kind are not made any more',
  no_reason: 'The reason to let this member go does not hold any more',
  wire_done: 'The money was sent to the title company and is not back',
  transfer_over: 'The transfer that it was about is over',
} as const
export type LapseReason = keyof typeof lapseWords

/** Whether it ended so that its proposer may not propose the same again for a while: with a no, or withdrawn after a vote. */
export const isRefusal = (outcome: MotionOutcome, isVotedOn: boolean): boolean =>
  outcome === 'did_not_pass' || outcome === 'too_few_voted' || (outcome === 'withdrawn' && isVotedOn)

/** The member that the facts name. */
export const namedMember = (facts: MotionFacts): string | null => kindOf(facts.kind).member?.(facts) ?? null

export type RelatedParty = 'payee' | 'buyer'
/** With whom a member may be related: who is paid, or who buys. */
export const relatedParty = ({ kind }: { readonly kind: string }): RelatedParty => (kind === 'sell' ? 'buyer' : 'payee')

/** The other member of whom the proposer says that the payee or buyer is related to them. It is a claim: only their own word counts. */
export const claimedMember = (facts: MotionFacts, proposer: string): string | null =>
  'relatedMember' in facts && facts.relatedMember !== proposer ? facts.relatedMember : null

/**
 * Whose arcs are left out from the beginning, by their own word: who asks to be released, and who proposes to pay, or to sell to, someone
 * related to them.
 */
export const leftOutByProposing = (facts: Pick<MotionFacts, 'kind'> & { readonly relatedMember?: string | null }, proposer: string) =>
  kindOf(facts.kind).isWithoutProposer || facts.relatedMember === proposer ? proposer : null

/** The people whom the motion is about and who have no vote on it, whatever they say. */
export const leftOutByKind = (facts: MotionFacts): readonly string[] => kindOf(facts.kind).isWithout?.(facts) ?? []

/**
 * Whether a person may say of themself that they profit from this motion, so that their arcs are left out. Not if everyone is concerned alike
 * or the parties have no vote anyway, and not the member without whose yes it cannot pass.
 */
export function mayDeclareConflict(facts: MotionFacts, person: string): boolean {
  const { hasNoConflicts, needsTheirYes } = kindOf(facts.kind)
  return !hasNoConflicts && !(needsTheirYes && namedMember(facts) === person)
}

export type MotionStanding = Count<MotionChoice> & { readonly words: string }

function openWords({ countBy }: CountingRule, counted: Count<MotionChoice>): string {
  const { of, voted, by, passes, passesFrom, missingVotes, missingInFavour, lacksTheirYes } = counted
  if (of === 0) return 'Nobody may vote on this motion'
  const head = voted === 0 ? 'No votes yet' : `${voted} of ${of} ${unitOf(countBy, of)} voted`
  if (passes) return `${head}; passes with ${by.yes} yes`
  if (lacksTheirYes) return `${head}; waits for the yes of the member it names`
  if (missingInFavour === 0) return `${head}; needs ${missingVotes} more to vote`
  // Without the silent too few are left.
  if (passesFrom > of) return `${head}; needs ${passesFrom} to say yes, more than the ${of} that may vote now`
  if (missingInFavour > of - voted) return `${head}; needs ${missingInFavour} more to say yes, so a vote would have to change`
  const turnout = missingVotes > missingInFavour ? `, once ${voted + missingVotes} voted` : ''
  return `${head}; needs ${missingInFavour} more to say yes${turnout}`
}

/** The result of a closed motion in words. */
export function closedMotionWords(
  rule: CountingRule,
  { of, voted, by, passesFrom }: Pick<Count<MotionChoice>, 'of' | 'voted' | 'by' | 'passesFrom'>,
  outcome: MotionOutcome,
): string {
  const all = `of ${of} ${unitOf(rule.countBy, of)}`
  if (outcome === 'passed') return `${voted} ${all} voted; passed with ${by.yes} yes`
  if (outcome === 'too_few_voted') return `Too few voted: ${voted} ${all}, with ${by.yes} yes`
  if (by.yes >= passesFrom && outcome === 'did_not_pass') return `${voted} ${all} voted; ${by.yes} yes, without that of the member it names`
  return `${voted} ${all} voted; ${by.yes} yes, it took ${passesFrom}`
}

/** The state of a motion, in figures and in words. */
export function countMotion(
  rule: CountingRule,
  holders: readonly Holder[],
  votes: readonly MotionVote[],
  conflicted: readonly string[],
  isClosed = false,
): MotionStanding {
  const counted = countOutcome(rule, { holders, votes, choices: motionChoices, conflicted, isClosed })
  return { ...counted, words: isClosed ? closedMotionWords(rule, counted, counted.outcome) : openWords(rule, counted) }
}

/** Whether a vote of this holder counts, now or once their arcs have been held long enough. */
const hasWeight = ({ countBy }: CountingRule, { arcs, late = 0 }: Holder): boolean => countBy === 'people' || arcs + late > 0

/**
 * Whether a motion closes before its date: everyone who may vote has voted, and no arc is too new to count, so waiting could only change
 * minds. Not if a member declared a conflict: then others decide alone, and everyone has until the date to say a word. Nor while someone
 * silent has not voted, who may come back until then.
 */
export function mayCloseEarly(
  kind: MotionKind,
  rule: CountingRule,
  holders: readonly Holder[],
  votes: readonly MotionVote[],
  conflicted: readonly string[],
): boolean {
  const { isWithoutProposer, isWithout, hasNoConflicts } = kindOf(kind)
  // Of the others, one is left out by what the motion is: who asks to be released, or is to be let go.
  const declared = new Set(conflicted).size - (isWithoutProposer || isWithout ? 1 : 0)
  if (!hasNoConflicts && declared > 0) return false
  const voters = new Set(votes.map(({ user }) => user))
  const counting = withoutConflicts(holders, conflicted).filter((holder) => hasWeight(rule, holder))
  return counting.length > 0 && counting.every(({ user }) => voters.has(user)) && holders.every(({ late = 0 }) => late === 0)
}

/** Why a motion may not close at this time; null if it may. Times in milliseconds. */
export function motionClosingProblem(closesAt: number, now: number, noticeSeconds: number): string | null {
  const longest = longestMotionDays * noticeSeconds
  return (
    closingProblem(closesAt, now, noticeSeconds) ??
    (closesAt > now + longest * 1_000 ? `Choose a moment at most ${durationWords(longest)} ahead` : null)
  )
}

/** From when the same motion may be proposed again after a no. */
export const mayComeAgainAt = (closedAt: number, noticeSeconds: number): number => closedAt + sameMotionDays * noticeSeconds * 1_000

export const comeAgainWords = (closedAt: number, noticeSeconds: number, zone: Zone): string =>
  `The same motion may come again from ${formatDay(new Date(mayComeAgainAt(closedAt, noticeSeconds)), zone)}.`

export function decideProposal(motion: MotionFacts, circle: ProposalFacts): Decision<MotionKind, ProposalRefusal> {
  const { stages, refusal } = kindOf(motion.kind)
  if (!stages.includes(circle.stage)) return refused('motion_kind_not_now')
  const reason = refusal?.(motion, circle)
  if (reason) return refused(reason)
  if (circle.isRefusedLately) return refused('motion_refused_lately')
  return granted(motion.kind)
}

/** What the reader's vote would do, said before it is saved. */
export function voteWouldWords(
  kind: MotionKind,
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
  const closes = mayCloseEarly(kind, rule, holders, after, conflicted) ? ' Everyone has voted then, so it closes at once.' : ''
  return `With ${yours} it would have ${by.yes} yes; it takes ${passesFrom}.${closes}`
}
