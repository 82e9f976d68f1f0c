import { type Decision, granted, refused } from './decision.ts'
import type { Dollars } from './money.ts'
import { type Offer, offerStatus } from './offers.ts'
import type { Stage } from './stages.ts'
import { barredUntil, type Clock, isLive, isOpenChoice } from './transfers.ts'

/** The state that people act on. Steps that are due were done before; one that is due by now lets nobody act any more. */
function stateNow(offer: Offer, clock: Clock) {
  const { state, next } = offerStatus(offer, clock, () => true)
  return next !== null && clock.now >= next.at ? 'due' : state
}

export type OfferingRefusal = 'offers_not_now' | 'arcs_not_held' | 'arcs_already_offered' | 'owner_hands_over_first'

/** Who offers arcs holds them and offers each only once. The owner hands the circle over before their last arc. */
export function decideOffering(
  arcs: readonly number[],
  facts: {
    readonly stage: Stage
    readonly isOwner: boolean
    readonly heldArcs: readonly number[]
    /** In offers and transfers that are not over. */
    readonly offeredArcs: readonly number[]
  },
): Decision<readonly number[], OfferingRefusal> {
  if (facts.stage !== 'deciding' && facts.stage !== 'owning') return refused('offers_not_now')
  const chosen = [...new Set(arcs)].sort((a, b) => a - b)
  if (chosen.length === 0 || !chosen.every((arc) => facts.heldArcs.includes(arc))) return refused('arcs_not_held')
  if (chosen.some((arc) => facts.offeredArcs.includes(arc))) return refused('arcs_already_offered')
  const left = facts.heldArcs.filter((arc) => !chosen.includes(arc) && !facts.offeredArcs.includes(arc))
  return facts.isOwner && left.length === 0 ? refused('owner_hands_over_first') : granted(chosen)
}

/** When someone last did not pay for arcs; null if never. */
type Payer = { readonly person: string; readonly notPaidAt: number | null }

const isBarred = ({ notPaidAt }: Payer, clock: Clock): boolean => notPaidAt !== null && clock.now < barredUntil(notPaidAt, clock)

export type BidRefusal = 'bids_are_opened' | 'own_offer' | 'not_a_member' | 'barred_from_bidding' | 'more_arcs_than_offered'

/** A sealed bid, which may be changed until bids are opened, and taken back with 0. */
export function decideBid(
  offer: Offer,
  clock: Clock,
  { bidder, isMember, wanted }: { readonly bidder: Payer; readonly isMember: boolean; readonly wanted: number },
): Decision<null, BidRefusal> {
  if (stateNow(offer, clock) !== 'members') return refused('bids_are_opened')
  if (bidder.person === offer.seller) return refused('own_offer')
  if (!isMember) return refused('not_a_member')
  if (wanted > 0 && isBarred(bidder, clock)) return refused('barred_from_bidding')
  return wanted <= offer.arcs.length ? granted(null) : refused('more_arcs_than_offered')
}

export type WithdrawalRefusal = 'not_your_offer' | 'bids_are_opened'

export function decideWithdrawal(offer: Offer, clock: Clock, person: string): Decision<null, WithdrawalRefusal> {
  if (person !== offer.seller) return refused('not_your_offer')
  return stateNow(offer, clock) === 'members' ? granted(null) : refused('bids_are_opened')
}

export type YesRefusal = 'not_with_others' | 'own_offer' | 'not_asked' | 'not_verified' | 'barred_from_bidding' | 'price_below_members'

/** What is known of someone who would take arcs once they are open to others. */
export type Taker = Payer & { readonly isMember: boolean; readonly isAsked: boolean; readonly isVerified: boolean }

/** Says yes to arcs that are open to others, at the members' price or more: members, the waiting list and people invited (`isAsked`). */
export function decideYes(offer: Offer, clock: Clock, taker: Taker, price: Dollars = offer.price): Decision<null, YesRefusal> {
  if (stateNow(offer, clock) !== 'others') return refused('not_with_others')
  if (taker.person === offer.seller) return refused('own_offer')
  if (!taker.isMember && !taker.isAsked) return refused('not_asked')
  if (!taker.isVerified) return refused('not_verified')
  if (isBarred(taker, clock)) return refused('barred_from_bidding')
  return price < offer.price ? refused('price_below_members') : granted(null)
}

/** The seller invites people to arcs that are open to others. */
export function decideInviting(offer: Offer, clock: Clock, person: string): Decision<null, 'not_your_offer' | 'not_with_others'> {
  if (person !== offer.seller) return refused('not_your_offer')
  return stateNow(offer, clock) === 'others' ? granted(null) : refused('not_with_others')
}

/** How a newcomer gets into the circle: by a motion, without one, or not now. */
export type Admission = 'by_motion' | 'at_once' | 'nobody_may_vote'

/**
 * A newcomer needs the votes of the holders other than the seller and who bid on these arcs. A seller who holds every arc has nobody to ask.
 * Where all others have bid, nobody may vote, and a motion could never pass.
 */
export function admissionOf(seller: string, holders: readonly string[], bidders: readonly string[]): Admission {
  const others = holders.filter((holder) => holder !== seller)
  if (others.length === 0) return 'at_once'
  return others.every((holder) => bidders.includes(holder)) ? 'nobody_may_vote' : 'by_motion'
}

export type ChoiceRefusal = YesRefusal | 'not_your_offer' | 'has_not_said_yes' | 'price_above_yes' | 'arcs_not_free' | 'nobody_may_admit'

/** The seller's choice: whom it replaces, and whether the circle has to admit the newcomer first. */
export type Choice = { readonly replaces: readonly string[]; readonly needsAdmission: boolean }

/** The seller chooses among those who said yes, at most at the price that they named, and may change until *paid*. */
export function decideChoice(
  offer: Offer,
  clock: Clock,
  choice: {
    readonly chooser: string
    /** With the price per arc that they named with their yes; null if they said none. */
    readonly taker: Taker & { readonly yesAt: Dollars | null }
    readonly admission: Admission
    readonly arcs: readonly number[]
    readonly price: Dollars
  },
): Decision<Choice, ChoiceRefusal> {
  const { taker, arcs, admission } = choice
  if (choice.chooser !== offer.seller) return refused('not_your_offer')
  const yes = decideYes(offer, clock, taker, choice.price)
  if (!yes.ok) return yes
  if (taker.yesAt === null) return refused('has_not_said_yes')
  if (choice.price > taker.yesAt) return refused('price_above_yes')
  const replaced = offer.transfers.filter((each) => isOpenChoice(each) && each.arcs.some((arc) => arcs.includes(arc)))
  const { freeArcs } = offerStatus(offer, clock, () => true)
  const open = [...freeArcs, ...replaced.flatMap((each) => each.arcs)]
  if (arcs.length === 0 || !arcs.every((arc) => open.includes(arc))) return refused('arcs_not_free')
  if (!taker.isMember && admission === 'nobody_may_vote') return refused('nobody_may_admit')
  return granted({ replaces: replaced.map(({ id }) => id), needsAdmission: !taker.isMember && admission === 'by_motion' })
}

export type LowerPriceRefusal = 'not_your_offer' | 'not_with_others' | 'price_not_lower' | 'transfer_under_way'

/** A lower price begins again with the members: a new offer of the arcs that are left takes the place of this one. */
export function decideLowerPrice(
  offer: Offer,
  clock: Clock,
  { person, price }: { readonly person: string; readonly price: Dollars },
): Decision<readonly number[], LowerPriceRefusal> {
  if (person !== offer.seller) return refused('not_your_offer')
  if (stateNow(offer, clock) !== 'others') return refused('not_with_others')
  if (price >= offer.price) return refused('price_not_lower')
  if (offer.transfers.some((each) => isLive(each) && !isOpenChoice(each))) return refused('transfer_under_way')
  const chosen = offer.transfers.filter(isOpenChoice).flatMap(({ arcs }) => arcs)
  return granted([...offerStatus(offer, clock, () => true).freeArcs, ...chosen].sort((a, b) => a - b))
}

type Member = { readonly user: string; readonly arcs: number; readonly memberSince: number }

/** Who follows an owner who has left unreplaced: the largest holder, of several the longest member. Null if nobody is left. */
export const nextOwner = (members: readonly Member[]): string | null =>
  [...members].filter(({ arcs }) => arcs > 0).sort((a, b) => b.arcs - a.arcs || a.memberSince - b.memberSince)[0]?.user ?? null
