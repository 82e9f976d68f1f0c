import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import type { MotionRow } from '#server/shared/deciding/motions.ts'
import { writeMotionRecord } from '#server/shared/deciding/write-record.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { endUnadmitted } from '#server/shared/offers/end-offers.ts'
import { findOpenMotion, lockAsMember, type MotionPlace } from './find-motion.ts'

/** The caller has locked the circle and checked that the motion is open and the actor's own. Nobody is admitted by it any more. */
export async function endMotion(tx: Tx, actor: Actor, motion: MotionRow, site: Pick<Site, 'publicUrl'>): Promise<void> {
  await tx.insertInto('motion_withdrawals').values({ motion_id: motion.id, by: actor.id }).execute()
  await writeMotionRecord(tx, motion, { kind: 'motion_withdrawn', actorId: actor.id })
  await writeAudit(tx, { act: 'motion.withdrawn', by: actor, subject: ['motion', motion.id], facts: { circle: motion.circle_id } })
  await publishCircleChange(tx, motion.circle_id, 'motions')
  if (motion.kind === 'admit') await endUnadmitted(tx, motion.circle_id, site)
}

/** A proposer may take an open motion back; others may not end it. */
export async function withdrawMotion(tx: Tx, actor: Actor, place: MotionPlace, site: Site): Promise<void> {
  await lockAsMember(tx, place.circleId, actor, site)
  const motion = await findOpenMotion(tx, place)
  if (motion.proposed_by !== actor.id) throw new Refusal('not_allowed')
  await endMotion(tx, actor, motion, site)
}
