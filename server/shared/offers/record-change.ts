import type { OfferChange } from '#domain/offer-steps.ts'
import type { TransferEnd, TransferOrigin } from '#domain/transfers.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lapseMotions } from '#server/shared/deciding/lapse-motions.ts'
import { findMembers } from '#server/shared/deciding/mail-members.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findAsked } from './asked.ts'
import { refreshDue } from './due.ts'
import type { StoredOffer, StoredTransfer } from './read-offers.ts'
import { mailOfOffer, tell } from './tell.ts'

export type When = {
  /** In milliseconds. */
  readonly at: number
  /** Who did it; null if time or the circle did. */
  readonly by: string | null
  readonly publicUrl: string
}

const placeOf = ({ id, circleId }: StoredOffer) => ({ offerId: id, circleId })

type NewTransfer = {
  readonly origin: TransferOrigin
  readonly buyer: string
  readonly arcs: readonly number[]
  readonly price: number
  readonly motionId?: string | null
  readonly id?: string
}

/** The caller calls `refreshDue` afterwards. */
export async function insertTransfer(tx: Tx, offer: StoredOffer, transfer: NewTransfer, at: number): Promise<string> {
  const { id = newId(), origin, buyer, arcs, price, motionId = null } = transfer
  await tx
    .insertInto('arc_transfers')
    .values({ id, offer_id: offer.id, circle_id: offer.circleId, origin, buyer, price, motion_id: motionId, made_at: new Date(at) })
    .execute()
  await tx
    .insertInto('arc_transfer_arcs')
    .values(arcs.map((arc) => ({ transfer_id: id, circle_id: offer.circleId, arc })))
    .execute()
  return id
}

/** Ends a transfer and the motions about it, without telling anyone. */
export async function insertTransferEnd(
  tx: Tx,
  offer: StoredOffer,
  { id, motionId }: Pick<StoredTransfer, 'id' | 'motionId'>,
  how: TransferEnd,
  at: number,
): Promise<void> {
  await tx
    .insertInto('arc_transfer_ends')
    .values({ transfer_id: id, how, at: new Date(at) })
    .execute()
  const settlings = await tx.selectFrom('arc_transfer_settlings').select('motion_id').where('transfer_id', '=', id).execute()
  for (const motion of [...settlings.map(({ motion_id }) => motion_id), ...(motionId ? [motionId] : [])])
    await lapseMotions(tx, { circleId: offer.circleId, reason: 'transfer_over', motionId: motion })
}

async function writeOpening(tx: Tx, offer: StoredOffer, { areBidsOpened, allotments }: OfferChange, at: number): Promise<void> {
  if (areBidsOpened) {
    await tx
      .insertInto('offer_openings')
      .values({ offer_id: offer.id, at: new Date(at) })
      .execute()
  }
  if (allotments.length === 0) return
  const { rounds } = await tx
    .selectFrom('offer_allotments')
    .select(({ fn }) => fn.coalesce(fn.max('round'), fn.count<number>('round')).as('rounds'))
    .where('offer_id', '=', offer.id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('offer_allotments')
    .values(
      allotments.map(({ bidder, wanted, held, memberSince, gets, reckoning }, index) => ({
        offer_id: offer.id,
        round: Number(rounds) + 1,
        position: index + 1,
        bidder,
        wanted,
        held,
        member_since: new Date(memberSince),
        arcs: [...gets],
        reckoned_arcs: reckoning?.arcs ?? null,
        reckoned_held: reckoning?.held ?? null,
        reckoned_of: reckoning?.of ?? null,
        at: new Date(at),
      })),
    )
    .execute()
}

/** Ends that others bring about, of which a buyer, who is often no member, has to know before paying, or who has paid already. */
const mailedEnds: readonly TransferEnd[] = ['settled_ended', 'nobody_may_vote', 'not_admitted', 'other_chosen']

async function tellOfChange(tx: Tx, offer: StoredOffer, change: OfferChange, { by, publicUrl }: When): Promise<void> {
  const place = placeOf(offer)
  const members = await findMembers(tx, offer.circleId)
  if (change.areBidsOpened) {
    await tell(tx, members, 'offer_result', place)
    const concerned = [...new Set([offer.seller, ...change.allotments.map(({ bidder }) => bidder)])]
    await mailOfOffer(tx, concerned, 'opened', place, publicUrl)
  }
  const buyers = change.made.map(({ buyer }) => buyer)
  await tell(tx, buyers, 'transfer_to_pay', place)
  await mailOfOffer(tx, buyers, 'to_pay', place, publicUrl)
  for (const { transfer, how } of change.ended) {
    const { buyer } = offer.transfers.find(({ id }) => id === transfer) ?? { buyer: offer.seller }
    const parties = [...new Set([buyer, offer.seller])].filter((person) => person !== by)
    await tell(tx, parties, 'transfer_ended', place)
    if (mailedEnds.includes(how)) await mailOfOffer(tx, parties, 'ended', place, publicUrl)
  }
  if (change.goToOthers.length > 0) {
    const asked = await findAsked(tx, offer.circleId)
    const others = [...members.filter((person) => person !== offer.seller), ...asked]
    await tell(tx, others, 'offer_to_others', place, change.goToOthers.length)
    await mailOfOffer(tx, asked, 'to_others', place, publicUrl)
  }
  if (change.end !== null)
    await tell(
      tx,
      members.filter((person) => person !== by),
      'offer_ended',
      place,
    )
}

/** Writes what changes in an offer, and tells those whom it concerns. The caller has locked the circle. */
export async function recordChange(tx: Tx, offer: StoredOffer, change: OfferChange, when: When): Promise<void> {
  const { at, by } = when
  await writeOpening(tx, offer, change, at)
  for (const { transfer: id, how } of change.ended) {
    const transfer = offer.transfers.find((each) => each.id === id)
    if (transfer) await insertTransferEnd(tx, offer, transfer, how, at)
  }
  for (const made of change.made) await insertTransfer(tx, offer, { ...made, price: offer.price }, at)
  if (change.goToOthers.length > 0) {
    await tx
      .insertInto('offer_to_others')
      .values({ id: newId(), offer_id: offer.id, arcs: [...change.goToOthers], at: new Date(at) })
      .execute()
  }
  if (change.end !== null) {
    await tx
      .insertInto('offer_ends')
      .values({ offer_id: offer.id, how: change.end, ended_by: by, at: new Date(at) })
      .execute()
  }
  await tellOfChange(tx, offer, change, when)
  await refreshDue(tx, offer.circleId)
  const facts = {
    circle: offer.circleId,
    ...(change.areBidsOpened && { opened: true }),
    ...(change.ended.length > 0 && { ended: change.ended.map(({ how }) => how).join(' ') }),
    ...(change.made.length > 0 && { transfers: change.made.length }),
    ...(change.goToOthers.length > 0 && { toOthers: change.goToOthers.join(' ') }),
    ...(change.end !== null && { end: change.end }),
  }
  await writeAudit(tx, { act: 'offer.changed', by: { id: by, origin: null }, subject: ['offer', offer.id], facts })
  await publishCircleChange(tx, offer.circleId, 'offers')
}
