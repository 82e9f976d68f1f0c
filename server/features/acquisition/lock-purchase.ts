import { Refusal } from '#contract/errors.ts'
import type { StepActor } from '#domain/acquisition-steps.ts'
import type { MayInCircle } from '#domain/may/circle.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { type AcquisitionRow, readLatestAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

type Locked = { readonly acquisition: AcquisitionRow; readonly by: StepActor }

/** Who the actor is in a purchase. Without a treasurer by motion the owner is it. */
export async function readStepActor(db: Tx, circleId: string, actor: Actor, isOwner: boolean): Promise<StepActor> {
  return { id: actor.id, isOwner, isTreasurer: (await readTreasurer(db, circleId)) === actor.id }
}

/** Locks the circle, closes what is due, and checks again who acts. Refuses unless a purchase is open. */
export async function lockPurchase(tx: Tx, circleId: string, actor: Actor, may: MayInCircle, site: Site): Promise<Locked> {
  const locked = await lockSteps(tx, circleId, actor, may, site)
  if (locked.acquisition.outcome !== null) throw new Refusal('acquisition_not_open')
  return locked
}

/** As `lockPurchase`, also once the property is bought: the steps after the wire may still be open. */
export async function lockSteps(tx: Tx, circleId: string, actor: Actor, may: MayInCircle, site: Site): Promise<Locked> {
  const { isOwner } = await lockCircleAs(tx, circleId, actor, may)
  await closeDueFirst(tx, circleId, site)
  await requireNotEnded(tx, circleId)
  const acquisition = await readLatestAcquisition(tx, circleId)
  if (!acquisition || acquisition.outcome === 'given_up') throw new Refusal('acquisition_not_open')
  return { acquisition, by: await readStepActor(tx, circleId, actor, isOwner) }
}
