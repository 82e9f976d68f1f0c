import { Refusal, type RefusalCode, refusals } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { isAnythingOwed } from '#server/shared/book/owed.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { lapseMotions } from '#server/shared/deciding/lapse-motions.ts'
import { deleteCircle } from '#server/shared/membership/delete-circle.ts'
import { releaseMembership } from '#server/shared/membership/release-membership.ts'
import { endOffersOfLeaver, isAnyPaidFor, readCirclesPaidIn } from '#server/shared/offers/end-offers.ts'
import { requireStage } from '#server/shared/stages/stages.ts'
import { erasePerson } from './erase-person.ts'
import { requireAnotherAdmin } from './last-admin.ts'
import { obstaclesOf, type PlaceInCircle, readOwnPlaces } from './own-places.ts'

/** Locks a person who is to be deleted. */
export async function lockForDeletion(tx: Tx, userId: string) {
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
async function lockPlaces(tx: Tx, userId: string, site: Site): Promise<{ places: PlaceInCircle[]; circles: string[] }> {
  const live = tx.selectFrom('memberships').where('memberships.user_id', '=', userId).where('memberships.ended_at', 'is', null)
  const circles = await tx
    .selectFrom('circles')
    .select(['id', 'deleted_at'])
    .where((where) =>
      where.or([
        where('id', 'in', live.select('circle_id')),
        // Their motions end with them, also where they hold nothing any more.
        where('id', 'in', where.selectFrom('motions').select('motions.circle_id').where('proposed_by', '=', userId)),
        // And transfers of arcs to them.
        where('id', 'in', where.selectFrom('arc_transfers').select('arc_transfers.circle_id').where('buyer', '=', userId)),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const alive = circles.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id)
  for (const id of alive) await closeDueFirst(tx, id, site)
  return { places: await readOwnPlaces(tx, userId), circles: alive }
}

/** Refuses with the names of the circles, also those with another reason: the person has to deal with all of them. */
function refuseFor(reason: RefusalCode, circles: readonly { readonly title: string }[]): never {
  const titles = circles.map(({ title }) => `“${title}”`).join(', ')
  throw new Refusal(reason, { error: `${refusals[reason].error} ${circles.length === 1 ? 'The circle is' : 'The circles are'} ${titles}.` })
}

/**
 * Members can't leave a fully funded circle by deleting their account; an administrator may remove people from it. Nobody is deleted who has
 * paid for arcs, member or not: only the transfer says what they are owed.
 */
async function requireDeletable(tx: Tx, actor: Actor, userId: string, places: readonly PlaceInCircle[]): Promise<void> {
  const paidIn = await readCirclesPaidIn(tx, userId)
  if (paidIn.length > 0) refuseFor('transfer_paid', paidIn)
  if (actor.id === userId) {
    const obstacles = obstaclesOf(places)
    if (obstacles[0]) refuseFor(obstacles[0].reason, obstacles)
    for (const place of places) if (await isAnyPaidFor(tx, place.circleId, userId)) refuseFor('arcs_paid_for', [place])
    return
  }
  const live = places.filter(({ stage }) => stage !== 'ended')
  const owned = live.filter(({ isOwner, isShared }) => isOwner && isShared)
  if (owned.length > 0) refuseFor('owns_shared_circle', owned)
  for (const place of live) {
    if (place.holdsArcs) await requireStage(tx, place.circleId, 'delete_member_as_admin')
    if (await isAnythingOwed(tx, place.circleId)) refuseFor('something_is_owed', [place])
    if (await isAnyPaidFor(tx, place.circleId, userId)) refuseFor('transfer_paid', [place])
  }
}

/**
 * Deletes a person: ends their memberships, deletes circles that they own alone and erases every personal field. An owner of a circle with
 * other members has to hand it over first. An ended circle stays as it is, for its other members.
 */
export async function deleteUser(tx: Tx, { publicUrl }: Site, actor: Actor, userId: string): Promise<void> {
  const person = await lockForDeletion(tx, userId)
  const { places, circles } = await lockPlaces(tx, userId, { publicUrl })
  await requireDeletable(tx, actor, userId, places)
  // Before arcs come free, which ends the circle's other motions for another reason.
  for (const circleId of circles) await lapseMotions(tx, { circleId, reason: 'proposer_deleted', proposer: userId })
  for (const { membershipId, circleId, isOwner, stage } of places) {
    if (isOwner && stage !== 'ended') await deleteCircle(tx, actor, circleId)
    const amount = await releaseMembership(tx, { membershipId, circleId, userId, actorId: actor.id, publicUrl })
    await writeAudit(tx, { act: 'member.removed', by: actor, subject: ['membership', membershipId], facts: { circle: circleId, amount } })
  }
  for (const circleId of circles) await endOffersOfLeaver(tx, { circleId, userId, publicUrl })
  await erasePerson(tx, person)
  await writeAudit(tx, { act: 'user.deleted', by: actor, subject: ['user', userId], facts: { memberships: places.length } })
}
