import type { Database } from '#server/db/connect.ts'
import { transaction } from '#server/db/transaction.ts'
import { closeDue, type Site } from '#server/shared/closing/close-due.ts'
import { recountOutcomes } from '#server/shared/deciding/recount-outcomes.ts'
import { lockLiveCircle } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'

/** The circles in which this person's arcs are counted. */
export async function findCirclesOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select('circles.id')
    .where('memberships.user_id', '=', userId)
    .where('memberships.ended_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where('circles.ended_at', 'is', null)
    .orderBy('circles.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts again wherever this person holds arcs, after they fell silent or came back: each circle by itself. */
export async function recountFor(db: Database, userId: string, site: Site): Promise<void> {
  for (const circleId of await findCirclesOf(db, userId)) {
    await transaction(db, async (tx) => {
      if (!(await lockLiveCircle(tx, circleId))) return
      await closeDue(tx, circleId, site)
      await recountOutcomes(tx, circleId, { cause: 'silence', actorId: null })
      await publishCircleChange(tx, circleId, 'votes')
      await publishCircleChange(tx, circleId, 'motions')
    })
  }
}
