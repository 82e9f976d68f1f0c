import { Refusal } from '#contract/errors.ts'
import { decideGiveUp } from '#domain/give-up.ts'
import { mayDecide } from '#domain/may/circle.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { endGivenUp, readGiveUpFacts } from '#server/shared/acquisitions/give-up.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { lockPurchase } from './lock-purchase.ts'

/** The owner gives up alone while nothing was paid; later it takes a motion. */
export async function giveUpPurchase(tx: Tx, actor: Actor, circleId: string, reason: string, site: Site): Promise<void> {
  const { acquisition, by } = await lockPurchase(tx, circleId, actor, mayDecide, site)
  const facts = await readGiveUpFacts(tx, acquisition)
  const decision = decideGiveUp({ isOwner: by.isOwner, hasPassedMotion: false, ...facts })
  if (!decision.ok) throw new Refusal(decision.reason)
  await endGivenUp(tx, acquisition, { reason, by: actor, bookedBy: actor.id, motionId: null })
}
