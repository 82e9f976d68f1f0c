import { Refusal } from '#contract/errors.ts'
import { isFullyFunded } from '#domain/funding.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { releaseMembership } from '#server/db/release-membership.ts'
import { findCircle } from '#server/features/circles/circles.lookup.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { lockArcs } from './buy-arcs.ts'

type Ending = { readonly actor: Actor; readonly membershipId: string; readonly publicUrl: string }

/** Takes a member out of a circle: the arcs come free, the votes go, and whoever waits is told. */
export async function removeMember(tx: Tx, { actor, membershipId, publicUrl }: Ending): Promise<void> {
  const member = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.circle_id', 'memberships.user_id', 'memberships.is_owner', 'users.first_name', 'users.email'])
    .where('memberships.id', '=', membershipId)
    .where('memberships.ended_at', 'is', null)
    .executeTakeFirst()
  if (!member) throw new Refusal('membership_not_found')
  if (member.is_owner) throw new Refusal('owner_stays')
  await lockArcs(tx, member.circle_id)
  const amount = await releaseMembership(tx, {
    membershipId,
    circleId: member.circle_id,
    userId: member.user_id,
    actorId: actor.id,
    publicUrl,
  })
  await recordAct(tx, {
    act: 'member.removed',
    by: actor,
    subject: ['membership', membershipId],
    facts: { circle: member.circle_id, amount },
  })
  if (actor.id !== member.user_id && member.email) {
    const circle = await findCircle(tx, member.circle_id)
    const props = { firstName: member.first_name, circleTitle: circle?.title ?? '', amount }
    await queueMail(tx, 'member-removed', { userId: member.user_id, email: member.email }, props)
  }
}

/** A member may leave while the circle is not fully funded. */
export async function leaveCircle(tx: Tx, actor: Actor, circleId: string, publicUrl: string): Promise<void> {
  const arcs = await lockArcs(tx, circleId)
  const member = await tx
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!member) throw new Refusal('membership_not_found')
  const target = arcs.reduce((sum, arc) => sum + arc.price, 0)
  const raised = arcs.filter((arc) => !arc.isFree).reduce((sum, arc) => sum + arc.price, 0)
  if (isFullyFunded(raised, target)) throw new Refusal('circle_is_full')
  await removeMember(tx, { actor, membershipId: member.id, publicUrl })
}
