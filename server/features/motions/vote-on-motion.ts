import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { hasEveryoneVoted, type MotionChoice } from '#domain/motions.ts'
import { holdersAt } from '#domain/weights.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { writeMotionRecord } from '#server/shared/decisions/write-record.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { closeMotion } from '#server/shared/motions/close-due.ts'
import { type MotionRow, ruleOf } from '#server/shared/motions/motions.ts'
import { markNoticesRead } from '#server/shared/notices/notify.ts'
import { findMotion, findOpenMotion, lockAsMember, type MotionPlace } from './find-motion.ts'
import type { Proposing } from './propose-motion.ts'

type MotionBallot = { readonly choice: MotionChoice; readonly reason?: string | null | undefined }

/** The closing date may pass between `closeDue` and this statement; such a vote is late too. */
async function saveBallot(tx: Tx, motion: MotionRow, userId: string, { choice, reason }: MotionBallot): Promise<void> {
  const id = newId()
  const { at } = await tx
    .insertInto('motion_votes')
    .values({ id, motion_id: motion.id, user_id: userId, choice })
    .returning('at')
    .executeTakeFirstOrThrow()
  if (at >= motion.closes_at) throw new Refusal('motion_closed')
  if (reason) await tx.insertInto('motion_vote_reasons').values({ vote_id: id, user_id: userId, reason }).execute()
}

/** Closes a motion on which everyone has voted, counted by what has been held for the notice period now. */
export async function closeIfEveryoneVoted(tx: Tx, motion: MotionRow, { publicUrl, noticeSeconds }: Proposing): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  const at = rows[0]?.now ?? new Date()
  const heldBefore = new Date(at.getTime() - noticeSeconds * 1_000)
  const holdings = await readHoldings(tx, motion.circle_id)
  if (!hasEveryoneVoted(ruleOf(motion), holdersAt(holdings, heldBefore.getTime()), motion.votes, motion.conflicted)) return
  await closeMotion(tx, motion, { at, heldBefore, holdings }, { publicUrl })
}

/** Casts or changes a member's vote. The first vote locks the motion's words and facts. */
export async function voteOnMotion(tx: Tx, actor: Actor, place: MotionPlace, ballot: MotionBallot, proposing: Proposing): Promise<void> {
  await lockAsMember(tx, place.circleId, actor, proposing)
  const motion = await findOpenMotion(tx, place)
  if (motion.conflicted.includes(actor.id)) throw new Refusal('no_vote_here')
  await saveBallot(tx, motion, actor.id, ballot)
  if (!motion.isVotedOn) {
    await writeMotionRecord(tx, { id: newId(), motion, kind: 'motion_locked', actorId: actor.id }, null)
  }
  // Without the choice: administrators read the log, but not motions.
  await writeAudit(tx, { act: 'motion.voted', by: actor, subject: ['motion', motion.id], facts: { circle: place.circleId } })
  await markNoticesRead(tx, actor.id, { motionId: motion.id }, ['new_motion', 'motion_waits'])
  await publishCircleChange(tx, place.circleId, 'motions')
  await closeIfEveryoneVoted(tx, await findMotion(tx, place), proposing)
}
