import { sql } from 'kysely'
import { isProposableIn, type MotionKind, motionKinds } from '#domain/motion-kinds.ts'
import type { LapseReason } from '#domain/motions.ts'
import type { Stage } from '#domain/stages.ts'
import type { Tx } from '#server/db/connect.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { findMembers } from './mail-members.ts'
import { selectOpenMotions } from './motions.ts'
import { writeMotionRecord } from './write-record.ts'

type Which = {
  readonly circleId: string
  readonly reason: LapseReason
  /** Only motions of this person. */
  readonly proposer?: string
  /** Only motions with the same kind and facts as this one, which has passed. */
  readonly sameAs?: { readonly facts_hash: string }
  /** Only these. */
  readonly kinds?: readonly MotionKind[]
  readonly motionId?: string
}

/**
 * Ends open motions without a result, with the reason on record. In `gathering` there are no motions, so what frees an arc calls this. The
 * caller has locked the circle and closed what was due.
 */
export async function lapseMotions(tx: Tx, { circleId, reason, proposer, sameAs, kinds, motionId }: Which): Promise<void> {
  if (kinds?.length === 0) return
  const lapsing = await selectOpenMotions(tx, circleId)
    .$if(proposer !== undefined, (motions) => motions.where('motions.proposed_by', '=', proposer ?? ''))
    .$if(sameAs !== undefined, (motions) => motions.where('motions.facts_hash', '=', sameAs?.facts_hash ?? ''))
    .$if(kinds !== undefined, (motions) => motions.where('motions.kind', 'in', [...(kinds ?? [])]))
    .$if(motionId !== undefined, (motions) => motions.where('motions.id', '=', motionId ?? ''))
    .orderBy('motions.id')
    .execute()
  if (lapsing.length === 0) return
  const members = await findMembers(tx, circleId)
  for (const motion of lapsing) {
    await tx.insertInto('motion_withdrawals').values({ motion_id: motion.id, by: null, lapsed_because: reason }).execute()
    await writeMotionRecord(tx, motion, { kind: 'motion_lapsed', actorId: null })
    // The end of a circle gives one notice, not one for each motion.
    if (reason === 'circle_ended') continue
    await notify(tx, members, { kind: 'motion_lapsed', circleId, motionId: motion.id, facts: { lapsed: reason } })
  }
  await publishCircleChange(tx, circleId, 'motions')
}

/** Ends open motions if an arc of the circle is free. The caller has changed who holds its arcs. */
export async function lapseMotionsInGathering(tx: Tx, circleId: string): Promise<void> {
  const { rows } = await sql`select from arcs where circle_id = ${circleId} and membership_id is null limit 1`.execute(tx)
  if (rows.length > 0) await lapseMotions(tx, { circleId, reason: 'gathering' })
}

/**
 * Ends open motions whose kind is not made in the stage that begins: nobody is released once buying has begun, and no purchase is given up
 * that is finished. The caller has locked the circle, closed what was due, and changed the stage.
 */
export const lapseMotionsNotIn = (tx: Tx, circleId: string, stage: Stage): Promise<void> =>
  lapseMotions(tx, { circleId, reason: 'stage_changed', kinds: motionKinds.filter((kind) => !isProposableIn(kind, stage)) })
