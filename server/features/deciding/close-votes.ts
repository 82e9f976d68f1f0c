import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { closeDueVotes, recountOutcomes } from '#server/shared/decisions/recount-outcomes.ts'
import { moveFinishedVotesToHistory } from '#server/shared/decisions/vote-history.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'

/** Closes due votes circle by circle; if killed, the next run continues. */
async function closeDueVotesInAllCircles(db: Database): Promise<void> {
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
    .execute()
  for (const { circle_id } of due) {
    await db.transaction().execute(async (tx) => {
      await lockCircle(tx, circle_id)
      await closeDueVotes(tx, circle_id)
    })
  }
}

/** Moves votes of finished minutes to the history and records their outcome. */
async function moveVotesToHistory(db: Database): Promise<void> {
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
      await closeDueVotes(tx, circleId)
      const lastVoter = new Map((await moveFinishedVotesToHistory(tx, circleId)).map((vote) => [vote.property_id, vote.user_id]))
      for (const [propertyId, actorId] of lastVoter) await recountOutcomes(tx, circleId, { cause: 'vote', actorId }, propertyId)
      await publishCircleChange(tx, circleId, 'votes')
    })
  }
}

/** Runs every minute; no answer depends on it having run. */
export async function closeVotes(db: Database): Promise<void> {
  await closeDueVotesInAllCircles(db)
  await moveVotesToHistory(db)
}
