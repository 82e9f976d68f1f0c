import { Refusal } from '#contract/errors.ts'
import { maySetClosingDate } from '#domain/circle-relation.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { findRelation, type Relation } from './relation.ts'

type MayAct = (relation: Relation) => boolean

export const owner: MayAct = ({ isOwner }) => isOwner
export const ownerOrAdmin: MayAct = ({ isOwner, isAdmin }) => isOwner || isAdmin
export const memberOrAdmin: MayAct = ({ isMember, isAdmin }) => isMember || isAdmin
export const ownerBrokerOrAdmin: MayAct = (relation) => maySetClosingDate(relation) || relation.isAdmin

/** Locks the circle and checks the actor's relation again: it may have changed since the guard checked it. */
export async function lockCircleAs(tx: Tx, circleId: string, actor: Actor, mayAct: MayAct): Promise<Relation> {
  await lockCircle(tx, circleId)
  const relation = await findRelation(tx, circleId, actor)
  if (!relation) throw new Refusal('circle_not_found')
  if (!mayAct(relation)) throw new Refusal('not_allowed')
  return relation
}
