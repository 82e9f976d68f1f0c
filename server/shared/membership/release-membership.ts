import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import type { Dollars } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { recountOutcomes } from '#server/shared/decisions/recount-outcomes.ts'
import { saveVote } from '#server/shared/decisions/vote-history.ts'
import { isInvitedTo } from '#server/shared/invitations/invitations.ts'
import { writeLedger } from '#server/shared/ledger/write-ledger.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { notifyFollowers } from '#server/shared/notices/notify-followers.ts'
import { dateStage } from '#server/shared/stages/stages.ts'
import { notifyOwner } from './notify-owner.ts'

type Release = {
  readonly membershipId: string
  readonly circleId: string
  readonly userId: string
  readonly actorId: string | null
  readonly publicUrl: string
}

/**
 * Ends a membership: frees its arcs, writes the ledger, deletes the person's votes in the circle, and notifies the waiting list and the
 * owner. The caller has locked the circle and called `closeDue`.
 */
export async function releaseMembership(tx: Tx, release: Release): Promise<Dollars> {
  const { membershipId, circleId, userId, actorId } = release
  const held = await tx
    .updateTable('arcs')
    .set({ membership_id: null })
    .where('membership_id', '=', membershipId)
    .where('circle_id', '=', circleId)
    .returning(['number', 'price'])
    .execute()
  const amount = held.reduce((sum, arc) => sum + arc.price, 0)
  await writeLedger(tx, { circleId, membershipId, userId, kind: 'removed', arcs: held, actorId })
  await tx.updateTable('memberships').set({ ended_at: sql<Date>`now()`, ended_by: actorId }).where('id', '=', membershipId).execute()
  const votes = await tx
    .deleteFrom('preferences')
    .where('user_id', '=', userId)
    .where('property_id', 'in', tx.selectFrom('properties').select('id').where('circle_id', '=', circleId))
    .returning('property_id')
    .execute()
  for (const vote of votes) await saveVote(tx, { propertyId: vote.property_id, userId, preference: null })
  await recountOutcomes(tx, circleId, { cause: actorId === userId ? 'left' : 'removed', actorId })
  if (held.length > 0) await notifyOfFreeShares(tx, circleId, held.length, release.publicUrl)
  const left = { kind: 'member_left', shares: held.length, isRemoved: actorId !== userId } as const
  await notifyOwner(tx, { circleId, causedBy: actorId, publicUrl: release.publicUrl }, left)
  await dateStage(tx, circleId)
  await publishCircleChange(tx, circleId, 'funding', userId)
  return amount
}

/** Notifies the waiting list and the followers. The caller has locked the circle. */
export async function notifyOfFreeShares(tx: Tx, circleId: string, shares: number, publicUrl: string): Promise<void> {
  await notifyWaitingList(tx, circleId, shares, publicUrl)
  await notifyFollowers(tx, circleId, { kind: 'followed_shares', facts: { count: shares } })
}

/**
 * Notifies everyone on the waiting list at once; shares are not reserved. A hidden circle is named only to people who may see it. Nobody is
 * notified again until someone has bought shares (`resetWaitingListNotices`). The caller has locked the circle.
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
    .where((where) =>
      where.or([
        where('circles.hide_circle', '=', false),
        where('users.is_admin', '=', true),
        where(
          'waiting_list.invite_id',
          'in',
          where.selectFrom('circle_invites').select('circle_invites.id').where('circle_invites.circle_id', '=', circleId),
        ),
        isInvitedTo(circleId),
      ]),
    )
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

/**
 * After a purchase the people still waiting may be notified again. The owner's own purchases don't count: otherwise owners could send mails
 * at will.
 */
export async function resetWaitingListNotices(tx: Tx, circleId: string, buyerId: string): Promise<void> {
  await tx
    .updateTable('waiting_list')
    .set({ notified_at: null })
    .where('circle_id', '=', circleId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .select('memberships.id')
            .where('memberships.circle_id', '=', circleId)
            .where('memberships.user_id', '=', buyerId)
            .where('memberships.is_owner', '=', true)
            .where('memberships.ended_at', 'is', null),
        ),
      ),
    )
    .execute()
}
