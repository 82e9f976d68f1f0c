import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { isOpen, type MotionRow, selectMotions } from '#server/shared/deciding/motions.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

export type MotionPlace = { readonly circleId: string; readonly motionId: string }

export async function findMotion(tx: Tx, { circleId, motionId }: MotionPlace): Promise<MotionRow> {
  const row = isId(motionId) ? await selectMotions(tx, circleId).where('motions.id', '=', motionId).executeTakeFirst() : undefined
  if (!row) throw new Refusal('motion_not_found')
  return row
}

/** Locks the circle, closes what is due, and checks again that the actor is a member and the circle has not ended. */
export async function lockAsMember(tx: Tx, circleId: string, actor: Actor, site: Site): Promise<{ readonly isOwner: boolean }> {
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, site)
  const relation = await findRelation(tx, circleId, actor)
  if (!relation?.isMember) throw new Refusal('circle_not_found')
  await requireNotEnded(tx, circleId)
  return relation
}

/**
 * A motion that can still be voted on, changed or withdrawn. A word on it counts only for the version that its speaker has read, if they
 * say which. The caller has called `lockAsMember`.
 */
export async function findOpenMotion(tx: Tx, place: MotionPlace, readVersion?: number): Promise<MotionRow> {
  const motion = await findMotion(tx, place)
  if (!isOpen(motion)) throw new Refusal('motion_closed')
  if (readVersion !== undefined && readVersion !== motion.version) throw new Refusal('motion_changed')
  return motion
}
