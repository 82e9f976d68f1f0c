import { Refusal } from '#contract/errors.ts'
import { maySeeCircle } from '#domain/may/circle.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { isAsked } from '#server/shared/offers/asked.ts'
import { findOffer, findTransfer, type StoredOffer, type StoredTransfer } from '#server/shared/offers/read-offers.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

export type OfferPlace = { readonly circleId: string; readonly offerId: string }
export type TransferPlace = { readonly circleId: string; readonly transferId: string }
export type OfferSite = Site & { readonly noticeSeconds: number }

export type Standing = { readonly isMember: boolean; readonly isOwner: boolean; readonly isAsked: boolean }

/** Who a person is to the offers of a circle; null if they see none of them. */
export async function readStanding(tx: Tx, circleId: string, userId: string, actor: Actor): Promise<Standing> {
  const relation = await findRelation(tx, circleId, actor)
  const isMember = relation?.isMember ?? false
  return { isMember, isOwner: relation?.isOwner ?? false, isAsked: await isAsked(tx, circleId, userId) }
}

/**
 * Members see every offer of their circle. Others see one once its arcs are open to others and they are asked, and as long as they are or
 * were to take arcs over.
 */
export function maySeeOffer(offer: StoredOffer, { isMember, isAsked }: Standing, userId: string): boolean {
  if (isMember || offer.seller === userId) return true
  if (offer.transfers.some(({ buyer }) => buyer === userId)) return true
  return isAsked && offer.othersSince !== null && offer.end === null
}

/** For `preValidation`: refuses those who neither see the circle nor were to take arcs of it over. The act itself says who may do it. */
export const requireNear =
  (db: Database) =>
  async ({ params, actor }: { readonly params: unknown; readonly actor: Actor | null }): Promise<void> => {
    const { circleId = '' } = params as { readonly circleId?: string }
    const relation = await findRelation(db, circleId, actor)
    if (relation && maySeeCircle(relation, relation)) return
    const transfer =
      relation && actor
        ? await db
            .selectFrom('arc_transfers')
            .select('id')
            .where('circle_id', '=', circleId)
            .where('buyer', '=', actor.id)
            .limit(1)
            .executeTakeFirst()
        : undefined
    if (!transfer) throw new Refusal('circle_not_found')
  }

async function lock(tx: Tx, circleId: string, site: Site): Promise<void> {
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, site)
  await requireNotEnded(tx, circleId)
}

/** Locks the circle, closes what is due, and finds an offer that the actor sees. */
export async function lockOffer(
  tx: Tx,
  { circleId, offerId }: OfferPlace,
  actor: Actor,
  site: Site,
): Promise<{ readonly offer: StoredOffer; readonly standing: Standing }> {
  await lock(tx, circleId, site)
  const offer = await findOffer(tx, circleId, offerId)
  const standing = await readStanding(tx, circleId, actor.id, actor)
  if (!offer || !maySeeOffer(offer, standing, actor.id)) throw new Refusal('offer_not_found')
  return { offer, standing }
}

/** The same for a transfer. */
export async function lockTransfer(
  tx: Tx,
  { circleId, transferId }: TransferPlace,
  actor: Actor,
  site: Site,
): Promise<{ readonly offer: StoredOffer; readonly transfer: StoredTransfer; readonly standing: Standing }> {
  await lock(tx, circleId, site)
  const found = await findTransfer(tx, circleId, transferId)
  const standing = await readStanding(tx, circleId, actor.id, actor)
  if (!found || !maySeeOffer(found.offer, standing, actor.id)) throw new Refusal('transfer_not_found')
  return { ...found, standing }
}
