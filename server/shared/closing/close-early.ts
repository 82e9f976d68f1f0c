import { sql } from 'kysely'
import { mayCloseEarly } from '#domain/motions.ts'
import { holdersAt } from '#domain/weights.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { transaction } from '#server/db/transaction.ts'
import { factsOf, isOpen, type MotionRow, ruleOf, selectOpenMotions } from '#server/shared/deciding/motions.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { lockLiveCircle } from '#server/shared/ledger/lock-arcs.ts'
import { closeDue, closeMotion, type Site } from './close-due.ts'

export type Closing = Site & { readonly noticeSeconds: number }

/** Closes a motion before its date if everyone who may vote has voted and every arc has been held for the notice period by now. */
export async function closeIfEveryoneVoted(tx: Tx, motion: MotionRow, { publicUrl, noticeSeconds }: Closing): Promise<void> {
  const at = await readDatabaseClock(tx)
  const heldBefore = new Date(at.getTime() - noticeSeconds * 1_000)
  const holdings = await readHoldings(tx, motion.circle_id)
  const holders = holdersAt(holdings, heldBefore.getTime())
  if (!mayCloseEarly(factsOf(motion).kind, ruleOf(motion), holders, motion.votes, motion.conflicted)) return
  await closeMotion(tx, motion, { at, heldBefore, holdings }, { publicUrl })
}

/** Circles in which time alone may have made a motion ready to close: nobody's vote is missing, and no arc is too new. */
async function findCircles(db: Database, noticeSeconds: number): Promise<string[]> {
  const { rows } = await sql<{ circle_id: string }>`
    select distinct circle_id from open_decisions as open
    where motion_id is not null and closes_at > now()
      and exists (select from motion_votes where motion_votes.motion_id = open.motion_id)
      and not exists (select from arcs where arcs.circle_id = open.circle_id
        and held_since > clock_timestamp() - ${noticeSeconds} * interval '1 second')
      and not exists (select from missing_votes where missing_votes.motion_id = open.motion_id)`.execute(db)
  return rows.map(({ circle_id }) => circle_id)
}

/** Closes motions on which everyone had voted before the last arcs had been held long enough. Runs every minute. */
export async function closeReadyMotions(db: Database, closing: Closing): Promise<void> {
  for (const circleId of await findCircles(db, closing.noticeSeconds)) {
    await transaction(db, async (tx) => {
      if (!(await lockLiveCircle(tx, circleId))) return
      await closeDue(tx, circleId, closing)
      for (const { id } of await selectOpenMotions(tx, circleId).orderBy('motions.id').execute()) {
        // Read again: the motion before it may have changed who votes.
        const motion = await selectOpenMotions(tx, circleId).where('motions.id', '=', id).executeTakeFirst()
        if (motion && isOpen(motion)) await closeIfEveryoneVoted(tx, motion, closing)
      }
    })
  }
}
