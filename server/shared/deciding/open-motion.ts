import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Charter } from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import { type MotionFacts, mostOpenMotions, motionKey } from '#domain/motion-kinds.ts'
import { claimedMember, leftOutByProposing, relatedParty } from '#domain/motions.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { readCurrentCharter, writeCharter } from './charters.ts'
import { findNonVoters, mailMembers } from './mail-members.ts'
import { type MotionRow, selectMotions, selectOpenMotions, storedFacts, subjectOf, whyOf } from './motions.ts'
import { writeMotionRecord } from './write-record.ts'

/** Kind and facts in short: by it the same motion is known again. */
export const hashOfFacts = (
  facts: MotionFacts,
  words: { readonly title: string; readonly payee: string | null },
  proposer: string,
): string =>
  createHash('sha256')
    .update(motionKey(facts, words, proposer))
    .digest('hex')

export type NewMotion = {
  readonly circleId: string
  readonly facts: MotionFacts
  readonly title: string
  readonly text: string
  readonly payee: string | null
  readonly closesAt: Date
  readonly noticeSeconds: number
  readonly publicUrl: string
  readonly supersedes?: string | null
  /** Versions of the circle's documents, which the caller has checked. */
  readonly documents?: readonly string[]
  readonly charter?: Charter
}

/** The member named learns of it at once, by notice and mail, and is asked for their own word. */
async function tellOfClaim(tx: Tx, motion: MotionRow, member: string, publicUrl: string): Promise<void> {
  await writeMotionRecord(tx, motion, { kind: 'motion_claim', actorId: motion.proposed_by })
  const party = relatedParty(motion)
  await notify(tx, [member], { kind: 'motion_claim', circleId: motion.circle_id, motionId: motion.id, facts: { party } })
  await mailMembers(tx, subjectOf(motion), [member], { mail: 'claim', party }, publicUrl)
}

/** Refuses if a member has as many open motions in the circle as they may have. The caller has locked the circle. */
export async function requireFewOpen(tx: Tx, circleId: string, person: string): Promise<void> {
  const { open } = await selectOpenMotions(tx, circleId)
    .where('motions.proposed_by', '=', person)
    .clearSelect()
    .select(sql<number>`count(*)`.as('open'))
    .executeTakeFirstOrThrow()
  if (open >= mostOpenMotions) throw new Refusal('too_many_motions')
}

/** Puts a motion to the members: it is on record, and who may vote gets a notice. The caller has locked the circle and checked the proposal. */
export async function openMotion(tx: Tx, actor: Actor, motion: NewMotion): Promise<string> {
  const { circleId, facts, title, text, closesAt, noticeSeconds, publicUrl } = motion
  const payee = facts.kind === 'spend' || facts.kind === 'distribute' ? motion.payee : null
  const charter = motion.charter ?? (await readCurrentCharter(tx, circleId))
  // The default version, which nobody has accepted yet, is stored, because the motion is counted by it.
  if (charter.at === null) await writeCharter(tx, circleId, charter, null)
  const id = newId()
  await tx
    .insertInto('motions')
    .values({
      id,
      circle_id: circleId,
      kind: facts.kind,
      proposed_by: actor.id,
      charter_version: charter.version,
      facts: storedFacts(facts),
      facts_hash: hashOfFacts(facts, { title, payee: motion.payee }, actor.id),
      closes_at: closesAt,
      held_before: new Date(closesAt.getTime() - noticeSeconds * 1_000),
      supersedes: motion.supersedes ?? null,
    })
    .execute()
  await tx
    .insertInto('motion_texts')
    .values({ motion_id: id, title, body: text, payee, why: whyOf(facts), documents: [...(motion.documents ?? [])] })
    .execute()
  const leftOut = leftOutByProposing(facts, actor.id)
  if (leftOut) await tx.insertInto('motion_conflicts').values({ motion_id: id, user_id: leftOut, declared_by: leftOut }).execute()
  const row = await selectMotions(tx, circleId).where('motions.id', '=', id).executeTakeFirstOrThrow()
  await writeMotionRecord(tx, row, { kind: 'motion_made', actorId: actor.id })
  await writeAudit(tx, { act: 'motion.proposed', by: actor, subject: ['motion', id], facts: { circle: circleId, kind: facts.kind } })
  const voters = (await findNonVoters(tx, subjectOf(row))).filter((user) => user !== actor.id)
  await notify(tx, voters, { kind: 'new_motion', circleId, motionId: id })
  await mailMembers(tx, subjectOf(row), voters, { mail: 'asks', closesAt }, publicUrl)
  const claimed = claimedMember(facts, actor.id)
  if (claimed) await tellOfClaim(tx, row, claimed, publicUrl)
  await publishCircleChange(tx, circleId, 'motions')
  return id
}
