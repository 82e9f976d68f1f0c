import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { writeMotionRecord } from '#server/shared/decisions/write-record.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { factsOf } from '#server/shared/motions/motions.ts'
import { findMotion, findOpenMotion, lockAsMember, type MotionPlace } from './find-motion.ts'
import { checkProposal, conflictedBy, type Proposal, type Proposing } from './propose-motion.ts'

/**
 * Until the first vote its proposer may change a motion, but not its kind, nor who has no vote on it: that was announced to everyone, and
 * conflicts are never taken back.
 */
export async function changeMotion(
  tx: Tx,
  actor: Actor,
  place: MotionPlace,
  proposal: Proposal,
  { publicUrl, noticeSeconds }: Proposing,
): Promise<void> {
  const { circleId, motionId } = place
  const { isOwner } = await lockAsMember(tx, circleId, actor, { publicUrl })
  const motion = await findOpenMotion(tx, place)
  if (motion.proposed_by !== actor.id) throw new Refusal('not_allowed')
  if (motion.isVotedOn) throw new Refusal('motion_voted_on')
  const { facts, title, text, payee } = proposal
  if (facts.kind !== motion.kind || conflictedBy(facts, actor.id) !== conflictedBy(factsOf(motion), actor.id)) {
    throw new Refusal('invalid', { fields: [{ field: 'facts', message: 'Propose a new motion for this change' }] })
  }
  const { hash, closesAt, heldBefore } = await checkProposal(tx, actor, circleId, proposal, { isOwner, noticeSeconds, except: motionId })
  await tx
    .updateTable('motions')
    .set({ facts: JSON.stringify(facts), facts_hash: hash, closes_at: closesAt, held_before: heldBefore })
    .where('id', '=', motionId)
    .execute()
  const words = { title, body: text, payee: facts.kind === 'spend' ? (payee ?? null) : null }
  await tx.updateTable('motion_texts').set(words).where('motion_id', '=', motionId).execute()
  const changed = await findMotion(tx, place)
  await writeMotionRecord(tx, { id: newId(), motion: changed, kind: 'motion_changed', actorId: actor.id }, null)
  await writeAudit(tx, { act: 'motion.changed', by: actor, subject: ['motion', motionId], facts: { circle: circleId } })
  await publishCircleChange(tx, circleId, 'motions')
}
