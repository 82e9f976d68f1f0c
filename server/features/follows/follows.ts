import type { Circle } from '#contract/circles.ts'
import { Refusal } from '#contract/errors.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { selectOwnCircles } from '#server/shared/circle-people/circle-people.ts'
import { selectCircles, toCircle } from '#server/shared/circles/circles.ts'
import { bindInvite, requireVisible } from '#server/shared/circles/relation.ts'
import { isVisibleTo } from '#server/shared/invitations/invitations.ts'

export async function isFollowing(db: Database | Tx, userId: string, circleId: string): Promise<boolean> {
  if (!isId(circleId)) return false
  const follows = db.selectFrom('circle_follows').select('circle_id').where('user_id', '=', userId)
  return (await follows.where('circle_id', '=', circleId).executeTakeFirst()) !== undefined
}

/** The followed circles that the person may see. Circles that they have joined are among their own instead. */
export async function readFollows(db: Database, actor: Actor): Promise<Circle[]> {
  const rows = await selectCircles(db)
    .innerJoin('circle_follows', 'circle_follows.circle_id', 'circles.id')
    .where('circle_follows.user_id', '=', actor.id)
    .where('circles.deleted_at', 'is', null)
    .where('circles.id', 'not in', selectOwnCircles(db, actor.id))
    .where(isVisibleTo({ id: actor.id, readsEverything: mayReadEverything(actor) }, 'circle_follows.invite_id'))
    .orderBy('circle_follows.created_at', 'desc')
    .execute()
  return rows.map((row) => toCircle(row, 'outside'))
}

/** Idempotent. Brokers serve circles and do not follow them; members get notices anyway. */
export async function followCircle(tx: Tx, actor: Actor, circleId: string, invite: string | undefined): Promise<void> {
  const relation = await requireVisible(tx, circleId, actor, invite)
  if (relation.isMember) throw new Refusal('already_member')
  const followed = await tx
    .insertInto('circle_follows')
    .values({
      user_id: actor.id,
      circle_id: circleId,
      invite_id: relation.isInvited ? await bindInvite(tx, circleId, actor, invite) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (followed.numInsertedOrUpdatedRows === 1n) await writeAudit(tx, { act: 'circle.followed', by: actor, subject: ['circle', circleId] })
}

/** Idempotent. */
export async function unfollowCircle(tx: Tx, actor: Actor, circleId: string): Promise<void> {
  const ended = await tx.deleteFrom('circle_follows').where('circle_id', '=', circleId).where('user_id', '=', actor.id).executeTakeFirst()
  if (ended.numDeletedRows > 0n) await writeAudit(tx, { act: 'circle.unfollowed', by: actor, subject: ['circle', circleId] })
}
