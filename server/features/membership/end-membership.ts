import { Refusal } from '#contract/errors.ts'
import { mayBeRemoved } from '#domain/membership.ts'
import type { Tx } from '#server/db/connect.ts'
import { sendTogether } from '#server/db/transaction.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { requireNothingOwed } from '#server/shared/book/owed.ts'
import { lockAndRead } from '#server/shared/closing/lock-and-read.ts'
import { releaseMembership } from '#server/shared/membership/release-membership.ts'
import { isAnyPaidFor } from '#server/shared/offers/end-offers.ts'
import { readStage, requireIn } from '#server/shared/stages/stages.ts'

const selectLiveMemberships = (tx: Tx) =>
  tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select(['memberships.id', 'memberships.circle_id', 'memberships.user_id', 'memberships.is_owner'])
    .select(['users.first_name', 'users.email', 'circles.title'])
    .where('memberships.ended_at', 'is', null)

type LiveMembership = Awaited<ReturnType<ReturnType<typeof selectLiveMemberships>['executeTakeFirstOrThrow']>>

type Ending = { readonly actor: Actor; readonly membershipId: string; readonly publicUrl: string }

/** Removes a member from a circle: frees the arcs, deletes the votes and notifies the waiting list. */
export async function removeMember(tx: Tx, { actor, membershipId, publicUrl }: Ending): Promise<void> {
  const find = () => selectLiveMemberships(tx).where('memberships.id', '=', membershipId).executeTakeFirst()
  const found = await find()
  if (!found) throw new Refusal('membership_not_found')
  // Found again under the lock: meanwhile they may have left or become the owner.
  const [member, stage] = await lockAndRead(tx, found.circle_id, { publicUrl }, () =>
    sendTogether([find(), readStage(tx, found.circle_id)]),
  )
  if (!member) throw new Refusal('membership_not_found')
  requireIn(stage, 'remove_member')
  await requireNothingOwed(tx, member.circle_id)
  if (await isAnyPaidFor(tx, member.circle_id, member.user_id)) throw new Refusal('transfer_paid')
  await endMembership(tx, actor, member, publicUrl)
}

/** A member may leave while the circle is not fully funded. */
export async function leaveCircle(tx: Tx, actor: Actor, circleId: string, publicUrl: string): Promise<void> {
  const find = () =>
    selectLiveMemberships(tx).where('memberships.circle_id', '=', circleId).where('memberships.user_id', '=', actor.id).executeTakeFirst()
  const [member, stage] = await lockAndRead(tx, circleId, { publicUrl }, () => sendTogether([find(), readStage(tx, circleId)]))
  if (!member) throw new Refusal('membership_not_found')
  requireIn(stage, 'leave')
  await requireNothingOwed(tx, circleId)
  if (await isAnyPaidFor(tx, circleId, actor.id)) throw new Refusal('arcs_paid_for')
  await endMembership(tx, actor, member, publicUrl)
}

async function endMembership(tx: Tx, actor: Actor, member: LiveMembership, publicUrl: string): Promise<void> {
  if (!mayBeRemoved({ isOwner: member.is_owner })) throw new Refusal('owner_stays')
  const { id: membershipId, circle_id: circleId, user_id: userId } = member
  const amount = await releaseMembership(tx, { membershipId, circleId, userId, actorId: actor.id, publicUrl })
  await writeAudit(tx, { act: 'member.removed', by: actor, subject: ['membership', membershipId], facts: { circle: circleId, amount } })
  if (actor.id === userId || !member.email) return
  const props = { firstName: member.first_name, circleTitle: member.title, amount }
  await queueMail(tx, 'member-removed', { userId, email: member.email }, props)
}
