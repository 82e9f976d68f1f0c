import { Refusal } from '#contract/errors.ts'
import { claimedMember, mayDeclareConflict } from '#domain/motions.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { factsOf } from '#server/shared/deciding/motions.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { leaveOut, writeAnswer } from './answer-claim.ts'
import { findOpenMotion, lockAsMember, type MotionPlace } from './find-motion.ts'

/** A member says of themself that they profit from a motion: their arcs are left out. It answers a claim about them too. */
export async function declareConflict(
  tx: Tx,
  actor: Actor,
  place: MotionPlace,
  { version }: { readonly version?: number | undefined },
  site: Site,
): Promise<void> {
  await lockAsMember(tx, place.circleId, actor, site)
  const motion = await findOpenMotion(tx, place, version)
  if (!mayDeclareConflict(factsOf(motion), actor.id)) throw new Refusal('not_allowed')
  if (motion.conflicted.includes(actor.id)) return
  if (claimedMember(factsOf(motion), motion.proposed_by) === actor.id && !motion.claimAnswer) await writeAnswer(tx, actor, motion, true)
  await leaveOut(tx, actor, motion)
  await writeAudit(tx, { act: 'motion.conflict_declared', by: actor, subject: ['motion', motion.id], facts: { circle: place.circleId } })
  await publishCircleChange(tx, place.circleId, 'motions')
}
