import { Refusal } from '#contract/errors.ts'
import { sharesAvailable } from '#domain/arcs.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { lockCircleAs, owner } from '#server/shared/circles/lock-circle-as.ts'
import { lockArcs, lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { deleteCircle } from '#server/shared/membership/delete-circle.ts'
import { closeDue, type Site } from '#server/shared/motions/close-due.ts'
import { requireStage } from '#server/shared/stages/stages.ts'

/** An owner may delete a circle until it is fully funded. */
export async function deleteOwnCircle(tx: Tx, actor: Actor, circleId: string, site: Site): Promise<void> {
  await lockCircleAs(tx, circleId, actor, owner)
  await closeDue(tx, circleId, site)
  await requireStage(tx, circleId, 'delete_own_circle')
  const arcs = await lockArcs(tx, circleId)
  const hasOthers = await tx
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '!=', actor.id)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (hasOthers && arcs.length > 0 && sharesAvailable(arcs) === 0) throw new Refusal('funded_circle_stays')
  await deleteCircle(tx, actor, circleId)
}

/** An administrator may delete any circle until it buys, and one that has ended. */
export async function deleteAnyCircle(tx: Tx, actor: Actor, circleId: string, site: Site): Promise<void> {
  if (!isId(circleId)) throw new Refusal('circle_not_found')
  await lockCircle(tx, circleId)
  await closeDue(tx, circleId, site)
  await requireStage(tx, circleId, 'delete_circle')
  await deleteCircle(tx, actor, circleId)
}
