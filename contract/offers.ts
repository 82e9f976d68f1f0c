import { z } from 'zod'
import { whyLength } from '#domain/motion-kinds.ts'
import { offerEnds } from '#domain/offers.ts'
import { transferEnds } from '#domain/transfers.ts'
import { id, idText, reply, text, when } from './reply.ts'
import { named } from './values.ts'

const price = z
  .number('Please give a price')
  .int('Please give whole dollars')
  .min(1, 'Please give a price above zero')
  .max(1_000_000_000, 'This price is too large')
const arcs = z.array(z.number().int().min(1).max(12)).min(1, 'Please choose arcs').max(12)

export const offerArcsRequest = z.object({ arcs, price, why: text(whyLength).trim().nullish() })
export type NewOffer = z.infer<typeof offerArcsRequest>

/** How many arcs the bidder would take at the price; 0 takes the bid back. */
export const bidRequest = z.object({ wanted: z.number().int().min(0).max(12) })
/**
 * Whether the caller would take arcs over, and at most at which price per arc; without one at the price of the offer. A no also declines a
 * choice of the caller that they have not paid.
 */
export const yesRequest = z.object({ isYes: z.boolean(), price: price.nullish() })
export const chooseRequest = z.object({ user: idText, arcs, price })
export const lowerPriceRequest = z.object({ price })
/** A newcomer agrees to the charter with it, in the version that they have read. */
export const paidRequest = z.object({ charterVersion: z.number().int().min(1).max(1_000_000).nullish() })
export const inviteToOfferReply = reply(z.object({ sent: z.number(), skipped: z.number() }))
export const settleRequest = z.object({ end: z.enum(['done', 'ended']), text: text(4_000).trim().nullish() })

const endsOf = <Ends extends object>(ends: Ends) => z.enum(Object.keys(ends) as [string, ...string[]])

const offerTransfer = z.object({
  _id: id,
  origin: z.enum(['bids', 'bids_again', 'choice']),
  buyer: named.nullable(),
  isMine: z.boolean(),
  arcs: z.array(z.number()),
  price: z.number(),
  state: z.enum(['admitting', 'to_pay', 'paid', 'hanging', 'done', 'over']),
  words: z.string(),
  until: when.nullable(),
  madeAt: when,
  paidAt: when.nullable(),
  endedAt: when.nullable(),
  end: endsOf(transferEnds).nullable(),
  /** The motion by which the circle admits the newcomer; only for members. */
  motion: id.nullable(),
  /** Open motions that settle it; only for members. */
  settlings: z.array(id),
  isNewcomer: z.boolean(),
  mayPay: z.boolean(),
  /** The caller was chosen, has not paid, and may say no. */
  mayDecline: z.boolean(),
  mayReceive: z.boolean(),
  /** The buyer may remind the seller to say received, who was last reminded then. */
  mayRemind: z.boolean(),
  remindedAt: when.nullable(),
  maySettle: z.boolean(),
})
export type OfferTransfer = z.infer<typeof offerTransfer>

/** What someone who would take arcs over sees of an offer, and what its members see besides. */
export const offer = z
  .object({
    _id: id,
    circle: named,
    seller: named.nullable(),
    arcs: z.array(z.number()),
    price: z.number(),
    why: z.string(),
    state: z.enum(['members', 'handing_on', 'others', 'handed_on', 'ended']),
    words: z.string(),
    madeAt: when,
    membersUntil: when,
    openedAt: when.nullable(),
    othersSince: when.nullable(),
    until: when.nullable(),
    isClockStopped: z.boolean(),
    freeArcs: z.array(z.number()),
    end: endsOf(offerEnds).nullable(),
    endedAt: when.nullable(),
    /** The offer that it took the place of, or that took its place. */
    replaces: id.nullable(),
    followedBy: id.nullable(),
    isMine: z.boolean(),
    isMember: z.boolean(),
    /** The caller's own sealed bid; nobody else's is ever here before bids are opened. */
    myBid: z.number().nullable(),
    /** At most at which price per arc the caller would take arcs; null if they have not said yes. */
    myYesPrice: z.number().nullable(),
    mayBid: z.boolean(),
    mayWithdraw: z.boolean(),
    maySayYes: z.boolean(),
    /** Why the caller can neither bid nor say yes now, in words; null if they can. */
    whyNot: z.string().nullable(),
    mayLower: z.boolean(),
    aids: z.object({
      paidInCents: z.number(),
      appraisalCents: z.number().nullable(),
      appraisalDay: z.string().nullable(),
      bookValueCents: z.number(),
    }),
    /** What the offered arcs have not paid of calls, which goes over with them; for everyone who may take them. */
    unpaid: z.array(z.object({ arc: z.number(), cents: z.number() })),
    /** What each bid got in each round; empty before the opening and for people who are not members. */
    rounds: z.array(
      z.object({
        round: z.number(),
        arcs: z.number(),
        wanted: z.number(),
        lots: z.array(
          z.object({
            user: named,
            wanted: z.number(),
            held: z.number(),
            gets: z.array(z.number()),
            /** `2 × 4 ÷ 9 = 0.89`; empty where there were arcs for every bid. */
            reckoned: z.string(),
          }),
        ),
      }),
    ),
    /** Who would take arcs over, and at most at which price per arc; for the seller. */
    takers: z.array(named.extend({ isMember: z.boolean(), price: z.number(), at: when })),
    /** For the seller, while the arcs are open to others: who waits for the circle or was invited by them, and has not said yes. */
    waiting: z.array(
      z.object({
        /** A name, or the address that the seller invited. */
        who: z.string(),
        origin: z.enum(['waiting_list', 'invited']),
        since: when,
        state: z.enum(['told', 'not_verified', 'opened', 'sent']),
        /** The invitation, which the seller alone reads, reminds of and withdraws; null for the waiting list. */
        invitation: z.object({ _id: id, mayRemind: z.boolean() }).nullable(),
      }),
    ),
    /** For the seller: how a newcomer gets into the circle. */
    admission: z.enum(['by_motion', 'at_once', 'nobody_may_vote']).nullable(),
    transfers: z.array(offerTransfer),
    /** Who holds the arcs now; for members. */
    holders: z.array(named.extend({ arcs: z.array(z.number()) })),
    charterVersion: z.number(),
  })
  .meta({ id: 'Offer' })
export type Offer = z.infer<typeof offer>
export const offerReply = reply(offer)

const offerSummary = z.object({
  _id: id,
  seller: named.nullable(),
  arcs: z.array(z.number()),
  price: z.number(),
  state: z.enum(['members', 'handing_on', 'others', 'handed_on', 'ended']),
  words: z.string(),
  until: when.nullable(),
  madeAt: when,
  isMine: z.boolean(),
  /** What the caller can do there, in few words; null if nothing waits for them. */
  waitsForMe: z.string().nullable(),
})
export type OfferSummary = z.infer<typeof offerSummary>

export const offerList = z.object({
  open: z.array(offerSummary),
  over: z.array(offerSummary),
  /** What the form for a new offer needs; null for people who are not members. */
  basis: z
    .object({
      arcs: z.array(z.number()),
      offered: z.array(z.number()),
      isOwner: z.boolean(),
      mayOffer: z.boolean(),
      whyNot: z.string().nullable(),
      aids: z.array(z.object({ arc: z.number(), paidInCents: z.number() })),
      appraisalCents: z.number().nullable(),
      bookValueCents: z.number(),
      noticeSeconds: z.number(),
    })
    .nullable(),
})
export type OfferList = z.infer<typeof offerList>
export const offerListReply = reply(offerList)
