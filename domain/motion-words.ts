import type { CountingRule, Fraction } from './counting.ts'
import { kindOf, type MotionFacts, type MotionKind, type MotionNames, type ProposalFacts } from './motion-kinds.ts'
import type { MotionOutcome } from './outcome.ts'

type Possible = Pick<ProposalFacts, 'isOwner' | 'letGo' | 'isAnythingPaid' | 'isMoneyAway' | 'closedMonths'> & { readonly others: number }

/** Why a motion of a kind that this stage knows cannot be made now, in few words; null if it can. */
export function notNowWords(
  kind: MotionKind,
  { isOwner, letGo, isAnythingPaid, isMoneyAway, closedMonths, others }: Possible,
): string | null {
  if (kind === 'release' && isOwner) return 'Hand the circle over first'
  if (kind === 'owner' && others === 0) return 'Nobody else is here'
  if (kind === 'let_go' && letGo.length === 0) return 'No reason to let anyone go'
  if (kind === 'reopen' && closedMonths.length === 0) return 'No month is closed'
  if (kind === 'give_up' && isMoneyAway) return 'The money is at the title company'
  return kind === 'give_up' && !isAnythingPaid ? 'Nothing is paid: the owner can' : null
}

const fractionWords = ({ parts, of }: Fraction): string => {
  if (parts * 2 === of) return 'half'
  if (parts === 2 && of === 3) return 'two thirds'
  if (parts === 3 && of === 4) return 'three quarters'
  return `${parts}%`
}

/** The rule in one sentence, before sending and on the motion's page. */
export function motionRuleWords({ countBy, moreThan, quorum, needsYesOf }: CountingRule): string {
  const all = countBy === 'arcs' ? 'the arcs' : 'the members'
  const turnout =
    quorum.parts === 0 ? '' : quorum.parts === quorum.of ? ', once all have voted' : `, once at least ${fractionWords(quorum)} have voted`
  return `Passes with more than ${fractionWords(moreThan)} of ${all} that may vote${turnout}${needsYesOf === undefined ? '' : ', and with the yes of the member it names'}.`
}

/** The facts in a few words, in lists: "Spend $4,800.00". */
export const motionFactWords = (facts: MotionFacts): string => kindOf(facts.kind).short?.(facts) ?? kindOf(facts.kind).label

/** What happens if the motion passes. */
export const effectWords = (facts: MotionFacts, names: MotionNames): string => kindOf(facts.kind).effect(facts, names)

const afterNo = 'the emergency limit is 0 until a reserve or treasurer motion passes'

/** What a motion to ratify a payment changes; the payment itself is booked already. */
export function ratifyWords(outcome: MotionOutcome): string {
  if (outcome === 'passed') return 'The members agree to this payment, which is booked already. It permits no further one.'
  if (outcome === 'open' || outcome === 'passes')
    return `The members agree to this payment, which is booked already. It permits no further one. If it does not pass, ${afterNo}.`
  return `The members would have agreed to this payment, which is booked already. As it did not pass, ${afterNo}.`
}
