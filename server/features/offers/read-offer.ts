import { Refusal, refusals } from '#contract/errors.ts'
import type { Offer, OfferList, OfferSummary, OfferTransfer } from '#contract/offers.ts'
import { reckoningWords } from '#domain/bids.ts'
import { decideBid, decideLowerPrice, decideWithdrawal, decideYes } from '#domain/offer-acts.ts'
import { daysForMembers, offerStatus, offerWords } from '#domain/offers.ts'
import {
  type Clock,
  daysAfter,
  decidePaid,
  decideReceived,
  decideReminder,
  decideSettle,
  isDone,
  isLive,
  isOpenChoice,
  transferStatus,
  transferWords,
} from '#domain/transfers.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readCallParts } from '#server/shared/calls/call-parts.ts'
import { readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import {
  findOffer,
  readAllotments,
  readClock,
  readNotPaidAt,
  readOffers,
  readOtherHolders,
  type StoredOffer,
  type StoredTransfer,
} from '#server/shared/offers/read-offers.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import { maySeeOffer, type OfferPlace, readStanding, type Standing } from './lock-offer.ts'
import { aidsOf, readAidFacts, unpaidOf } from './read-aids.ts'
import {
  type MembershipArcs,
  readAdmission,
  readMembershipArcs,
  readOfferedArcs,
  readOwnBid,
  readReminders,
  readTaker,
  readYeses,
} from './read-facts.ts'
import { readWaiting } from './read-waiting.ts'

const iso = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString())

type Reading = {
  readonly actor: Actor
  readonly clock: Clock
  readonly standing: Standing
  readonly mayOthersVote: (transfer: StoredTransfer) => boolean
  readonly names: ReadonlyMap<string, string>
  readonly holders: readonly MembershipArcs[]
  readonly settlings: ReadonlyMap<string, readonly string[]>
  readonly reminded: ReadonlyMap<string, number>
}

function toTransfer(offer: StoredOffer, transfer: StoredTransfer, reading: Reading): OfferTransfer {
  const remindedAt = reading.reminded.get(transfer.id) ?? null
  const { actor, clock, standing, mayOthersVote, names, holders, settlings } = reading
  const { state, until } = transferStatus(transfer, clock, mayOthersVote(transfer))
  const isSeller = offer.seller === actor.id
  const isMine = transfer.buyer === actor.id
  const own = holders.find(({ user }) => user === actor.id)?.arcs ?? []
  const isOwnersLastArc = standing.isOwner && own.every((arc) => transfer.arcs.includes(arc))
  return {
    _id: transfer.id,
    origin: transfer.origin,
    buyer: standing.isMember || isSeller || isMine ? { _id: transfer.buyer, name: names.get(transfer.buyer) ?? '' } : null,
    isMine,
    arcs: [...transfer.arcs],
    price: transfer.price,
    state,
    words: transferWords(transfer, clock, mayOthersVote(transfer), actor.zone),
    until: iso(until),
    madeAt: new Date(transfer.madeAt).toISOString(),
    paidAt: iso(transfer.paidAt),
    endedAt: iso(transfer.end?.at ?? null),
    end: transfer.end?.how ?? null,
    motion: standing.isMember ? transfer.motionId : null,
    settlings: standing.isMember ? [...(settlings.get(transfer.id) ?? [])] : [],
    isNewcomer: !holders.some(({ user }) => user === transfer.buyer),
    mayPay: decidePaid(transfer, clock, { person: actor.id, hasAcceptedCharter: true }).ok,
    mayDecline: isMine && isOpenChoice(transfer),
    mayReceive: decideReceived(transfer, clock, { isSeller, isOwnersLastArc, mayOthersVote: mayOthersVote(transfer) }).ok,
    mayRemind: decideReminder(transfer, clock, { person: actor.id, remindedAt }).ok,
    remindedAt: iso(remindedAt),
    maySettle: standing.isMember && decideSettle(transfer, clock, mayOthersVote(transfer)).ok,
  }
}

async function readSettlings(tx: Tx, circleId: string): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('arc_transfer_settlings')
    .innerJoin('open_decisions', 'open_decisions.motion_id', 'arc_transfer_settlings.motion_id')
    .select(['arc_transfer_settlings.transfer_id', 'arc_transfer_settlings.motion_id'])
    .where('open_decisions.circle_id', '=', circleId)
    .execute()
  const byTransfer = new Map<string, string[]>()
  for (const row of rows) byTransfer.set(row.transfer_id, [...(byTransfer.get(row.transfer_id) ?? []), row.motion_id])
  return byTransfer
}

/** What the caller may do with the offer itself, and if they cannot take part now, why not. */
async function readActs(tx: Tx, offer: StoredOffer, { actor, clock, standing }: Reading) {
  const isSeller = offer.seller === actor.id
  const bidder = { person: actor.id, notPaidAt: await readNotPaidAt(tx, offer.circleId, actor.id) }
  const bid = decideBid(offer, clock, { bidder, isMember: standing.isMember, wanted: 1 })
  const yes = decideYes(offer, clock, await readTaker(tx, offer.circleId, actor.id))
  const isInTime = offer.end === null && (offer.openedAt === null || offer.othersSince !== null)
  const refusal = !bid.ok && !yes.ok && isInTime && !isSeller ? (offer.openedAt === null ? bid.reason : yes.reason) : null
  return {
    mayBid: bid.ok,
    maySayYes: yes.ok,
    mayWithdraw: decideWithdrawal(offer, clock, actor.id).ok,
    mayLower: offer.price > 1 && decideLowerPrice(offer, clock, { person: actor.id, price: offer.price - 1 }).ok,
    whyNot: refusal === null ? null : refusals[refusal].error,
  }
}

async function readRounds(tx: Tx, offer: StoredOffer, names: ReadonlyMap<string, string>): Promise<Offer['rounds']> {
  const lots = await readAllotments(tx, offer.id)
  return [...new Set(lots.map(({ round }) => round))].map((round) => {
    const own = lots.filter((each) => each.round === round)
    const given = own.reduce((sum, { gets }) => sum + gets.length, 0)
    return {
      round,
      arcs: round === 1 ? offer.arcs.length : Math.max(given, ...own.map(({ reckoning }) => reckoning?.arcs ?? 0)),
      wanted: own.reduce((sum, { wanted }) => sum + wanted, 0),
      lots: own.map((lot) => ({
        user: { _id: lot.bidder, name: names.get(lot.bidder) ?? '' },
        wanted: lot.wanted,
        held: lot.held,
        gets: [...lot.gets],
        reckoned: reckoningWords(lot),
      })),
    }
  })
}

/** One offer, as far as its reader may see it: bids of others not before they are opened, and only to members. */
export async function readOffer(tx: Tx, { circleId, offerId }: OfferPlace, actor: Actor): Promise<Offer> {
  const offer = await findOffer(tx, circleId, offerId)
  const standing = await readStanding(tx, circleId, actor.id, actor)
  if (!offer || !maySeeOffer(offer, standing, actor.id)) throw new Refusal('offer_not_found')
  const { isMember } = standing
  const isSeller = offer.seller === actor.id
  const clock = await readClock(tx, offer)
  const holders = await readMembershipArcs(tx, circleId)
  const allYeses = await readYeses(tx, offer.id)
  const yeses = isSeller ? allYeses : []
  const myYes = allYeses.find(({ user }) => user === actor.id)
  const allotted = isMember ? (await readAllotments(tx, offer.id)).map(({ bidder }) => bidder) : []
  const people = [offer.seller, ...holders.map(({ user }) => user), ...offer.transfers.map(({ buyer }) => buyer)]
  const names = await readNames(tx, [...people, ...yeses.map(({ user }) => user), ...allotted])
  const mayOthersVote = await readOtherHolders(tx, offer)
  const settlings = await readSettlings(tx, circleId)
  const reading = { actor, clock, standing, mayOthersVote, names, holders, settlings, reminded: await readReminders(tx, offer.id) }
  const status = offerStatus(offer, clock, mayOthersVote)
  const ofTransfers = (which: (transfer: StoredTransfer) => boolean) => offer.transfers.filter(which).flatMap(({ arcs }) => arcs)
  const underWay = offer.end ? ofTransfers(isLive) : offer.arcs.filter((arc) => !ofTransfers(isDone).includes(arc))
  const { title } = await tx.selectFrom('circles').select('title').where('id', '=', circleId).executeTakeFirstOrThrow()
  const facts = await readAidFacts(tx, circleId)
  const follower = await tx.selectFrom('offers').select('id').where('replaces', '=', offer.id).executeTakeFirst()
  const isBuyer = offer.transfers.some(({ buyer }) => buyer === actor.id)
  const shown = offer.transfers.filter(({ buyer }) => isMember || isSeller || buyer === actor.id)
  return {
    _id: offer.id,
    circle: { _id: circleId, name: title },
    seller: isMember || isSeller || isBuyer ? { _id: offer.seller, name: names.get(offer.seller) ?? '' } : null,
    arcs: [...offer.arcs],
    price: offer.price,
    why: offer.why,
    state: status.state,
    words: offerWords(offer, status, actor.zone),
    madeAt: new Date(offer.madeAt).toISOString(),
    membersUntil: new Date(daysAfter(offer.madeAt, daysForMembers, offer)).toISOString(),
    openedAt: iso(offer.openedAt),
    othersSince: iso(offer.othersSince),
    until: iso(status.until),
    isClockStopped: status.isClockStopped,
    freeArcs: [...status.freeArcs],
    end: offer.end?.how ?? null,
    endedAt: iso(offer.end?.at ?? null),
    replaces: isMember ? offer.replaces : null,
    followedBy: isMember ? (follower?.id ?? null) : null,
    isMine: isSeller,
    isMember,
    myBid: isMember ? await readOwnBid(tx, offer.id, actor.id) : null,
    myYesPrice: myYes?.price ?? null,
    ...(await readActs(tx, offer, reading)),
    aids: { ...aidsOf(facts, offer.arcs), appraisalDay: facts.appraisal?.day ?? null },
    unpaid: unpaidOf(await readCallParts(tx, circleId), underWay),
    rounds: isMember && offer.openedAt !== null ? await readRounds(tx, offer, names) : [],
    takers: yeses.map(({ user, price, at }) => ({
      _id: user,
      name: names.get(user) ?? '',
      isMember: holders.some((each) => each.user === user),
      price,
      at: at.toISOString(),
    })),
    waiting: isSeller && status.state === 'others' ? await readWaiting(tx, offer, yeses) : [],
    admission: isSeller ? await readAdmission(tx, offer) : null,
    transfers: shown.map((transfer) => toTransfer(offer, transfer, reading)),
    holders: isMember
      ? holders.flatMap(({ user, arcs }) => (arcs.length > 0 ? [{ _id: user, name: names.get(user) ?? '', arcs }] : []))
      : [],
    charterVersion: (await readCurrentCharter(tx, circleId)).version,
  }
}

/** What waits for the reader in an offer, by their own bids and transfers only. */
async function waitsFor(tx: Tx, offer: StoredOffer, actor: Actor, clock: Clock): Promise<string | null> {
  for (const transfer of offer.transfers) {
    if (decidePaid(transfer, clock, { person: actor.id, hasAcceptedCharter: true }).ok) return 'Pay'
    if (offer.seller === actor.id && transfer.end === null && transfer.paidAt !== null) return 'Say received'
  }
  const { state } = offerStatus(offer, clock, () => true)
  if (offer.seller === actor.id || state !== 'members') return null
  return (await readOwnBid(tx, offer.id, actor.id)) === null ? 'Bid' : null
}

/** The offers of a circle for its members, with what the form for a new one needs. */
export async function readOfferList(tx: Tx, circleId: string, actor: Actor, noticeSeconds: number): Promise<OfferList> {
  const standing = await readStanding(tx, circleId, actor.id, actor)
  const offers = (await readOffers(tx, circleId)).filter((offer) => maySeeOffer(offer, standing, actor.id))
  const names = await readNames(
    tx,
    offers.map(({ seller }) => seller),
  )
  const summaries: OfferSummary[] = []
  for (const offer of offers) {
    const clock = await readClock(tx, offer)
    const status = offerStatus(offer, clock, await readOtherHolders(tx, offer))
    summaries.push({
      _id: offer.id,
      seller: standing.isMember ? { _id: offer.seller, name: names.get(offer.seller) ?? '' } : null,
      arcs: [...offer.arcs],
      price: offer.price,
      state: status.state,
      words: offerWords(offer, status, actor.zone),
      until: iso(status.until),
      madeAt: new Date(offer.madeAt).toISOString(),
      isMine: offer.seller === actor.id,
      waitsForMe: await waitsFor(tx, offer, actor, clock),
    })
  }
  const isOver = ({ state }: OfferSummary) => state === 'ended' || state === 'handed_on'
  return {
    open: summaries.filter((each) => !isOver(each)),
    over: summaries.filter(isOver),
    basis: standing.isMember ? await readBasis(tx, circleId, actor, standing, noticeSeconds) : null,
  }
}

async function readBasis(tx: Tx, circleId: string, actor: Actor, { isOwner }: Standing, noticeSeconds: number) {
  const arcs = (await readMembershipArcs(tx, circleId)).find(({ user }) => user === actor.id)?.arcs ?? []
  const offeredArcs = await readOfferedArcs(tx, circleId)
  const offered = arcs.filter((arc) => offeredArcs.includes(arc))
  const stage = await readStage(tx, circleId)
  const facts = await readAidFacts(tx, circleId)
  const { appraisalCents, bookValueCents } = aidsOf(facts, arcs.length > 0 ? arcs : [1])
  const isNow = stage === 'deciding' || stage === 'owning'
  const free = arcs.filter((arc) => !offered.includes(arc))
  const reason = !isNow
    ? 'offers_not_now'
    : free.length === 0
      ? 'arcs_already_offered'
      : isOwner && free.length === 1
        ? 'owner_hands_over_first'
        : null
  const whyNot = arcs.length === 0 ? 'You hold no arcs of this circle.' : reason && refusals[reason].error
  return {
    arcs,
    offered,
    isOwner,
    mayOffer: whyNot === null,
    whyNot,
    aids: arcs.map((arc) => ({ arc, paidInCents: facts.paidInOf(arc) })),
    appraisalCents,
    bookValueCents,
    noticeSeconds,
  }
}
