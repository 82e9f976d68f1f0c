import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { recountOutcomes } from '#server/shared/decisions/recount-outcomes.ts'
import { moveFinishedVotesToHistory } from '#server/shared/decisions/vote-history.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { closeDue, type Site } from '#server/shared/motions/close-due.ts'

/** Closes due votes and motions circle by circle; if killed, the next run continues. */
async function closeDueInAllCircles(db: Database, site: Site): Promise<void> {
  const due = await db
    .selectFrom('decisions')
    .innerJoin('properties', 'properties.id', 'decisions.property_id')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .select('properties.circle_id')
    .distinct()
    .where('decisions.closes_at', '<=', sql<Date>`now()`)
    .where('decisions.closed_by_record', 'is', null)
    .where('properties.deleted_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .union(
      db
        .selectFrom('motions')
        .innerJoin('circles', 'circles.id', 'motions.circle_id')
        .leftJoin('motion_closings', 'motion_closings.motion_id', 'motions.id')
        .leftJoin('motion_withdrawals', 'motion_withdrawals.motion_id', 'motions.id')
        .select('motions.circle_id')
        .where('motions.closes_at', '<=', sql<Date>`now()`)
        .where('motion_closings.motion_id', 'is', null)
        .where('motion_withdrawals.motion_id', 'is', null)
        .where('circles.deleted_at', 'is', null),
    )
    .execute()
  for (const { circle_id } of due) {
    await db.transaction().execute(async (tx) => {
      await lockCircle(tx, circle_id)
      await closeDue(tx, circle_id, site)
    })
  }
}

/** Moves votes of finished minutes to the history and records their outcome. */
async function moveVotesToHistory(db: Database, site: Site): Promise<void> {
  const circles = await db
    .selectFrom('pending_votes')
    .innerJoin('properties', 'properties.id', 'pending_votes.property_id')
    .select('properties.circle_id')
    .distinct()
    .where('pending_votes.at', '<', sql<Date>`date_trunc('minute', clock_timestamp())`)
    .execute()
  for (const { circle_id: circleId } of circles) {
    await db.transaction().execute(async (tx) => {
      // Also locked if it is deleted: its history stays complete.
      await tx.selectFrom('circles').select('id').where('id', '=', circleId).forNoKeyUpdate().execute()
      await closeDue(tx, circleId, site)
      const lastVoter = new Map((await moveFinishedVotesToHistory(tx, circleId)).map((vote) => [vote.property_id, vote.user_id]))
      for (const [propertyId, actorId] of lastVoter) await recountOutcomes(tx, circleId, { cause: 'vote', actorId }, propertyId)
      await publishCircleChange(tx, circleId, 'votes')
    })
  }
}

/** Runs every minute; no answer depends on it having run. */
export async function closeVotes(db: Database, site: Site): Promise<void> {
  await closeDueInAllCircles(db, site)
  await moveVotesToHistory(db, site)
}
