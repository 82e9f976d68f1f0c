import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import type { Dollars } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import { sendTogether } from '#server/db/transaction.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { readsEverything } from '#server/sessions/permissions.ts'
import { queueSearchMatching } from '#server/shared/circles/queue-search-matching.ts'
import { lapseMotionsInGathering } from '#server/shared/deciding/lapse-motions.ts'
import { recountOutcomes } from '#server/shared/deciding/recount-outcomes.ts'
import { saveVote } from '#server/shared/deciding/vote-history.ts'
import { isVisibleTo } from '#server/shared/invitations/invitations.ts'
import { writeLedger } from '#server/shared/ledger/write-ledger.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { notifyFollowers } from '#server/shared/notices/notify-followers.ts'
import { endOffersOfLeaver, endUnadmitted } from '#server/shared/offers/end-offers.ts'
import { dateStage } from '#server/shared/stages/stages.ts'
import { findOwner, notifyOwner } from './notify-owner.ts'

type Release = {
  readonly membershipId: string
  readonly circleId: string
  readonly userId: string
  readonly actorId: string | null
  readonly publicUrl: string
}

/**
 * Ends a membership: frees its arcs, writes the ledger, deletes the person's votes in the circle, ends its open motions, and notifies the
 * waiting list and the owner. The caller has locked the circle and called `closeDueFirst`.
 */
export async function releaseMembership(tx: Tx, release: Release): Promise<Dollars> {
  const { membershipId, circleId, userId, actorId } = release
  await endOffersOfLeaver(tx, { circleId, userId, publicUrl: release.publicUrl })
  await queueSearchMatching(tx, circleId, 'arcs_come_free')
  const held = await tx
    .updateTable('arcs')
    .set({ membership_id: null })
    .where('membership_id', '=', membershipId)
    .where('circle_id', '=', circleId)
    .returning(['number', 'price'])
    .execute()
  const amount = held.reduce((sum, arc) => sum + arc.price, 0)
  const [, , votes, owner] = await sendTogether([
    writeLedger(tx, { circleId, membershipId, userId, kind: 'removed', arcs: held, actorId }),
    tx.updateTable('memberships').set({ ended_at: sql<Date>`now()`, ended_by: actorId }).where('id', '=', membershipId).execute(),
    deleteVotes(tx, circleId, userId),
    // After the membership has ended: an owner who leaves is not notified.
    findOwner(tx, circleId),
  ])
  for (const vote of votes) await saveVote(tx, { propertyId: vote.property_id, userId, preference: null })
  const left = { kind: 'member_left', shares: held.length, isRemoved: actorId !== userId } as const
  await lapseMotionsInGathering(tx, circleId)
  await endUnadmitted(tx, circleId, release)
  await sendTogether([
    recountOutcomes(tx, circleId, { cause: actorId === userId ? 'left' : 'removed', actorId }),
    held.length > 0 && notifyOfFreeShares(tx, circleId, held.length, release.publicUrl),
    notifyOwner(tx, owner, { circleId, causedBy: actorId, publicUrl: release.publicUrl }, left),
    dateStage(tx, circleId),
    publishCircleChange(tx, circleId, 'funding', userId),
  ])
  return amount
}

export const deleteVotes = (tx: Tx, circleId: string, userId: string) =>
  tx
    .deleteFrom('preferences')
    .where('user_id', '=', userId)
    .where('property_id', 'in', tx.selectFrom('properties').select('id').where('circle_id', '=', circleId))
    .returning('property_id')
    .execute()

/** Notifies the waiting list and the followers. The caller has locked the circle. */
export async function notifyOfFreeShares(tx: Tx, circleId: string, shares: number, publicUrl: string): Promise<void> {
  await sendTogether([
    notifyWaitingList(tx, circleId, shares, publicUrl),
    notifyFollowers(tx, circleId, { kind: 'followed_shares', facts: { count: shares } }),
  ])
}

/**
 * Notifies everyone on the waiting list at once; shares are not reserved. A hidden circle is named only to people who may see it. Nobody is
 * notified again until someone has bought shares (`endWaiting`). The caller has locked the circle.
 */
async function notifyWaitingList(tx: Tx, circleId: string, shares: number, publicUrl: string): Promise<void> {
  const waiting = await tx
    .selectFrom('waiting_list')
    .innerJoin('users', 'users.id', 'waiting_list.user_id')
    .innerJoin('circles', 'circles.id', 'waiting_list.circle_id')
    .select(['waiting_list.id', 'users.id as user_id', 'users.email', 'circles.title'])
    .where('waiting_list.circle_id', '=', circleId)
    .where('waiting_list.notified_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where('users.status', '=', 'active')
    .where(isVisibleTo({ id: sql.ref('users.id'), readsEverything }, 'waiting_list.invite_id'))
    .orderBy('waiting_list.id')
    .execute()
  if (waiting.length === 0) return
  const recipients = waiting.map((person) => person.user_id)
  await notify(tx, recipients, { kind: 'shares_free', circleId, facts: { count: shares } })
  for (const person of waiting) {
    if (!person.email) continue
    const props = { circleTitle: person.title, shares, link: `${publicUrl}${paths.joinCircle(circleId)}` }
    await queueMail(tx, 'shares-free', { userId: person.user_id, email: person.email }, props)
  }
  const notified = waiting.map((person) => person.id)
  await tx.updateTable('waiting_list').set({ notified_at: sql<Date>`now()` }).where('id', 'in', notified).execute()
}
