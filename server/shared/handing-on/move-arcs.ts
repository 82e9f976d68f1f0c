import { sql } from 'kysely'
import { sharesAvailable } from '#domain/arcs.ts'
import { nextOwner } from '#domain/offer-acts.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { acceptCharter, readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { recountOutcomes } from '#server/shared/deciding/recount-outcomes.ts'
import { saveVote } from '#server/shared/deciding/vote-history.ts'
import { askNewcomer } from '#server/shared/documents/ask-newcomer.ts'
import { lockArcs } from '#server/shared/ledger/lock-arcs.ts'
import { writeLedger } from '#server/shared/ledger/write-ledger.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findOwner, notifyOwner } from '#server/shared/membership/notify-owner.ts'
import { deleteVotes } from '#server/shared/membership/release-membership.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { refreshDue } from '#server/shared/offers/due.ts'
import { endOffersOfLeaver } from '#server/shared/offers/end-offers.ts'
import type { StoredOffer, StoredTransfer } from '#server/shared/offers/read-offers.ts'
import { insertTransferEnd, type When } from '#server/shared/offers/record-change.ts'
import { mailOfOffer, tell } from '#server/shared/offers/tell.ts'
import { changeOwner, selectFitOwners } from '#server/shared/ownership/change-owner.ts'

type Moved = { readonly offer: StoredOffer; readonly transfer: StoredTransfer }

const findMembership = (tx: Tx, circleId: string, userId: string) =>
  tx
    .selectFrom('memberships')
    .select(['id', 'is_owner'])
    .where('circle_id', '=', circleId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** A newcomer becomes a member with the charter that they agreed to before they paid; a former member becomes one again. */
async function becomeMember(tx: Tx, { offer, transfer }: Moved): Promise<string> {
  const { circleId } = offer
  const id = newId()
  await sql`
    with waited as (delete from waiting_list where circle_id = ${circleId} and user_id = ${transfer.buyer}),
      followed as (delete from circle_follows where circle_id = ${circleId} and user_id = ${transfer.buyer}),
      wished as (delete from kept_wishes where circle_id = ${circleId} and user_id = ${transfer.buyer})
    update circle_invitations set joined_at = now() where circle_id = ${circleId} and user_id = ${transfer.buyer} and joined_at is null`.execute(
    tx,
  )
  await tx.insertInto('memberships').values({ id, circle_id: circleId, user_id: transfer.buyer }).execute()
  if (transfer.charterVersion !== null) {
    const charter = await readCurrentCharter(tx, circleId)
    const agreed = { ...charter, version: transfer.charterVersion }
    await acceptCharter(tx, { circleId, membershipId: id, userId: transfer.buyer }, agreed)
  }
  return id
}

async function welcome(tx: Tx, { offer, transfer }: Moved, { publicUrl }: When): Promise<void> {
  const { circleId } = offer
  const owner = await findOwner(tx, circleId)
  const sharesLeft = sharesAvailable(await lockArcs(tx, circleId))
  await notifyOwner(tx, owner, { circleId, causedBy: transfer.buyer, publicUrl }, { kind: 'member_joined', sharesLeft })
  const { open } = await tx
    .selectFrom('open_decisions')
    .select(({ fn }) => fn.count<number>('property_id').as('open'))
    .where('circle_id', '=', circleId)
    .executeTakeFirstOrThrow()
  if (Number(open) > 0) await notify(tx, [transfer.buyer], { kind: 'vote_waits', circleId, facts: { why: 'joined', count: Number(open) } })
  await askNewcomer(tx, circleId, transfer.buyer, publicUrl)
}

/** An owner who leaves unreplaced is followed by the largest holder who can own a circle, of several by the longest member. */
async function replaceOwner(tx: Tx, { offer }: Moved, publicUrl: string): Promise<boolean> {
  const { circleId } = offer
  const fit = await selectFitOwners(tx, circleId)
    .select([
      sql<number>`(select count(*) from arcs where arcs.membership_id = memberships.id)`.as('arcs'),
      'memberships.created_at as since',
    ])
    .execute()
  const userId = nextOwner(fit.map(({ user_id, arcs, since }) => ({ user: user_id, arcs, memberSince: since.getTime() })))
  return userId !== null && (await changeOwner(tx, { circleId, userId, by: { id: null, origin: null }, publicUrl }))
}

/** A seller without arcs becomes a former member. An owner whom nobody can follow stays. */
async function endWithoutArcs(tx: Tx, moved: Moved, { publicUrl }: When): Promise<void> {
  const { circleId, seller, membershipId } = moved.offer
  const held = await tx.selectFrom('arcs').select('number').where('membership_id', '=', membershipId).limit(1).executeTakeFirst()
  const membership = await findMembership(tx, circleId, seller)
  if (held || !membership) return
  if (membership.is_owner && !(await replaceOwner(tx, moved, publicUrl))) return
  const ended = { ended_at: sql<Date>`now()`, ended_by: seller, is_owner: false }
  await tx.updateTable('memberships').set(ended).where('id', '=', membership.id).execute()
  // Without this they would come back with a bid of before, and nobody would have admitted them.
  await endOffersOfLeaver(tx, { circleId, userId: seller, publicUrl })
  for (const vote of await deleteVotes(tx, circleId, seller))
    await saveVote(tx, { propertyId: vote.property_id, userId: seller, preference: null })
  const left = { kind: 'member_left', shares: moved.transfer.arcs.length, isRemoved: false } as const
  await notifyOwner(tx, await findOwner(tx, circleId), { circleId, causedBy: seller, publicUrl }, left)
}

/**
 * Moves the arcs of a transfer to their buyer, in the ledger and in every count, and ends the transfer. Nothing is booked: what was put in goes
 * with an arc, and so does an unpaid part of a call. The caller has locked the circle and closed what was due.
 */
export async function moveArcs(tx: Tx, moved: Moved, how: 'received' | 'settled_done', when: When): Promise<void> {
  const { offer, transfer } = moved
  const { circleId, seller } = offer
  const known = await findMembership(tx, circleId, transfer.buyer)
  const membershipId = known?.id ?? (await becomeMember(tx, moved))
  const numbers = [...transfer.arcs]
  const arcs = await tx
    .updateTable('arcs')
    .set({ membership_id: membershipId })
    .where('circle_id', '=', circleId)
    .where('number', 'in', numbers)
    .where('membership_id', '=', offer.membershipId)
    .returning(['number', 'price'])
    .execute()
  const row = { circleId, arcs, actorId: when.by, transferId: transfer.id }
  await writeLedger(tx, { ...row, kind: 'handed_on', membershipId: offer.membershipId, userId: seller })
  await writeLedger(tx, { ...row, kind: 'taken_over', membershipId, userId: transfer.buyer })
  await insertTransferEnd(tx, offer, transfer, how, when.at)
  await endWithoutArcs(tx, moved, when)
  await recountOutcomes(tx, circleId, { cause: 'handed_on', actorId: when.by })
  if (!known) await welcome(tx, moved, when)
  const facts = { circle: circleId, transfer: transfer.id, arcs: numbers.join(' '), buyer: transfer.buyer, how }
  await writeAudit(tx, { act: 'arcs.handed_on', by: { id: when.by, origin: null }, subject: ['offer', offer.id], facts })
  const place = { circleId, offerId: offer.id }
  const parties = [seller, transfer.buyer].filter((person) => person !== when.by)
  await tell(tx, parties, 'transfer_done', place)
  await mailOfOffer(tx, parties, 'done', place, when.publicUrl)
  await refreshDue(tx, circleId)
  await publishCircleChange(tx, circleId, 'funding', transfer.buyer)
  for (const topic of ['circle', 'money', 'offers'] as const) await publishCircleChange(tx, circleId, topic)
}
