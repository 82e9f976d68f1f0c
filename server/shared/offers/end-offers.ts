import { endOfOffer, endOfTransfer, type OfferChange } from '#domain/offer-steps.ts'
import type { OfferEnd } from '#domain/offers.ts'
import { isLive } from '#domain/transfers.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { deleteInvitations } from '#server/shared/invitations/invitations.ts'
import { findTransfer, readLiveOffers, type StoredOffer } from './read-offers.ts'
import { recordChange } from './record-change.ts'

/** As `endOfOffer`, and no transfer goes on either, not even a paid one. */
function endWithTransfers(offer: StoredOffer, how: OfferEnd): OfferChange {
  const ended = offer.transfers.filter(isLive).map(({ id }) => ({ transfer: id, how: 'offer_ended' as const }))
  return { ...endOfOffer(offer, how), ended, end: offer.end === null ? how : null }
}

/** Nothing of this is mailed, so no address is needed. */
type Ending = { readonly by?: string | null }

/**
 * Ends the open offers of a circle, because it begins to buy, has sold its property or has ended. Transfers that are not paid end with them.
 * A paid one goes on to its own end, and while there is one the circle does not end. The caller has locked the circle and closed what was due.
 */
export async function endOffers(
  tx: Tx,
  circleId: string,
  how: 'buying' | 'sale' | 'circle_ended',
  { by = null }: Ending = {},
): Promise<void> {
  const when = { at: (await readDatabaseClock(tx)).getTime(), by, publicUrl: '' }
  for (const offer of await readLiveOffers(tx, circleId)) {
    if (how === 'circle_ended') await recordChange(tx, offer, endWithTransfers(offer, how), when)
    else if (offer.end === null) await recordChange(tx, offer, endOfOffer(offer, how), when)
  }
}

type Leaver = { readonly circleId: string; readonly userId: string; readonly publicUrl: string }

/**
 * Ends the offers of someone who leaves the circle, with their transfers and whom they invited to them, and the transfers to them that are
 * not paid. The caller has locked the circle.
 */
export async function endOffersOfLeaver(tx: Tx, { circleId, userId, publicUrl }: Leaver): Promise<void> {
  await deleteInvitations(tx, { of: { circleId, seller: userId } })
  const at = (await readDatabaseClock(tx)).getTime()
  for (const offer of await readLiveOffers(tx, circleId)) {
    if (offer.seller === userId) {
      await recordChange(tx, offer, endWithTransfers(offer, 'seller_left'), { at, by: null, publicUrl })
      continue
    }
    for (const transfer of offer.transfers) {
      if (transfer.buyer !== userId || !isLive(transfer) || transfer.paidAt !== null) continue
      await recordChange(tx, offer, endOfTransfer(offer, transfer, 'buyer_left'), { at, by: null, publicUrl })
    }
  }
}

/** Transfers that are paid and not over. */
const selectPaid = (db: Database | Tx) =>
  db
    .selectFrom('live_transfers')
    .innerJoin('arc_transfer_events', 'arc_transfer_events.transfer_id', 'live_transfers.id')
    .select('live_transfers.id')
    .where('arc_transfer_events.kind', '=', 'paid')

const selectPaidIn = (db: Database | Tx, circleId: string) => selectPaid(db).where('live_transfers.circle_id', '=', circleId).limit(1)

/** Whether a member's arcs are in a transfer that is paid: then they do not leave before it is over. */
export async function isAnyPaidFor(tx: Tx, circleId: string, seller: string): Promise<boolean> {
  return (await selectPaidIn(tx, circleId).where('live_transfers.seller', '=', seller).executeTakeFirst()) !== undefined
}

/** Whether anyone's arcs are in a transfer that is paid: then the circle is neither deleted nor ended before it is over. */
export async function isAnyTransferPaid(db: Database | Tx, circleId: string): Promise<boolean> {
  return (await selectPaidIn(db, circleId).executeTakeFirst()) !== undefined
}

/** The circles in which a person, a member or not, has paid for arcs: their claim stays until the transfer is over. */
export const readCirclesPaidIn = (tx: Tx, buyer: string): Promise<{ readonly title: string }[]> =>
  tx
    .selectFrom('circles')
    .select('title')
    .where('id', 'in', selectPaid(tx).clearSelect().select('live_transfers.circle_id').where('live_transfers.buyer', '=', buyer))
    .orderBy('id')
    .execute()

/** Ends transfers to newcomers whom the circle did not admit: the motion did not pass, lapsed or was withdrawn. */
export async function endUnadmitted(tx: Tx, circleId: string, { publicUrl }: { readonly publicUrl: string }): Promise<void> {
  const refused = await tx
    .selectFrom('live_transfers')
    .leftJoin('motion_closings', 'motion_closings.motion_id', 'live_transfers.motion_id')
    .leftJoin('motion_withdrawals', 'motion_withdrawals.motion_id', 'live_transfers.motion_id')
    .select(['live_transfers.id', 'motion_closings.at as closedAt', 'motion_withdrawals.at as withdrawnAt'])
    .where('live_transfers.circle_id', '=', circleId)
    .where(({ or, eb }) => or([eb('motion_closings.outcome', '<>', 'passed'), eb('motion_withdrawals.motion_id', 'is not', null)]))
    .execute()
  for (const { id, closedAt: closed, withdrawnAt } of refused) {
    const found = await findTransfer(tx, circleId, id ?? '')
    const at = (closed ?? withdrawnAt ?? (await readDatabaseClock(tx))).getTime()
    if (found) await recordChange(tx, found.offer, endOfTransfer(found.offer, found.transfer, 'not_admitted'), { at, by: null, publicUrl })
  }
}
