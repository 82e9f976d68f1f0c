import { formatMoment, type Zone } from './dates.ts'
import { type Decision, granted, refused } from './decision.ts'
import type { Dollars } from './money.ts'

/** Periods in days of notice. */
export const daysToPay = 14
export const daysUntilHanging = 30
export const daysUntilEndedUnvoted = 60
export const daysBarred = 180

/** The time and the length of a day of notice. Moments are in milliseconds. */
export type Clock = { readonly now: number; readonly noticeSeconds: number }

export const daysAfter = (moment: number, days: number, { noticeSeconds }: Pick<Clock, 'noticeSeconds'>): number =>
  moment + days * noticeSeconds * 1_000

/** How a transfer came about: by the bids, by reckoning them once more, or chosen by the seller among others. */
export type TransferOrigin = 'bids' | 'bids_again' | 'choice'

/** How a transfer ended. Only after the first two does the buyer hold the arcs. */
export const transferEnds = {
  received: 'Handed on',
  settled_done: 'Handed on: the circle settled it',
  not_paid: 'Not paid in time',
  declined: 'The buyer said no',
  not_admitted: 'The circle did not admit the newcomer',
  other_chosen: 'The seller chose someone else',
  settled_ended: 'Ended: the circle settled it',
  nobody_may_vote: 'Ended: nobody else may vote on it',
  offer_ended: 'The offer ended',
  buyer_left: 'The buyer left',
} as const
export type TransferEnd = keyof typeof transferEnds

/** What is recorded of a transfer: certain arcs of an offer, to one buyer. */
export type Transfer = {
  readonly id: string
  readonly origin: TransferOrigin
  readonly buyer: string
  readonly arcs: readonly number[]
  /** Per arc. */
  readonly price: Dollars
  readonly madeAt: number
  /** The motion that admits a newcomer; null for a member. */
  readonly admit: { readonly openedAt: number; readonly passedAt: number | null } | null
  readonly paidAt: number | null
  readonly end: { readonly how: TransferEnd; readonly at: number } | null
}

export type TransferState = 'admitting' | 'to_pay' | 'paid' | 'hanging' | 'done' | 'over'

export const isDone = ({ end }: Transfer): boolean => end?.how === 'received' || end?.how === 'settled_done'
export const isLive = ({ end }: Transfer): boolean => end === null

/** A choice that is not paid: the seller may change it, and who was chosen may say no. */
export const isOpenChoice = (transfer: Transfer): boolean => isLive(transfer) && transfer.origin === 'choice' && transfer.paidAt === null

/** Until when the buyer has to say *paid*; null while the circle votes on a newcomer. */
const payBy = ({ admit, madeAt }: Transfer, clock: Clock): number | null =>
  admit === null ? daysAfter(madeAt, daysToPay, clock) : admit.passedAt === null ? null : daysAfter(admit.passedAt, daysToPay, clock)

export type TransferStep = { readonly do: 'end_unpaid' | 'end_unvoted'; readonly at: number }

export type TransferStatus = {
  readonly state: TransferState
  /** Until when this state lasts by itself; null if only people change it. */
  readonly until: number | null
  /** What time does to it next, if nobody does anything before. Due when `at` has come. */
  readonly next: TransferStep | null
}

/** Where a transfer stands. `mayOthersVote`: whether anyone but its parties holds an arc, so that it could be settled. */
export function transferStatus(transfer: Transfer, clock: Clock, mayOthersVote: boolean): TransferStatus {
  if (transfer.end !== null) return { state: isDone(transfer) ? 'done' : 'over', until: null, next: null }
  if (transfer.paidAt !== null) {
    const hangsFrom = daysAfter(transfer.paidAt, daysUntilHanging, clock)
    const next = mayOthersVote ? null : { do: 'end_unvoted' as const, at: daysAfter(transfer.paidAt, daysUntilEndedUnvoted, clock) }
    return clock.now < hangsFrom ? { state: 'paid', until: hangsFrom, next } : { state: 'hanging', until: next?.at ?? null, next }
  }
  const until = payBy(transfer, clock)
  return until === null ? { state: 'admitting', until, next: null } : { state: 'to_pay', until, next: { do: 'end_unpaid', at: until } }
}

/** The time during which an offer's clock stands still because of this transfer; its end is null while it lasts. */
export function stoppedTimes({ admit, paidAt, end }: Transfer): { readonly from: number; readonly to: number | null }[] {
  const voting = admit === null ? [] : [{ from: admit.openedAt, to: admit.passedAt ?? end?.at ?? null }]
  return paidAt === null ? voting : [...voting, { from: paidAt, to: end?.at ?? null }]
}

/** Until when someone who did not pay may not bid. */
export const barredUntil = (notPaidAt: number, clock: Pick<Clock, 'noticeSeconds'>): number => daysAfter(notPaidAt, daysBarred, clock)

export type PaidRefusal = 'not_your_transfer' | 'transfer_not_to_pay' | 'charter_not_accepted'

/** The buyer says *paid*. A newcomer has accepted the charter before. */
export function decidePaid(
  transfer: Transfer,
  clock: Clock,
  facts: { readonly person: string; readonly hasAcceptedCharter: boolean },
): Decision<null, PaidRefusal> {
  if (facts.person !== transfer.buyer) return refused('not_your_transfer')
  const { state, next } = transferStatus(transfer, clock, true)
  if (state !== 'to_pay' || (next !== null && clock.now >= next.at)) return refused('transfer_not_to_pay')
  return facts.hasAcceptedCharter ? granted(null) : refused('charter_not_accepted')
}

export type ReceivedRefusal = 'not_your_offer' | 'transfer_not_paid' | 'owner_hands_over_first'

/** The seller says *received*, also while the transfer hangs: then the arcs move. An owner keeps an arc until they hand the circle over. */
export function decideReceived(
  transfer: Transfer,
  clock: Clock,
  facts: { readonly isSeller: boolean; readonly isOwnersLastArc: boolean; readonly mayOthersVote: boolean },
): Decision<null, ReceivedRefusal> {
  if (!facts.isSeller) return refused('not_your_offer')
  const { state, next } = transferStatus(transfer, clock, facts.mayOthersVote)
  if ((state !== 'paid' && state !== 'hanging') || (next !== null && clock.now >= next.at)) return refused('transfer_not_paid')
  return facts.isOwnersLastArc ? refused('owner_hands_over_first') : granted(null)
}

/** How often the buyer may remind the seller to say *received*, in days of notice; *paid* itself tells them first. */
const daysBetweenReminders = 1

export type ReminderRefusal = 'not_your_transfer' | 'transfer_not_paid' | 'seller_reminded'

/** The buyer who has said *paid* reminds the seller. */
export function decideReminder(
  transfer: Transfer,
  clock: Clock,
  { person, remindedAt }: { readonly person: string; readonly remindedAt: number | null },
): Decision<null, ReminderRefusal> {
  if (person !== transfer.buyer) return refused('not_your_transfer')
  if (transfer.paidAt === null || !isLive(transfer)) return refused('transfer_not_paid')
  const toldAt = Math.max(transfer.paidAt, remindedAt ?? 0)
  return clock.now < daysAfter(toldAt, daysBetweenReminders, clock) ? refused('seller_reminded') : granted(null)
}

export type SettleRefusal = 'transfer_does_not_hang' | 'nobody_may_settle'

/** A `settle` motion: only once the transfer hangs, and while someone may vote on it. */
export function decideSettle(transfer: Transfer, clock: Clock, mayOthersVote: boolean): Decision<null, SettleRefusal> {
  if (transferStatus(transfer, clock, true).state !== 'hanging') return refused('transfer_does_not_hang')
  return mayOthersVote ? granted(null) : refused('nobody_may_settle')
}

const waitingWords: Readonly<Record<Exclude<TransferState, 'done' | 'over'>, (moment: string) => string>> = {
  admitting: () => 'The circle votes on whether to admit the newcomer',
  to_pay: (moment) => `To be paid by ${moment}`,
  paid: () => 'Paid: waits for the seller to say received',
  hanging: (moment) => (moment === '' ? 'Paid and not received: a motion can settle it' : `Paid and not received: ends on ${moment}`),
}

export function transferWords(transfer: Transfer, clock: Clock, mayOthersVote: boolean, zone: Zone): string {
  if (transfer.end !== null) return transferEnds[transfer.end.how]
  const { state, until } = transferStatus(transfer, clock, mayOthersVote)
  if (state === 'done' || state === 'over') return ''
  return waitingWords[state](until === null ? '' : formatMoment(new Date(until), zone))
}
