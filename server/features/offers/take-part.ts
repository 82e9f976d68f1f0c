import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { chooseRequest, yesRequest } from '#contract/offers.ts'
import { decideBid, decideChoice, decideYes } from '#domain/offer-acts.ts'
import { endOfYes, type OfferChange } from '#domain/offer-steps.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { openMotion, requireFewOpen } from '#server/shared/deciding/open-motion.ts'
import { requireNotRefusedLately } from '#server/shared/deciding/refused-lately.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { markNoticesRead } from '#server/shared/notices/notify.ts'
import { refreshDue } from '#server/shared/offers/due.ts'
import { readAllotments, readClock, readNotPaidAt, type StoredOffer } from '#server/shared/offers/read-offers.ts'
import { insertTransfer, recordChange } from '#server/shared/offers/record-change.ts'
import { mailOfOffer, tell } from '#server/shared/offers/tell.ts'
import { lockOffer, type OfferPlace, type OfferSite } from './lock-offer.ts'
import { readAdmission, readTaker, readYeses } from './read-facts.ts'

/**
 * A sealed bid: it is written where nobody reads it before the opening, and nowhere else, not even in the audit log or as a sign to open
 * pages.
 */
export async function bid(tx: Tx, actor: Actor, place: OfferPlace, wanted: number, site: Site): Promise<void> {
  const { offer, standing } = await lockOffer(tx, place, actor, site)
  const bidder = { person: actor.id, notPaidAt: await readNotPaidAt(tx, place.circleId, actor.id) }
  const decision = decideBid(offer, await readClock(tx, offer), { bidder, isMember: standing.isMember, wanted })
  if (!decision.ok) throw new Refusal(decision.reason)
  await tx.insertInto('offer_bids').values({ id: newId(), offer_id: offer.id, bidder: actor.id, wanted }).execute()
  await markNoticesRead(tx, actor.id, { circleId: place.circleId }, ['offer_made'])
}

/**
 * Says whether the actor would take arcs over that are open to others, and at most at which price. Who says no declines a choice that they
 * have not paid.
 */
export async function sayYes(
  tx: Tx,
  actor: Actor,
  place: OfferPlace,
  { isYes, price: named }: z.infer<typeof yesRequest>,
  site: Site,
): Promise<void> {
  const { offer } = await lockOffer(tx, place, actor, site)
  const clock = await readClock(tx, offer)
  const price = isYes ? (named ?? offer.price) : null
  if (price !== null) {
    const decision = decideYes(offer, clock, await readTaker(tx, place.circleId, actor.id), price)
    if (!decision.ok) throw new Refusal(decision.reason)
  }
  const declining = endOfYes(offer, actor.id)
  if (!isYes && declining.ended.length > 0) {
    await recordChange(tx, offer, declining, { at: clock.now, by: actor.id, publicUrl: site.publicUrl })
    await markNoticesRead(tx, actor.id, { circleId: place.circleId }, ['transfer_to_pay'])
  }
  const before = (await readYeses(tx, offer.id)).find(({ user }) => user === actor.id)?.price ?? null
  if (before === price) return
  await tx.insertInto('offer_yeses').values({ id: newId(), offer_id: offer.id, user_id: actor.id, is_yes: isYes, price }).execute()
  await writeAudit(tx, {
    act: isYes ? 'offer.yes_said' : 'offer.yes_taken_back',
    by: actor,
    subject: ['offer', offer.id],
    facts: { circle: place.circleId, ...(price !== null && { price }) },
  })
  await markNoticesRead(tx, actor.id, { circleId: place.circleId }, ['offer_to_others'])
  if (isYes) await tell(tx, [offer.seller], 'offer_yes', { circleId: place.circleId, offerId: offer.id })
  await publishCircleChange(tx, place.circleId, 'offers')
}

const arcsText = (arcs: readonly number[]): string =>
  arcs.length === 1 ? `arc ${arcs[0]}` : `arcs ${arcs.slice(0, -1).join(', ')} and ${arcs.at(-1)}`

/** How long the circle votes on a newcomer, or on a transfer that hangs, in days of notice. */
export const votingDays = 14

/** The motion by which the circle admits a newcomer: without the votes of the seller and of everyone who bid. */
async function openAdmission(
  tx: Tx,
  actor: Actor,
  offer: StoredOffer,
  { transfer, newcomer, arcs, now }: { transfer: string; newcomer: string; arcs: readonly number[]; now: number },
  { publicUrl, noticeSeconds }: OfferSite,
): Promise<string> {
  await requireFewOpen(tx, offer.circleId, actor.id)
  const same = sql<boolean>`exists (select from arc_transfers where arc_transfers.motion_id = motions.id
    and arc_transfers.offer_id = ${offer.id} and arc_transfers.buyer = ${newcomer})`
  await requireNotRefusedLately(tx, actor, { circleId: offer.circleId, noticeSeconds }, same)
  const bidders = (await readAllotments(tx, offer.id)).map(({ bidder }) => bidder)
  return openMotion(tx, actor, {
    circleId: offer.circleId,
    facts: { kind: 'admit', transfer, newcomer, without: [...new Set([offer.seller, ...bidders])] },
    title: `Admit a newcomer who takes over ${arcsText(arcs)}`,
    text: 'No member took these arcs. If this passes, the newcomer agrees to the charter, pays the member who hands them on, and becomes a member once that is received.',
    payee: null,
    closesAt: new Date(now + votingDays * noticeSeconds * 1_000),
    noticeSeconds,
    publicUrl,
  })
}

/** The seller chooses among those who said yes, and may change until *paid*. */
export async function chooseTaker(
  tx: Tx,
  actor: Actor,
  place: OfferPlace,
  { user, arcs: wanted, price }: z.infer<typeof chooseRequest>,
  site: OfferSite,
): Promise<void> {
  const { offer } = await lockOffer(tx, place, actor, site)
  const clock = await readClock(tx, offer)
  const arcs = [...new Set(wanted)].sort((a, b) => a - b)
  const yesAt = (await readYeses(tx, offer.id)).find((each) => each.user === user)?.price ?? null
  const taker = { ...(await readTaker(tx, place.circleId, user)), yesAt }
  const admission = await readAdmission(tx, offer)
  const decision = decideChoice(offer, clock, { chooser: actor.id, taker, admission, arcs, price })
  if (!decision.ok) throw new Refusal(decision.reason)
  const { replaces, needsAdmission } = decision.value
  const when = { at: clock.now, by: actor.id, publicUrl: site.publicUrl }
  const replacing: OfferChange = {
    areBidsOpened: false,
    allotments: [],
    ended: replaces.map((transfer) => ({ transfer, how: 'other_chosen' })),
    made: [],
    goToOthers: [],
    end: null,
  }
  if (replaces.length > 0) await recordChange(tx, offer, replacing, when)
  const id = newId()
  const motionId = needsAdmission
    ? await openAdmission(tx, actor, offer, { transfer: id, newcomer: user, arcs, now: clock.now }, site)
    : null
  await insertTransfer(tx, offer, { id, origin: 'choice', buyer: user, arcs, price, motionId }, clock.now)
  await refreshDue(tx, place.circleId)
  await writeAudit(tx, {
    act: 'offer.chosen',
    by: actor,
    subject: ['offer', offer.id],
    facts: { circle: place.circleId, transfer: id, arcs: arcs.join(' '), price, needsAdmission },
  })
  const at = { circleId: place.circleId, offerId: offer.id }
  if (!needsAdmission) {
    await tell(tx, [user], 'transfer_to_pay', at)
    await mailOfOffer(tx, [user], 'to_pay', at, site.publicUrl)
  }
  await publishCircleChange(tx, place.circleId, 'offers')
}
