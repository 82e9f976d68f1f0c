import { Refusal } from '#contract/errors.ts'
import type { MotionChoice } from '#domain/motions.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { closeIfEveryoneVoted } from '#server/shared/closing/close-early.ts'
import type { MotionRow } from '#server/shared/deciding/motions.ts'
import { writeMotionRecord } from '#server/shared/deciding/write-record.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { markNoticesRead } from '#server/shared/notices/notify.ts'
import { findMotion, findOpenMotion, lockAsMember, type MotionPlace } from './find-motion.ts'
import type { Proposing } from './propose-motion.ts'

type MotionBallot = {
  readonly choice: MotionChoice
  readonly reason?: string | null | undefined
  /** The version that the voter has read. */
  readonly version?: number | undefined
}

/** The closing date may pass between `closeDueFirst` and this statement; such a vote is late too. */
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

/** Casts or changes a member's vote. The first vote locks the motion's words and facts. */
export async function voteOnMotion(tx: Tx, actor: Actor, place: MotionPlace, ballot: MotionBallot, proposing: Proposing): Promise<void> {
  await lockAsMember(tx, place.circleId, actor, proposing)
  const motion = await findOpenMotion(tx, place, ballot.version)
  if (motion.conflicted.includes(actor.id)) throw new Refusal('no_vote_here')
  await saveBallot(tx, motion, actor.id, ballot)
  if (!motion.isVotedOn) {
    await writeMotionRecord(tx, motion, { kind: 'motion_locked', actorId: actor.id })
  }
  // Without the choice: administrators read the log, but not motions.
  await writeAudit(tx, { act: 'motion.voted', by: actor, subject: ['motion', motion.id], facts: { circle: place.circleId } })
  await markNoticesRead(tx, actor.id, { motionId: motion.id }, ['new_motion', 'motion_waits', 'motion_changed'])
  await publishCircleChange(tx, place.circleId, 'motions')
  await closeIfEveryoneVoted(tx, await findMotion(tx, place), proposing)
}
