import { formatMoment, type Zone } from './dates.ts'
import type { Dollars } from './money.ts'
import { type Clock, daysAfter, isDone, isLive, stoppedTimes, type Transfer, transferStatus } from './transfers.ts'

/** Periods in days of notice. */
export const daysForMembers = 30
export const daysForOthers = 60

/** What ended an offer before its time. */
export const offerEnds = {
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed: nobody took the arcs in time',
  lower_price: 'Offered again at a lower price',
  buying: 'Ended: the circle began to buy',
  sale: 'Ended: the property was sold',
  circle_ended: 'Ended with the circle',
  seller_left: 'Ended: the seller left the circle',
} as const
export type OfferEnd = keyof typeof offerEnds

/** What is recorded of an offer. When it ends, transfers that are not paid end with it; a paid one goes on to its own end. */
export type Offer = {
  readonly seller: string
  readonly arcs: readonly number[]
  readonly price: Dollars
  readonly madeAt: number
  readonly openedAt: number | null
  /** When arcs last went to others, because no bid took or paid them; null if none did. */
  readonly othersSince: number | null
  readonly transfers: readonly Transfer[]
  readonly end: { readonly how: OfferEnd; readonly at: number } | null
}

export type OfferState = 'members' | 'handing_on' | 'others' | 'handed_on' | 'ended'

export type OfferStep =
  | { readonly do: 'open_bids' | 'lapse'; readonly at: number }
  /** Together, so that no arc is reckoned once more for someone who did not pay either. */
  | { readonly do: 'end_unpaid' | 'end_unvoted'; readonly at: number; readonly transfers: readonly string[] }

export type OfferStatus = {
  readonly state: OfferState
  /** Arcs that others may take: no transfer of them is under way. */
  readonly freeArcs: readonly number[]
  /** While the circle votes on a newcomer, and after *paid*. */
  readonly isClockStopped: boolean
  /** Until when members may bid, or others take arcs; null if the clock is stopped or there is no such time. */
  readonly until: number | null
  /** What time does next, if nobody does anything before. Due when `at` has come. */
  readonly next: OfferStep | null
}

/** The length of these times together, counted once where they overlap, and only after `since`. */
function lengthOf(times: readonly { readonly from: number; readonly to: number }[], since: number): number {
  let [counted, length] = [since, 0]
  for (const { from, to } of [...times].sort((a, b) => a.from - b.from)) {
    length += Math.max(0, to - Math.max(from, counted))
    counted = Math.max(counted, to)
  }
  return length
}

/** When the time for others is over; null while the clock is stopped. */
function lapsesAt(othersSince: number, transfers: readonly Transfer[], clock: Clock): number | null {
  const stopped = transfers.flatMap(stoppedTimes)
  const past = stopped.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]))
  return past.length < stopped.length ? null : daysAfter(othersSince, daysForOthers, clock) + lengthOf(past, othersSince)
}

/** What time does to the transfers next. */
function nextOfTransfers(transfers: readonly Transfer[], clock: Clock, mayOthersVote: (transfer: Transfer) => boolean): OfferStep | null {
  const steps = transfers.flatMap((transfer) => {
    const { next } = transferStatus(transfer, clock, mayOthersVote(transfer))
    return next === null ? [] : [{ ...next, id: transfer.id }]
  })
  const [first] = steps.sort((a, b) => a.at - b.at || (a.do < b.do ? -1 : 1))
  if (!first) return null
  return { do: first.do, at: first.at, transfers: steps.filter((step) => step.do === first.do && step.at === first.at).map(({ id }) => id) }
}

const none = { freeArcs: [], isClockStopped: false, until: null, next: null } as const

/** Where an offer stands. A step that is due is done at its moment, before anything that happens later. */
export function offerStatus(offer: Offer, clock: Clock, mayOthersVote: (transfer: Transfer) => boolean): OfferStatus {
  const { arcs, openedAt, othersSince, transfers, end } = offer
  if (end !== null) return { ...none, state: 'ended', next: nextOfTransfers(transfers, clock, mayOthersVote) }
  if (openedAt === null) {
    const until = daysAfter(offer.madeAt, daysForMembers, clock)
    return { ...none, state: 'members', until, next: { do: 'open_bids', at: until } }
  }
  const isTaken = (arc: number): boolean => transfers.some((each) => (isDone(each) || isLive(each)) && each.arcs.includes(arc))
  if (arcs.every((arc) => transfers.some((each) => isDone(each) && each.arcs.includes(arc)))) return { ...none, state: 'handed_on' }
  const freeArcs = arcs.filter((arc) => !isTaken(arc))
  const ofTransfers = nextOfTransfers(transfers, clock, mayOthersVote)
  if (othersSince === null) return { ...none, state: 'handing_on', freeArcs, next: ofTransfers }
  const until = lapsesAt(othersSince, transfers, clock)
  const next = until !== null && (ofTransfers === null || until < ofTransfers.at) ? { do: 'lapse' as const, at: until } : ofTransfers
  return { state: 'others', freeArcs, isClockStopped: until === null, until, next }
}

export function offerWords(offer: Offer, { state, until, isClockStopped }: OfferStatus, zone: Zone): string {
  if (offer.end !== null) return offerEnds[offer.end.how]
  const moment = until === null ? '' : formatMoment(new Date(until), zone)
  if (state === 'members') return `Members first: sealed bids until ${moment}`
  if (state === 'others') return isClockStopped ? 'Open to others: the clock is stopped' : `Open to others until ${moment}`
  return state === 'handed_on' ? 'Handed on' : 'Bids opened: the arcs are being handed on'
}
