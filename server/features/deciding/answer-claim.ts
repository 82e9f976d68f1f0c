import { Refusal } from '#contract/errors.ts'
import { claimedMember } from '#domain/motions.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { factsOf, type MotionRow } from '#server/shared/deciding/motions.ts'
import { writeMotionRecord } from '#server/shared/deciding/write-record.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { markNoticesRead } from '#server/shared/notices/notify.ts'
import { findOpenMotion, lockAsMember, type MotionPlace } from './find-motion.ts'

/** A person's own word: their arcs are left out until closing, and it is never taken back. */
export async function leaveOut(tx: Tx, actor: Actor, motion: MotionRow): Promise<void> {
  if (motion.conflicted.includes(actor.id)) return
  await tx.insertInto('motion_conflicts').values({ motion_id: motion.id, user_id: actor.id, declared_by: actor.id }).execute()
  await writeMotionRecord(tx, motion, { kind: 'motion_conflict', actorId: actor.id })
}

/** Writes the answer of the member of whom the proposer says that the payee is related to them. */
export async function writeAnswer(tx: Tx, actor: Actor, motion: MotionRow, isSo: boolean): Promise<void> {
  await tx.insertInto('motion_claim_answers').values({ motion_id: motion.id, user_id: actor.id, is_so: isSo }).execute()
  const kind = isSo ? 'motion_claim_so' : 'motion_claim_not_so'
  await writeMotionRecord(tx, motion, { kind, actorId: actor.id })
  await markNoticesRead(tx, actor.id, { motionId: motion.id }, ['motion_claim'])
}

type Answer = { readonly isSo: boolean; readonly version?: number | undefined }

/** The member whom the proposer named says whether it is so. If it is, they are left out; if not, they vote, and both words stand. */
export async function answerClaim(tx: Tx, actor: Actor, place: MotionPlace, { isSo, version }: Answer, site: Site): Promise<void> {
  await lockAsMember(tx, place.circleId, actor, site)
  const motion = await findOpenMotion(tx, place, version)
  if (claimedMember(factsOf(motion), motion.proposed_by) !== actor.id) throw new Refusal('not_allowed')
  if (motion.claimAnswer?.isSo === isSo) return
  if (motion.claimAnswer) throw new Refusal('claim_answered')
  await writeAnswer(tx, actor, motion, isSo)
  if (isSo) await leaveOut(tx, actor, motion)
  const facts = { circle: place.circleId, isSo }
  await writeAudit(tx, { act: 'motion.claim_answered', by: actor, subject: ['motion', motion.id], facts })
  await publishCircleChange(tx, place.circleId, 'motions')
}
