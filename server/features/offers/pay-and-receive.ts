import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { settleRequest } from '#contract/offers.ts'
import { type FactsOf, isProposableIn } from '#domain/motion-kinds.ts'
import { decidePaid, decideReceived, decideReminder, decideSettle } from '#domain/transfers.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { readCurrentCharter, requireRead, writeCharter } from '#server/shared/deciding/charters.ts'
import { hashOfFacts, openMotion, requireFewOpen } from '#server/shared/deciding/open-motion.ts'
import { requireNotRefusedLately } from '#server/shared/deciding/refused-lately.ts'
import { moveArcs } from '#server/shared/handing-on/move-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { markNoticesRead } from '#server/shared/notices/notify.ts'
import { refreshDue } from '#server/shared/offers/due.ts'
import { readClock, readOtherHolders } from '#server/shared/offers/read-offers.ts'
import { mailOfOffer, tell } from '#server/shared/offers/tell.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import { lockTransfer, type OfferSite, type TransferPlace } from './lock-offer.ts'
import { readMembershipArcs, readReminders } from './read-facts.ts'
import { votingDays } from './take-part.ts'

/** The buyer says *paid*. A newcomer agrees to the charter with it, in the version that they have read. */
export async function sayPaid(
  tx: Tx,
  actor: Actor,
  place: TransferPlace,
  charterVersion: number | null,
  site: Site,
): Promise<{ readonly offerId: string }> {
  await lockSelf(tx, actor)
  const { offer, transfer, standing } = await lockTransfer(tx, place, actor, site)
  const charter = await readCurrentCharter(tx, place.circleId)
  const isNewcomer = !standing.isMember
  if (isNewcomer && charterVersion !== null) requireRead(charter, charterVersion)
  const clock = await readClock(tx, offer)
  const decision = decidePaid(transfer, clock, { person: actor.id, hasAcceptedCharter: !isNewcomer || charterVersion !== null })
  if (!decision.ok) throw new Refusal(decision.reason)
  await redeemStepUp(tx, actor, 'confirm_money')
  const event = { transfer_id: transfer.id, by: actor.id, at: new Date(clock.now) }
  if (isNewcomer) {
    if (charter.at === null) await writeCharter(tx, place.circleId, charter, null)
    await tx
      .insertInto('arc_transfer_events')
      .values({ ...event, kind: 'charter', charter_version: charter.version })
      .execute()
  }
  await tx
    .insertInto('arc_transfer_events')
    .values({ ...event, kind: 'paid' })
    .execute()
  await refreshDue(tx, place.circleId)
  await writeAudit(tx, {
    act: 'transfer.paid',
    by: actor,
    subject: ['offer', offer.id],
    facts: { circle: place.circleId, transfer: transfer.id, price: transfer.price, arcs: transfer.arcs.join(' ') },
  })
  await markNoticesRead(tx, actor.id, { circleId: place.circleId }, ['transfer_to_pay'])
  const at = { circleId: place.circleId, offerId: offer.id }
  await tell(tx, [offer.seller], 'transfer_paid', at)
  await mailOfOffer(tx, [offer.seller], 'paid', at, site.publicUrl)
  await publishCircleChange(tx, place.circleId, 'offers')
  return { offerId: offer.id }
}

/** The buyer reminds the seller, who has been told of *paid* before, once a day of notice. */
export async function remindSeller(tx: Tx, actor: Actor, place: TransferPlace, site: Site): Promise<{ readonly offerId: string }> {
  const { offer, transfer } = await lockTransfer(tx, place, actor, site)
  const clock = await readClock(tx, offer)
  const remindedAt = (await readReminders(tx, offer.id)).get(transfer.id) ?? null
  const decision = decideReminder(transfer, clock, { person: actor.id, remindedAt })
  if (!decision.ok) throw new Refusal(decision.reason)
  await tx
    .insertInto('arc_transfer_reminders')
    .values({ transfer_id: transfer.id, at: new Date(clock.now) })
    .execute()
  const at = { circleId: place.circleId, offerId: offer.id }
  await writeAudit(tx, {
    act: 'transfer.reminded',
    by: actor,
    subject: ['offer', offer.id],
    facts: { circle: place.circleId, transfer: transfer.id },
  })
  await tell(tx, [offer.seller], 'transfer_paid', at)
  await mailOfOffer(tx, [offer.seller], 'paid', at, site.publicUrl)
  await publishCircleChange(tx, place.circleId, 'offers')
  return { offerId: offer.id }
}

/** The seller says *received*: the arcs move at once. */
export async function sayReceived(tx: Tx, actor: Actor, place: TransferPlace, site: Site): Promise<{ readonly offerId: string }> {
  await lockSelf(tx, actor)
  const { offer, transfer, standing } = await lockTransfer(tx, place, actor, site)
  const clock = await readClock(tx, offer)
  const own = (await readMembershipArcs(tx, place.circleId)).find(({ user }) => user === actor.id)
  const left = (own?.arcs ?? []).filter((arc) => !transfer.arcs.includes(arc))
  const mayOthersVote = (await readOtherHolders(tx, offer))(transfer)
  const decision = decideReceived(transfer, clock, {
    isSeller: offer.seller === actor.id,
    isOwnersLastArc: standing.isOwner && left.length === 0,
    mayOthersVote,
  })
  if (!decision.ok) throw new Refusal(decision.reason)
  await redeemStepUp(tx, actor, 'confirm_money')
  await markNoticesRead(tx, actor.id, { circleId: place.circleId }, ['transfer_paid'])
  await moveArcs(tx, { offer, transfer }, 'received', { at: clock.now, by: actor.id, publicUrl: site.publicUrl })
  return { offerId: offer.id }
}

/** Any member can have the circle end a transfer that hangs. Its parties have no vote. */
export async function proposeSettlement(
  tx: Tx,
  actor: Actor,
  place: TransferPlace,
  { end, text }: z.infer<typeof settleRequest>,
  site: OfferSite,
): Promise<{ readonly offerId: string; readonly motionId: string }> {
  const { offer, transfer, standing } = await lockTransfer(tx, place, actor, site)
  if (!standing.isMember) throw new Refusal('not_allowed')
  if (!isProposableIn('settle', await readStage(tx, place.circleId))) throw new Refusal('motion_kind_not_now')
  const clock = await readClock(tx, offer)
  const decision = decideSettle(transfer, clock, (await readOtherHolders(tx, offer))(transfer))
  if (!decision.ok) throw new Refusal(decision.reason)
  await requireFewOpen(tx, place.circleId, actor.id)
  const arcs = transfer.arcs.length === 1 ? `arc ${transfer.arcs[0]}` : `arcs ${transfer.arcs.join(', ')}`
  const facts: FactsOf<'settle'> = { kind: 'settle', transfer: transfer.id, end, without: [offer.seller, transfer.buyer] }
  const title = end === 'done' ? `The transfer of ${arcs} is done` : `The transfer of ${arcs} ends`
  const same = sql<boolean>`motions.facts_hash = ${hashOfFacts(facts, { title, payee: null }, actor.id)}`
  await requireNotRefusedLately(tx, actor, { circleId: place.circleId, noticeSeconds: site.noticeSeconds }, same)
  const motionId = await openMotion(tx, actor, {
    circleId: place.circleId,
    facts,
    title,
    text: text || 'The buyer said paid, and the seller has not said received for 30 days.',
    payee: null,
    closesAt: new Date(clock.now + votingDays * site.noticeSeconds * 1_000),
    noticeSeconds: site.noticeSeconds,
    publicUrl: site.publicUrl,
  })
  await tx.insertInto('arc_transfer_settlings').values({ motion_id: motionId, transfer_id: transfer.id }).execute()
  await publishCircleChange(tx, place.circleId, 'offers')
  return { offerId: offer.id, motionId }
}
