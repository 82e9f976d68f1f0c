import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { deleteInvitations } from '#server/shared/invitations/invitations.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'

/** Who could own the circle: verified members who are no brokers, except the owner. */
export const selectFitOwners = (db: Database | Tx, circleId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select(['memberships.id', 'memberships.user_id', 'users.email', 'users.first_name', 'circles.title'])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.ended_at', 'is', null)
    .where('memberships.is_owner', '=', false)
    .where('users.status', '=', 'active')
    .where('users.is_broker', '=', false)
    .where('users.verification', '=', 'verified')

type Change = {
  readonly circleId: string
  readonly userId: string
  readonly by: { readonly id: string | null; readonly origin: Origin | null }
  readonly publicUrl: string
  /** By which motion; null if the owner or an administrator handed it over. */
  readonly motionId?: string
}

/** Changes the owner; false if this member cannot be it. The creator, arcs and ledger stay as they are. The caller has locked the circle. */
export async function changeOwner(tx: Tx, { circleId, userId, by, publicUrl, motionId }: Change): Promise<boolean> {
  const successor = isId(userId)
    ? await selectFitOwners(tx, circleId).where('memberships.user_id', '=', userId).executeTakeFirst()
    : undefined
  if (!successor) return false
  // Two updates in this order: a unique index allows one owner at a time.
  await tx
    .updateTable('memberships')
    .set({ is_owner: false })
    .where('circle_id', '=', circleId)
    .where('is_owner', '=', true)
    .where('ended_at', 'is', null)
    .execute()
  await tx.updateTable('memberships').set({ is_owner: true }).where('id', '=', successor.id).execute()
  await tx.deleteFrom('circle_invites').where('circle_id', '=', circleId).execute()
  // The former owner invited in their own name, and the addresses are not the new owner's to read.
  await deleteInvitations(tx, { of: { circleId } })
  // The owner is in another table; `updated_at` must still change, so that an edit of an older version is refused.
  await tx.updateTable('circles').set({ updated_at: sql<Date>`now()` }).where('id', '=', circleId).execute()
  const facts = { to: userId, ...(motionId && { motion: motionId }) }
  await writeAudit(tx, { act: 'circle.handed_over', by, subject: ['circle', circleId], facts })
  const props = { firstName: successor.first_name, circleTitle: successor.title, link: `${publicUrl}${paths.circle(circleId)}` }
  if (successor.email) await queueMail(tx, 'ownership-received', { userId, email: successor.email }, props)
  await publishCircleChange(tx, circleId, 'circle')
  return true
}
