import { type Allotment, allotAgain, allotArcs, arcsLeft, type Bid } from './bids.ts'
import type { Offer, OfferEnd, OfferStep } from './offers.ts'
import { isLive, isOpenChoice, type Transfer, type TransferEnd } from './transfers.ts'

/** What has to be recorded of an offer. */
export type OfferChange = {
  readonly areBidsOpened: boolean
  /** What each bid gets, at the opening or when unpaid arcs are reckoned once more. */
  readonly allotments: readonly Allotment[]
  readonly ended: readonly { readonly transfer: string; readonly how: TransferEnd }[]
  readonly made: readonly Pick<Transfer, 'origin' | 'buyer' | 'arcs'>[]
  /** Arcs go to others now, so their time begins. */
  readonly goToOthers: readonly number[]
  readonly end: OfferEnd | null
}

const nothing: OfferChange = { areBidsOpened: false, allotments: [], ended: [], made: [], goToOthers: [], end: null }

/** Transfers that are not paid end with their offer. */
export const endOfOffer = ({ transfers }: Offer, how: OfferEnd): OfferChange => ({
  ...nothing,
  ended: transfers.filter((each) => isLive(each) && each.paidAt === null).map(({ id }) => ({ transfer: id, how: 'offer_ended' })),
  end: how,
})

/** The arcs of a bid whose transfer ends go to others; those of a choice are there already. */
const freedByBids = (transfers: readonly Transfer[]): number[] =>
  transfers.filter(({ origin }) => origin !== 'choice').flatMap(({ arcs }) => arcs)

/** A transfer that ends otherwise than by time: not admitted, settled, or another one chosen. */
export const endOfTransfer = (offer: Offer, transfer: Transfer, how: TransferEnd): OfferChange => ({
  ...nothing,
  ended: [{ transfer: transfer.id, how }],
  goToOthers: offer.end !== null || how === 'received' || how === 'settled_done' ? [] : freedByBids([transfer]),
})

/** Who was chosen among others says no before they have paid. Nothing bars them: they did not bid. */
export const endOfYes = ({ transfers }: Offer, person: string): OfferChange => ({
  ...nothing,
  ended: transfers.filter((each) => isOpenChoice(each) && each.buyer === person).map(({ id }) => ({ transfer: id, how: 'declined' })),
})

function openBids({ arcs }: Offer, bids: readonly Bid[]): OfferChange {
  const allotments = allotArcs(arcs, bids)
  const made = allotments.flatMap(({ bidder, gets }) => (gets.length > 0 ? [{ origin: 'bids' as const, buyer: bidder, arcs: gets }] : []))
  return { ...nothing, areBidsOpened: true, allotments, made, goToOthers: arcsLeft(arcs, allotments) }
}

/** Arcs that a first bid did not pay are reckoned once more among the others' bids; what is left then goes to others. */
function endUnpaid({ transfers }: Offer, unpaid: readonly Transfer[], bids: readonly Bid[]): OfferChange {
  const ofBids = transfers.filter(({ origin }) => origin === 'bids')
  const freed = unpaid.filter(({ origin }) => origin === 'bids').flatMap(({ arcs }) => arcs)
  const before = ofBids.map(({ buyer, arcs }) => ({ bidder: buyer, gets: arcs }))
  const again = allotAgain(freed, bids, before, [
    ...unpaid.map(({ buyer }) => buyer),
    ...ofBids.filter(({ end }) => end?.how === 'not_paid').map(({ buyer }) => buyer),
  ])
  return {
    ...nothing,
    allotments: again,
    ended: unpaid.map(({ id }) => ({ transfer: id, how: 'not_paid' })),
    made: again.flatMap(({ bidder, gets }) => (gets.length > 0 ? [{ origin: 'bids_again' as const, buyer: bidder, arcs: gets }] : [])),
    goToOthers: arcsLeft(freedByBids(unpaid), again),
  }
}

/** What a step that time brings changes. */
export function changeOf(offer: Offer, step: OfferStep, bids: readonly Bid[]): OfferChange {
  if (!('transfers' in step)) return step.do === 'lapse' ? endOfOffer(offer, 'lapsed') : openBids(offer, bids)
  const concerned = offer.transfers.filter(({ id }) => step.transfers.includes(id))
  if (step.do === 'end_unpaid') return endUnpaid(offer, concerned, bids)
  return {
    ...nothing,
    ended: concerned.map(({ id }) => ({ transfer: id, how: 'nobody_may_vote' })),
    goToOthers: offer.end === null ? freedByBids(concerned) : [],
  }
}
