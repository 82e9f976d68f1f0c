import { type Decision, granted, refused } from './decision.ts'
import { type Cents, formatCents } from './money.ts'

export const noteLength = 280
export const payoutWordsLength = 120

/** What became of a distribution; `waiting`: it passed, and cash does not cover it yet. */
export const distributionStates = [
  'draft',
  'proposed',
  'waiting',
  'posted',
  'paid',
  'reversed',
  'not_passed',
  'withdrawn',
  'lapsed',
] as const
export type DistributionState = (typeof distributionStates)[number]

export type DistributionFacts = {
  readonly motion: { readonly outcome: string | null; readonly isWithdrawn: boolean } | null
  readonly hasLapsed: boolean
  readonly isPosted: boolean
  readonly isReversed: boolean
  /** What is owed and not paid, and parts that wait for the end of a transfer. */
  readonly openCents: Cents
  readonly waitingCents: Cents
}

export function distributionState(facts: DistributionFacts): DistributionState {
  const { motion } = facts
  if (motion === null) return 'draft'
  if (facts.isReversed) return 'reversed'
  if (facts.isPosted) return facts.openCents + facts.waitingCents > 0 ? 'posted' : 'paid'
  if (motion.isWithdrawn) return 'withdrawn'
  if (motion.outcome === null) return 'proposed'
  if (motion.outcome !== 'passed') return 'not_passed'
  return facts.hasLapsed ? 'lapsed' : 'waiting'
}

/** Why a passed motion about a distribution had no effect. */
export const distributionLapses = {
  no_cash: 'Cash did not cover it within 30 days',
  paid_meanwhile: 'Something of it was paid before it could be reversed',
  later_stands: 'A later distribution evened out its odd cents',
  circle_ended: 'The circle ended',
} as const
export type DistributionLapse = keyof typeof distributionLapses

/** "That would leave $14,520.37, $479.63 below the floor. At most $27,520.37." */
export function belowFloorWords(leftCents: Cents, floorCents: Cents, mostCents: Cents): string {
  const most = mostCents > 0 ? ` At most ${formatCents(mostCents)}.` : ' Nothing can be paid out now.'
  return `That would leave ${formatCents(leftCents)}, ${formatCents(floorCents - leftCents)} below the floor.${most}`
}

/** The arcs whose part is a cent more than that of the others, lowest first. */
export function oddArcsOf(parts: readonly { readonly arc: number; readonly amountCents: Cents }[]): number[] {
  const least = Math.min(...parts.map(({ amountCents }) => amountCents))
  return parts.filter(({ amountCents }) => amountCents > least).map(({ arc }) => arc)
}

type Word = { readonly receiver: string; readonly markedBy: string; readonly members: readonly string[] }

/**
 * Who may confirm that a payout came: its receiver, also one who has left; another member if the treasurer marked their own. Alone in a circle
 * one needs nobody's word for one's own.
 */
export function mayConfirmPayout(user: string, { receiver, markedBy, members }: Word): boolean {
  if (receiver !== markedBy) return user === receiver
  return members.includes(user) && (user !== markedBy || members.length === 1)
}

type OpenPayout = { readonly distributionId: string; readonly openCents: Cents }
export type PaidOff = { readonly distributionId: string; readonly amountCents: Cents }

/**
 * Which distributions a payment to a person pays, oldest first. Without a name it pays what it equals to the cent; else what is owed to the
 * person for other reasons comes first.
 */
export function payoutsPaidBy(
  amountCents: Cents,
  open: readonly OpenPayout[],
  { otherCents, named }: { readonly otherCents: Cents; readonly named: string | null },
): Decision<readonly PaidOff[], 'more_than_owed'> {
  if (named !== null) {
    const one = open.find(({ distributionId }) => distributionId === named)
    return one && amountCents <= one.openCents ? granted([{ distributionId: named, amountCents }]) : refused('more_than_owed')
  }
  const equal = open.find(({ openCents }) => openCents === amountCents)
  if (equal) return granted([{ distributionId: equal.distributionId, amountCents }])
  const isAll = open.reduce((sum, { openCents }) => sum + openCents, 0) === amountCents
  let left = amountCents - (isAll ? 0 : Math.min(amountCents, Math.max(0, otherCents)))
  const paid: PaidOff[] = []
  for (const { distributionId, openCents } of open) {
    const part = Math.min(left, openCents)
    if (part > 0) paid.push({ distributionId, amountCents: part })
    left -= part
  }
  return granted(paid)
}
