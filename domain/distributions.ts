import { type Balances, type BookLine, withoutZeros } from './book-accounts.ts'
import { capitalLines, type Filled, fillParts, type OpenPart } from './calls.ts'
import { splitEqually, sumCents } from './cents.ts'
import { type Decision, granted, refused } from './decision.ts'
import type { Cents } from './money.ts'
import { defaultNoticeSeconds } from './notice-period.ts'

/** A passed distribution waits so many days of notice for cash that has dropped; then its motion lapses. */
export const daysToPost = 30

/** What cannot be paid for so many days of notice may by motion be deposited with a third party. */
export const daysToDeposit = 90

/** A transfer of an arc that stood between *paid* and *received* when the motion was proposed, or stands there now. */
type HangingTransfer = {
  readonly buyer: string
  /** Whether the buyer had said *paid* when the motion was proposed. */
  readonly wasPaid: boolean
  readonly end: 'done' | 'ended' | null
}

/**
 * Who receives an arc's part: who held it when the motion was proposed. While a transfer hangs, nobody yet (null): the part waits for its
 * end, and is the buyer's if they had paid before the motion.
 */
export function receiverOf(holderWhenProposed: string, transfer: HangingTransfer | null): string | null {
  if (transfer === null) return holderWhenProposed
  if (transfer.end === null) return null
  return transfer.end === 'done' && transfer.wasPaid ? transfer.buyer : holderWhenProposed
}

/** An arc in a distribution; arcs come first to last. */
export type PaidArc = {
  readonly arc: number
  readonly receiver: string | null
  /** Who holds it on the day of posting. */
  readonly holder: string
  /** What was declared on it by all distributions that stand, waiting parts included. */
  readonly declaredCents: Cents
  /** Its parts of calls that are not paid. */
  readonly openParts: readonly OpenPart[]
}

/** An arc's part: unpaid parts of its calls are settled first, oldest first; the rest is owed to the receiver. */
export type Payout = Pick<PaidArc, 'arc' | 'receiver' | 'holder'> & {
  readonly amountCents: Cents
  readonly setOff: readonly Filled<OpenPart>[]
  readonly owedCents: Cents
}

/** Every arc's part: its share of all that was ever paid out with this distribution, less its share before it. */
export function payoutsOf(amount: Cents, arcs: readonly PaidArc[]): Payout[] {
  const parts = splitEqually(
    amount,
    arcs.map(({ declaredCents }) => declaredCents),
  )
  return arcs.map(({ arc, receiver, holder, openParts }, index) => {
    const amountCents = parts[index] ?? 0
    const { filled, surplusCents } = fillParts(openParts, { paidCents: amountCents, keptCents: 0 })
    return { arc, receiver, holder, amountCents, setOff: filled, owedCents: surplusCents }
  })
}

const owedBy = (payouts: readonly Payout[]): Cents => sumCents(payouts.map(({ owedCents }) => owedCents))

/**
 * Cash less deposits held and less what persons are owed, from the balances of the book. What a person owes is not cash. Parts that wait for
 * the end of a transfer are not booked yet, and owed all the same.
 */
export function freeCashOf(balances: Balances, waitingCents: Cents = 0): Cents {
  const counted = [...balances].map(([key, amount]) => {
    if (key.startsWith('cash:') || key === 'deposits_held') return amount
    return key.startsWith('owed:') ? Math.min(0, amount) : 0
  })
  return sumCents([...counted, -waitingCents])
}

type CashFacts = { readonly freeCashCents: Cents; readonly floorCents: Cents }

export type DistributionRefusal = 'nothing_to_distribute' | 'below_the_floor'

/** For drafting, proposing and posting: what is set off stays in the circle, so only what is then owed lowers free cash. */
export function decideDistribution(
  amount: Cents,
  arcs: readonly PaidArc[],
  { freeCashCents, floorCents }: CashFacts,
): Decision<readonly Payout[], DistributionRefusal> {
  if (amount <= 0) return refused('nothing_to_distribute')
  const payouts = payoutsOf(amount, arcs)
  return freeCashCents - owedBy(payouts) < floorCents ? refused('below_the_floor') : granted(payouts)
}

/** The largest amount that leaves free cash at the floor; 0 if there is none. */
export function mostToDistribute(arcs: readonly PaidArc[], { freeCashCents, floorCents }: CashFacts): Cents {
  const room = freeCashCents - floorCents
  if (room < 0) return 0
  const open = sumCents(arcs.flatMap(({ openParts }) => openParts.map(({ openCents }) => openCents)))
  let [fits, tooMuch] = [0, room + open + 1]
  // A larger amount never owes less.
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2)
    if (owedBy(payoutsOf(middle, arcs)) <= room) fits = middle
    else tooMuch = middle
  }
  return fits
}

/** The lines of payouts that do not wait. Those that do are posted in an entry of their own once their receiver is known. */
export function postingLines(payouts: readonly Payout[]): BookLine[] {
  const posted = payouts.flatMap((payout) => (payout.receiver === null ? [] : [{ ...payout, receiver: payout.receiver }]))
  const perArc = posted.flatMap(({ arc, receiver, holder, amountCents, setOff }): BookLine[] => {
    const of = receiver === holder ? { arc } : { arc, person: receiver }
    return [{ account: 'paid_out', ...of, amountCents }, ...capitalLines(setOff).map((line) => ({ ...line, ...of }))]
  })
  const receivers = [...new Set(posted.map(({ receiver }) => receiver))]
  const owed = receivers.map((person): BookLine => {
    const amounts = posted.filter(({ receiver }) => receiver === person).map(({ owedCents }) => owedCents)
    return { account: 'owed', person, amountCents: -sumCents(amounts) }
  })
  return withoutZeros([...perArc, ...owed])
}

/** What becomes of a passed distribution now. Moments in milliseconds. */
export function postingOf(
  isCovered: boolean,
  passedAt: number,
  now: number,
  noticeSeconds = defaultNoticeSeconds,
): { readonly do: 'post' | 'lapse' } | { readonly do: 'wait'; readonly until: number } {
  const until = passedAt + daysToPost * noticeSeconds * 1_000
  if (now >= until) return { do: 'lapse' }
  return isCovered ? { do: 'post' } : { do: 'wait', until }
}

export type ReversalRefusal = 'distribution_paid_already' | 'later_distribution_stands'

/**
 * A distribution is reversed only before any payout. If a later one evened out its odd cents, that one has to be reversed first: no two arcs
 * may ever differ by more than a cent. Amounts are per arc, first to last.
 */
export function decideDistributionReversal(facts: {
  readonly isAnythingPaid: boolean
  readonly declaredCents: readonly Cents[]
  readonly partCents: readonly Cents[]
}): Decision<null, ReversalRefusal> {
  if (facts.isAnythingPaid) return refused('distribution_paid_already')
  const left = facts.declaredCents.map((cents, index) => cents - (facts.partCents[index] ?? 0))
  return Math.max(...left) - Math.min(...left) > 1 ? refused('later_distribution_stands') : granted(null)
}

/** From when a payout that cannot be paid may be deposited with a third party. Moments in milliseconds. */
export const mayDepositFrom = (postedAt: number, noticeSeconds = defaultNoticeSeconds): number =>
  postedAt + daysToDeposit * noticeSeconds * 1_000
