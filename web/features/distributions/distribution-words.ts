import type { Distribution, DistributionSummary } from '#contract/distributions.ts'
import { arcsLabel } from '#domain/call-words.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import type { DistributionState } from '#domain/payouts.ts'

export const stateWords: Readonly<Record<DistributionState, string>> = {
  draft: 'Draft',
  proposed: 'Proposed',
  waiting: 'Waits for cash',
  posted: 'Posted',
  paid: 'Paid',
  reversed: 'Reversed',
  not_passed: 'Did not pass',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
}

export const titleOf = ({ amountCents }: Pick<DistributionSummary, 'amountCents'>): string => `Pay out ${formatCents(amountCents)}`

/** "Arcs 1–5 get one cent more this time; over the years it evens out." */
export function oddCentWords(oddArcs: readonly number[]): string {
  if (oddArcs.length === 0) return 'Every arc gets the same, to the cent.'
  return `${arcsLabel(oddArcs)} ${oddArcs.length === 1 ? 'gets' : 'get'} one cent more this time; over the years it evens out.`
}

/** "$11,477.01 of $12,520.37 paid, $1,043.36 still owed" */
export function paidWords({ paidCents, openCents }: DistributionSummary): string {
  const all = paidCents + openCents
  if (all === 0) return 'All of it settled unpaid parts of calls, or waits'
  return openCents === 0
    ? `${formatCents(all)} paid`
    : `${formatCents(paidCents)} of ${formatCents(all)} paid, ${formatCents(openCents)} still owed`
}

export type WayStep = { readonly name: string; readonly words: string; readonly isDone: boolean; readonly isNow: boolean }

const reached: Readonly<Record<DistributionState, number>> = {
  draft: 0,
  proposed: 1,
  waiting: 1,
  posted: 2,
  paid: 3,
  reversed: 2,
  not_passed: 1,
  withdrawn: 1,
  lapsed: 1,
}

/** Draft, proposed, posted, paid: what is done, and what comes. */
export function wayOf(of: Distribution | null, dayOf: (at: string) => string): WayStep[] {
  const at = of === null ? 0 : reached[of.state]
  const ended = of && (of.state === 'not_passed' || of.state === 'withdrawn' || of.state === 'lapsed') ? stateWords[of.state] : null
  const voting = of?.motion ? (of.motion.state === 'open' ? `Vote until ${dayOf(of.motion.closesAt)}` : 'Voted') : 'The members vote'
  const steps = [
    ['Draft', of ? `${of.draftedBy.name}, ${dayOf(of.draftedAt)}` : 'Not saved yet'],
    ['Proposed', ended ?? voting],
    [
      'Posted',
      of?.postedOn
        ? `${formatCalendarDay(of.postedOn, 'short')}, owed`
        : of?.state === 'waiting'
          ? 'Waits for cash'
          : 'Owed to who receives',
    ],
    ['Paid', of?.state === 'reversed' ? 'Reversed' : 'Matched with the bank'],
  ] as const
  return steps.map(([name, words], index) => ({ name, words, isDone: index < at || (index === at && at === 3), isNow: index === at }))
}
