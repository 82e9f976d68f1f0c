import { Refusal } from '#contract/errors.ts'
import { claimedMember, leftOutByKind, leftOutByProposing } from '#domain/motions.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { factsOf, storedFacts, whyOf } from '#server/shared/deciding/motions.ts'
import { writeMotionRecord } from '#server/shared/deciding/write-record.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { findMotion, findOpenMotion, lockAsMember, type MotionPlace } from './find-motion.ts'
import { checkDocuments, checkProposal, type Proposal, type Proposing } from './propose-motion.ts'

/**
 * Until someone has said a word on it (a vote, a conflict, an answer) its proposer may change a motion: a new version, which every member is
 * told of. Its kind and whom it names as related stay, because that was announced to everyone and to the member named.
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
  if (motion.isLocked) throw new Refusal('motion_voted_on')
  const { facts, title, text } = proposal
  const before = factsOf(motion)
  const namesOthers =
    [claimedMember, leftOutByProposing].some((named) => named(facts, actor.id) !== named(before, actor.id)) ||
    leftOutByKind(facts).join() !== leftOutByKind(before).join()
  if (facts.kind !== motion.kind || namesOthers) {
    throw new Refusal('invalid', { fields: [{ field: 'facts', message: 'Propose a new motion for this change' }] })
  }
  const { hash, closesAt, heldBefore } = await checkProposal(tx, actor, circleId, proposal, { isOwner, noticeSeconds })
  const documents = proposal.documents ? await checkDocuments(tx, circleId, proposal.documents) : motion.documents
  const payee = facts.kind === 'spend' ? proposal.payee || null : null
  await tx
    .updateTable('motions')
    .set({ facts: storedFacts(facts), facts_hash: hash, closes_at: closesAt, held_before: heldBefore, version: motion.version + 1 })
    .where('id', '=', motionId)
    .execute()
  await tx
    .updateTable('motion_texts')
    .set({ title, body: text, payee, why: whyOf(facts), documents })
    .where('motion_id', '=', motionId)
    .execute()
  const changed = await findMotion(tx, place)
  await writeMotionRecord(tx, changed, { kind: 'motion_changed', actorId: actor.id })
  await writeAudit(tx, { act: 'motion.changed', by: actor, subject: ['motion', motionId], facts: { circle: circleId } })
  const others = (await readHoldings(tx, circleId)).map(({ user }) => user).filter((user) => user !== actor.id)
  await notify(tx, others, { kind: 'motion_changed', circleId, motionId })
  await publishCircleChange(tx, circleId, 'motions')
}
