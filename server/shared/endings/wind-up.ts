import { type RawBuilder, sql } from 'kysely'
import { daysToEnd, type EndingLapse } from '#domain/ending-lapse.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { type MotionRow, selectMotions } from '#server/shared/deciding/motions.ts'
import { writeMotionRecord } from '#server/shared/deciding/write-record.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { endCircle } from './end-circle.ts'

/** The circle did it, not one person. */
const nobody = { id: null, origin: null }

export type WaitingEnding = { readonly motionId: string; readonly passedAt: Date; readonly lapsesAt: Date }

/** The passed motion to end the circle that waits until nothing stands in the way. */
export async function readWaitingEnding(db: Database | Tx, circleId: string): Promise<WaitingEnding | null> {
  const row = await db
    .selectFrom('windings_up')
    .select(['motion_id as motionId', 'passed_at as passedAt', 'lapses_at as lapsesAt'])
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .where('lapsed_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** In SQL: whether a waiting ending of this circle happens or lapses now. */
export const isEndingDueIn = (circleId: RawBuilder<unknown>): RawBuilder<boolean> => sql`is_ending_due(${circleId})`

/** Circles whose waiting ending happens or lapses now. */
export async function findDueEndings(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('windings_up')
    .innerJoin('circles', 'circles.id', 'windings_up.circle_id')
    .select('circles.id')
    .where('windings_up.ended_at', 'is', null)
    .where('lapsed_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where(isEndingDueIn(sql.ref('circles.id')))
    .execute()
  return rows.map(({ id }) => id)
}

async function lapse(tx: Tx, motion: MotionRow, why: EndingLapse): Promise<void> {
  const { id: motionId, circle_id: circleId } = motion
  const set = { lapsed_at: sql<Date>`clock_timestamp()`, lapsed_because: why }
  await tx.updateTable('windings_up').set(set).where('motion_id', '=', motionId).execute()
  await writeMotionRecord(tx, motion, { kind: 'motion_ending_lapsed', actorId: null })
  await writeAudit(tx, { act: 'circle.ending_lapsed', by: nobody, subject: ['circle', circleId], facts: { motion: motionId, why } })
  await notify(tx, await findCirclePeople(tx, circleId), { kind: 'ending_lapsed', circleId, motionId })
  await publishCircleChange(tx, circleId, 'circle')
}

/**
 * Ends the circle if a motion to end it waits and nothing stands in the way any more, or lets the motion lapse when its time is over. Says
 * whether either happened. The caller has locked the circle.
 */
export async function settleEnding(tx: Tx, circleId: string): Promise<boolean> {
  const waiting = await tx
    .selectFrom('windings_up')
    .select('motion_id')
    .select([
      isEndingDueIn(sql`${circleId}::uuid`).as('isDue'),
      sql<boolean>`lapses_at <= clock_timestamp()`.as('isOver'),
      sql<boolean>`exists (select from circles where id = ${circleId} and holding is null)
        and exists (select from arcs where circle_id = ${circleId} and membership_id is null)`.as('isGathering'),
    ])
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .where('lapsed_at', 'is', null)
    .executeTakeFirst()
  if (!waiting?.isDue) return false
  const motion = await selectMotions(tx, circleId).where('motions.id', '=', waiting.motion_id).executeTakeFirstOrThrow()
  if (waiting.isOver || waiting.isGathering) {
    await lapse(tx, motion, waiting.isOver ? 'not_in_time' : 'gathering')
    return true
  }
  await tx.updateTable('windings_up').set({ ended_at: sql<Date>`clock_timestamp()` }).where('motion_id', '=', motion.id).execute()
  await writeMotionRecord(tx, motion, { kind: 'motion_ended_circle', actorId: null })
  await endCircle(tx, motion)
  return true
}

/**
 * The effect of a passed motion to end the circle: it ends at once if nothing stands in the way, else as soon as nothing does. Nothing happens
 * if it is ending already.
 */
export async function windUp(tx: Tx, motion: MotionRow, recordId: string): Promise<void> {
  const { id: motionId, circle_id: circleId } = motion
  if (await readWaitingEnding(tx, circleId)) return
  // A day of notice is what lies between the closing date and the moment since which arcs count.
  const lapsesAt = sql<Date>`motion_closings.at + ${daysToEnd} * (motions.closes_at - motions.held_before)`
  await tx
    .insertInto('windings_up')
    .columns(['motion_id', 'circle_id', 'record_id', 'passed_at', 'lapses_at'])
    .expression(
      tx
        .selectFrom('motion_closings')
        .innerJoin('motions', 'motions.id', 'motion_closings.motion_id')
        .select(['motions.id', 'motions.circle_id', sql<string>`${recordId}::uuid`.as('record_id'), 'motion_closings.at'])
        .select(lapsesAt.as('lapses_at'))
        .where('motions.id', '=', motionId),
    )
    .execute()
  if (await settleEnding(tx, circleId)) return
  await writeMotionRecord(tx, motion, { kind: 'motion_ending_waits', actorId: null })
  await writeAudit(tx, { act: 'circle.ending_waits', by: nobody, subject: ['circle', circleId], facts: { motion: motionId } })
  await notify(tx, await findCirclePeople(tx, circleId), { kind: 'ending_waits', circleId, motionId })
  await publishCircleChange(tx, circleId, 'circle')
}
