import { Refusal } from '#contract/errors.ts'
import { decideInviting } from '#domain/offer-acts.ts'
import type { Tx } from '#server/db/connect.ts'
import { findOffer, readClock } from './read-offers.ts'

/** Refuses unless the seller's own offer is open to others. The caller has locked the circle and closed what was due. */
export async function requireOpenToOthers(
  tx: Tx,
  { circleId, offerId, seller }: { readonly circleId: string; readonly offerId: string; readonly seller: string },
): Promise<void> {
  const offer = await findOffer(tx, circleId, offerId)
  if (!offer) throw new Refusal('offer_not_found')
  const decision = decideInviting(offer, await readClock(tx, offer), seller)
  if (!decision.ok) throw new Refusal(decision.reason)
}
