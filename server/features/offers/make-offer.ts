import { Refusal } from '#contract/errors.ts'
import type { NewOffer } from '#contract/offers.ts'
import { mayDecide } from '#domain/may/circle.ts'
import { decideLowerPrice, decideOffering, decideWithdrawal } from '#domain/offer-acts.ts'
import { endOfOffer } from '#domain/offer-steps.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { findMembers } from '#server/shared/deciding/mail-members.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { refreshDue } from '#server/shared/offers/due.ts'
import { readClock } from '#server/shared/offers/read-offers.ts'
import { recordChange } from '#server/shared/offers/record-change.ts'
import { mailOfOffer, tell } from '#server/shared/offers/tell.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import { lockOffer, type OfferPlace, type OfferSite } from './lock-offer.ts'
import { readMembershipArcs, readOfferedArcs } from './read-facts.ts'

type Made = {
  readonly circleId: string
  readonly membershipId: string
  readonly arcs: readonly number[]
  readonly price: number
  readonly why: string
  readonly replaces: string | null
}

async function insertOffer(tx: Tx, actor: Actor, made: Made, { publicUrl, noticeSeconds }: OfferSite): Promise<string> {
  const { circleId, arcs, price, why, replaces } = made
  const id = newId()
  await tx
    .insertInto('offers')
    .values({
      id,
      circle_id: circleId,
      seller: actor.id,
      membership_id: made.membershipId,
      price,
      notice_seconds: noticeSeconds,
      replaces,
    })
    .execute()
  await tx.insertInto('offer_texts').values({ offer_id: id, why }).execute()
  await tx
    .insertInto('offer_arcs')
    .values(arcs.map((arc) => ({ offer_id: id, circle_id: circleId, arc })))
    .execute()
  const held = await readMembershipArcs(tx, circleId)
  await tx
    .insertInto('offer_holders')
    .values(held.map(({ user, arcs: own, since }) => ({ offer_id: id, user_id: user, held: own.length, member_since: since })))
    .execute()
  await refreshDue(tx, circleId)
  await writeAudit(tx, {
    act: 'offer.made',
    by: actor,
    subject: ['offer', id],
    facts: { circle: circleId, arcs: arcs.join(' '), price, replaces },
  })
  const others = (await findMembers(tx, circleId)).filter((person) => person !== actor.id)
  await tell(tx, others, 'offer_made', { circleId, offerId: id })
  await mailOfOffer(tx, others, 'made', { circleId, offerId: id }, publicUrl)
  await publishCircleChange(tx, circleId, 'offers')
  return id
}

/** A member offers arcs that they hold, to the members first. */
export async function makeOffer(tx: Tx, actor: Actor, circleId: string, form: NewOffer, site: OfferSite): Promise<string> {
  const { isOwner } = await lockCircleAs(tx, circleId, actor, mayDecide)
  await closeDueFirst(tx, circleId, site)
  const own = (await readMembershipArcs(tx, circleId)).find(({ user }) => user === actor.id)
  const decision = decideOffering(form.arcs, {
    stage: await readStage(tx, circleId),
    isOwner,
    heldArcs: own?.arcs ?? [],
    offeredArcs: await readOfferedArcs(tx, circleId),
  })
  if (!decision.ok) throw new Refusal(decision.reason)
  const membershipId = own?.membershipId ?? ''
  return insertOffer(
    tx,
    actor,
    { circleId, membershipId, arcs: decision.value, price: form.price, why: form.why ?? '', replaces: null },
    site,
  )
}

/** Until the bids are opened the seller can take the offer back. */
export async function withdrawOffer(tx: Tx, actor: Actor, place: OfferPlace, site: Site): Promise<void> {
  const { offer } = await lockOffer(tx, place, actor, site)
  const clock = await readClock(tx, offer)
  const decision = decideWithdrawal(offer, clock, actor.id)
  if (!decision.ok) throw new Refusal(decision.reason)
  await recordChange(tx, offer, endOfOffer(offer, 'withdrawn'), { at: clock.now, by: actor.id, publicUrl: site.publicUrl })
}

/** A lower price begins again with the members, in a new offer of the arcs that are left. */
export async function lowerPrice(tx: Tx, actor: Actor, place: OfferPlace, price: number, site: OfferSite): Promise<string> {
  const { offer } = await lockOffer(tx, place, actor, site)
  const clock = await readClock(tx, offer)
  const decision = decideLowerPrice(offer, clock, { person: actor.id, price })
  if (!decision.ok) throw new Refusal(decision.reason)
  const stage = await readStage(tx, place.circleId)
  if (stage !== 'deciding' && stage !== 'owning') throw new Refusal('offers_not_now')
  await recordChange(tx, offer, endOfOffer(offer, 'lower_price'), { at: clock.now, by: actor.id, publicUrl: site.publicUrl })
  const { circleId, membershipId, why } = offer
  return insertOffer(tx, actor, { circleId, membershipId, arcs: decision.value, price, why, replaces: offer.id }, site)
}
