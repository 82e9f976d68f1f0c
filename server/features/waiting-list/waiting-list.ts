import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Waiting } from '#contract/membership.ts'
import { sharesAvailable } from '#domain/arcs.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { bindInvite, requireVisible } from '#server/shared/circles/relation.ts'
import { lockArcs } from '#server/shared/ledger/lock-arcs.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

export async function readWaiting(db: Database | Tx, circleId: string, userId: string): Promise<Waiting> {
  if (!isId(circleId)) return { isWaiting: false, waiting: 0 }
  return db
    .selectFrom('waiting_list')
    .select([sql<number>`count(*)`.as('waiting'), sql<boolean>`coalesce(bool_or(user_id = ${userId}), false)`.as('isWaiting')])
    .where('circle_id', '=', circleId)
    .executeTakeFirstOrThrow()
}

/** Locks the circle: someone who joins the list while shares become free is either notified or refused. */
export async function enterWaitingList(tx: Tx, actor: Actor, circleId: string, invite: string | undefined): Promise<Waiting> {
  const arcs = await lockArcs(tx, circleId)
  const relation = await requireVisible(tx, circleId, actor, invite)
  await requireNotEnded(tx, circleId)
  if (relation.isMember) throw new Refusal('already_member')
  if (arcs.length === 0) throw new Refusal('circle_not_open')
  if (sharesAvailable(arcs) > 0) throw new Refusal('shares_available')
  const entered = await tx
    .insertInto('waiting_list')
    .values({
      circle_id: circleId,
      user_id: actor.id,
      invite_id: relation.isInvited ? await bindInvite(tx, circleId, actor, invite) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (entered.numInsertedOrUpdatedRows === 1n)
    await writeAudit(tx, { act: 'waiting_list.entered', by: actor, subject: ['circle', circleId] })
  return readWaiting(tx, circleId, actor.id)
}

/** Idempotent. */
export async function leaveWaitingList(tx: Tx, actor: Actor, circleId: string): Promise<void> {
  const left = await tx.deleteFrom('waiting_list').where('circle_id', '=', circleId).where('user_id', '=', actor.id).executeTakeFirst()
  if (left.numDeletedRows > 0n) await writeAudit(tx, { act: 'waiting_list.left', by: actor, subject: ['circle', circleId] })
}
