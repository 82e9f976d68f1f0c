import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { deleteCircle } from '#server/shared/membership/delete-circle.ts'
import { releaseMembership } from '#server/shared/membership/release-membership.ts'
import { closeDue, type Site } from '#server/shared/motions/close-due.ts'
import { requireStage } from '#server/shared/stages/stages.ts'
import { erasePerson } from './erase-person.ts'
import { requireAnotherAdmin } from './last-admin.ts'

async function lockPerson(tx: Tx, userId: string) {
  if (!isId(userId)) throw new Refusal('user_not_found')
  const people = tx.selectFrom('users').select(['id', 'email', 'is_admin']).where('id', '=', userId).where('deleted_at', 'is', null)
  // Administrators are locked before the person, always in this order, so that two deletions never deadlock.
  if ((await people.executeTakeFirst())?.is_admin) await requireAnotherAdmin(tx, userId)
  const person = await people.forUpdate().executeTakeFirst()
  if (!person?.email) throw new Refusal('user_not_found')
  return { id: person.id, email: person.email }
}

/**
 * Locks the circles in one order (no deadlock) before reading memberships, so that no purchase changes them meanwhile. What is due closes
 * first: it may release the person or end a circle.
 */
async function lockMemberships(tx: Tx, userId: string, site: Site) {
  const live = tx.selectFrom('memberships').where('memberships.user_id', '=', userId).where('memberships.ended_at', 'is', null)
  const circles = await tx
    .selectFrom('circles')
    .select(['id', 'deleted_at'])
    .where('id', 'in', live.select('circle_id'))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, deleted_at } of circles) if (deleted_at === null) await closeDue(tx, id, site)
  return live
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select([
      'memberships.id',
      'memberships.circle_id',
      'memberships.is_owner',
      sql<boolean>`circles.deleted_at is null and circles.ended_at is null`.as('circleLives'),
      sql<boolean>`exists (select from arcs where arcs.membership_id = memberships.id)`.as('holdsArcs'),
      sql<boolean>`exists (select from memberships as others where others.circle_id = circles.id
        and others.ended_at is null and others.user_id <> memberships.user_id)`.as('isShared'),
    ])
    .orderBy('memberships.circle_id')
    .execute()
}

/**
 * Deletes a person: ends their memberships, deletes circles that they own alone and erases every personal field. An owner of a circle with
 * other members has to hand it over first. An ended circle stays as it is, for its other members.
 */
export async function deleteUser(tx: Tx, { publicUrl }: Site, actor: Actor, userId: string): Promise<void> {
  const person = await lockPerson(tx, userId)
  const memberships = await lockMemberships(tx, userId, { publicUrl })
  if (memberships.some((membership) => membership.is_owner && membership.isShared && membership.circleLives)) {
    throw new Refusal(actor.id === userId ? 'you_own_shared_circle' : 'owns_shared_circle')
  }
  // An administrator may remove people from a fully funded circle; members can't leave it by deleting their account.
  const act = actor.id === userId ? 'delete_own_account' : 'delete_member_as_admin'
  for (const { circle_id, circleLives, holdsArcs } of memberships) if (circleLives && holdsArcs) await requireStage(tx, circle_id, act)
  for (const { id, circle_id, is_owner, circleLives } of memberships) {
    if (is_owner && circleLives) await deleteCircle(tx, actor, circle_id)
    const amount = await releaseMembership(tx, { membershipId: id, circleId: circle_id, userId, actorId: actor.id, publicUrl })
    await writeAudit(tx, { act: 'member.removed', by: actor, subject: ['membership', id], facts: { circle: circle_id, amount } })
  }
  await erasePerson(tx, person)
  await writeAudit(tx, { act: 'user.deleted', by: actor, subject: ['user', userId], facts: { memberships: memberships.length } })
}
