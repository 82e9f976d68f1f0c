import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { type Relation, relationTo } from './relation.ts'

type MayAct = (relation: Relation, actor: Actor) => boolean

export const owner: MayAct = ({ isOwner }) => isOwner
export const ownerOrAdmin: MayAct = ({ isOwner }, { isAdmin }) => isOwner || isAdmin
/** The owner leads a circle; its brokers and administrators serve it. */
export const chair: MayAct = ({ isOwner, isAssignedBroker }, { isAdmin }) => isOwner || isAssignedBroker || isAdmin

/**
 * Holds the circle and asks again how the actor stands to it: what a guard saw before the lock may have changed while waiting for it.
 */
export async function lockCircleAs(tx: Tx, circleId: string, actor: Actor, mayAct: MayAct): Promise<Relation> {
  await lockCircle(tx, circleId)
  const relation = await relationTo(tx, circleId, actor.id)
  if (!relation) throw new Refusal('circle_not_found')
  if (!mayAct(relation, actor)) throw new Refusal('not_allowed')
  return relation
}
