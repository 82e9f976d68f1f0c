import { Refusal } from '#contract/errors.ts'
import { mayBeRemoved } from '#domain/membership.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { releaseMembership } from '#server/shared/membership/release-membership.ts'
import { closeDue } from '#server/shared/motions/close-due.ts'
import { requireStage } from '#server/shared/stages/stages.ts'

type Ending = { readonly actor: Actor; readonly membershipId: string; readonly publicUrl: string }

const findLiveMembership = (tx: Tx, membershipId: string) =>
  tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select(['memberships.circle_id', 'memberships.user_id', 'memberships.is_owner'])
    .select(['users.first_name', 'users.email', 'circles.title'])
    .where('memberships.id', '=', membershipId)
    .where('memberships.ended_at', 'is', null)
    .executeTakeFirst()

/** Removes a member from a circle: frees the arcs, deletes the votes and notifies the waiting list. */
export async function removeMember(tx: Tx, { actor, membershipId, publicUrl }: Ending): Promise<void> {
  const found = await findLiveMembership(tx, membershipId)
  if (!found) throw new Refusal('membership_not_found')
  await lockCircle(tx, found.circle_id)
  await closeDue(tx, found.circle_id, { publicUrl })
  // Checked again under the lock: meanwhile they may have left or become the owner.
  const member = await findLiveMembership(tx, membershipId)
  if (!member) throw new Refusal('membership_not_found')
  await requireStage(tx, member.circle_id, 'remove_member')
  if (!mayBeRemoved({ isOwner: member.is_owner })) throw new Refusal('owner_stays')
  const { circle_id: circleId, user_id: userId } = member
  const amount = await releaseMembership(tx, { membershipId, circleId, userId, actorId: actor.id, publicUrl })
  await writeAudit(tx, { act: 'member.removed', by: actor, subject: ['membership', membershipId], facts: { circle: circleId, amount } })
  if (actor.id === userId || !member.email) return
  const props = { firstName: member.first_name, circleTitle: member.title, amount }
  await queueMail(tx, 'member-removed', { userId, email: member.email }, props)
}

/** A member may leave while the circle is not fully funded. */
export async function leaveCircle(tx: Tx, actor: Actor, circleId: string, publicUrl: string): Promise<void> {
  await lockCircle(tx, circleId)
  await closeDue(tx, circleId, { publicUrl })
  const member = await tx
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!member) throw new Refusal('membership_not_found')
  await requireStage(tx, circleId, 'leave')
  await removeMember(tx, { actor, membershipId: member.id, publicUrl })
}
