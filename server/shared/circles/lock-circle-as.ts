import { Refusal } from '#contract/errors.ts'
import type { MayInCircle } from '#domain/may/circle.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { findRelation, type Relation } from './relation.ts'

/** Locks the circle and checks the actor's relation again: it may have changed since the guard checked it. */
export async function lockCircleAs(tx: Tx, circleId: string, actor: Actor, mayAct: MayInCircle): Promise<Relation> {
  await lockCircle(tx, circleId)
  const relation = await findRelation(tx, circleId, actor)
  if (!relation) throw new Refusal('circle_not_found')
  if (!mayAct(relation)) throw new Refusal('not_allowed')
  return relation
}
