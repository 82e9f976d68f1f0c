import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

export type Booking = Site & { readonly noticeSeconds: number }

/** Locks the circle, closes what is due, and checks again that the actor is a member and that the circle has a book. Returns the day now. */
export async function lockBook(tx: Tx, circleId: string, actor: Actor, site: Site): Promise<{ readonly today: string }> {
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, site)
  const relation = await findRelation(tx, circleId, actor)
  if (!relation?.isMember) throw new Refusal('circle_not_found')
  await requireNotEnded(tx, circleId)
  const account = await tx.selectFrom('bank_accounts').select('id').where('circle_id', '=', circleId).executeTakeFirst()
  if (!account) throw new Refusal('book_not_yet')
  return { today: await todayIn(tx, circleId) }
}

/** `lockBook`, for what only the treasurer may do. */
export async function lockAsTreasurer(tx: Tx, circleId: string, actor: Actor, site: Site): Promise<{ readonly today: string }> {
  const locked = await lockBook(tx, circleId, actor, site)
  if ((await readBookkeeper(tx, circleId)) !== actor.id) throw new Refusal('not_treasurer')
  return locked
}
