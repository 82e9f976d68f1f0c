import type { FactsOf } from '#domain/motion-kinds.ts'
import { changeOf, endOfTransfer } from '#domain/offer-steps.ts'
import { offerStatus } from '#domain/offers.ts'
import { isLive } from '#domain/transfers.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Tx } from '#server/db/connect.ts'
import type { MotionRow } from '#server/shared/deciding/motions.ts'
import { refreshDue } from '#server/shared/offers/due.ts'
import { findOfferById, findTransfer, readBids, readClock, readOtherHolders } from '#server/shared/offers/read-offers.ts'
import { recordChange } from '#server/shared/offers/record-change.ts'
import { mailOfOffer, tell } from '#server/shared/offers/tell.ts'
import { moveArcs } from './move-arcs.ts'

type Site = { readonly publicUrl: string }
type Passed = Site & { readonly motion: MotionRow }

/** Does what time does next to an offer. The caller has locked the circle and calls it only for an offer that is due. */
export async function doOfferStep(tx: Tx, offerId: string, { publicUrl }: Site): Promise<void> {
  const offer = await findOfferById(tx, offerId)
  const clock = await readClock(tx, offer)
  const { next } = offerStatus(offer, clock, await readOtherHolders(tx, offer))
  if (next === null || next.at > clock.now) return refreshDue(tx, offer.circleId)
  const needsBids = next.do === 'open_bids' || next.do === 'end_unpaid'
  const change = changeOf(offer, next, needsBids ? await readBids(tx, offer.id) : [])
  await recordChange(tx, offer, change, { at: next.at, by: null, publicUrl })
}

async function closedAt(tx: Tx, motionId: string): Promise<number> {
  const closing = await tx.selectFrom('motion_closings').select('at').where('motion_id', '=', motionId).executeTakeFirst()
  return (closing?.at ?? (await readDatabaseClock(tx))).getTime()
}

/** The newcomer may take the arcs over: from now on they have 14 days of notice to pay. */
export async function admitNewcomer(tx: Tx, { motion, publicUrl }: Passed, { transfer: transferId }: FactsOf<'admit'>): Promise<void> {
  const found = await findTransfer(tx, motion.circle_id, transferId)
  if (!found || !isLive(found.transfer)) return
  const { offer, transfer } = found
  await tx
    .insertInto('arc_transfer_events')
    .values({ transfer_id: transfer.id, kind: 'admitted', by: null, at: new Date(await closedAt(tx, motion.id)) })
    .execute()
  const place = { circleId: offer.circleId, offerId: offer.id }
  await tell(tx, [transfer.buyer], 'transfer_to_pay', place)
  await mailOfOffer(tx, [transfer.buyer], 'to_pay', place, publicUrl)
  await refreshDue(tx, offer.circleId)
}

/** Ends a transfer that hangs: the arcs go to the buyer, or stay with the seller. */
export async function settleTransfer(tx: Tx, { motion, publicUrl }: Passed, facts: FactsOf<'settle'>): Promise<void> {
  const found = await findTransfer(tx, motion.circle_id, facts.transfer)
  if (!found || !isLive(found.transfer) || found.transfer.paidAt === null) return
  const when = { at: await closedAt(tx, motion.id), by: null, publicUrl }
  if (facts.end === 'done') await moveArcs(tx, found, 'settled_done', when)
  else await recordChange(tx, found.offer, endOfTransfer(found.offer, found.transfer, 'settled_ended'), when)
}
