import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { holdCircle } from '#server/db/lock-arcs.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { type Relation, relationTo } from './access.lookup.ts'

type MayAct = (relation: Relation, actor: Actor) => boolean

export const owner: MayAct = ({ isOwner }) => isOwner
export const ownerOrAdmin: MayAct = ({ isOwner }, { isAdmin }) => isOwner || isAdmin
/** The owner leads a circle; its brokers and administrators serve it. */
export const chair: MayAct = ({ isOwner, isAssignedBroker }, { isAdmin }) => isOwner || isAssignedBroker || isAdmin

/**
 * Holds the circle and asks again how the actor stands to it: what a guard saw before the lock may have changed while waiting for it.
 */
export async function holdCircleAs(tx: Tx, circleId: string, actor: Actor, mayAct: MayAct): Promise<Relation> {
  await holdCircle(tx, circleId)
  const relation = await relationTo(tx, circleId, actor.id)
  if (!relation) throw new Refusal('circle_not_found')
  if (!mayAct(relation, actor)) throw new Refusal('not_allowed')
  return relation
}
