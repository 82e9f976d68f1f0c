import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { closeDue, closeDueIn, type Site } from '#server/shared/closing/close-due.ts'
import { type Closing, closeReadyMotions } from '#server/shared/closing/close-early.ts'
import { recountOutcomes } from '#server/shared/deciding/recount-outcomes.ts'
import { moveFinishedVotesToHistory } from '#server/shared/deciding/vote-history.ts'
import { findDueEndings } from '#server/shared/endings/wind-up.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'

/** Closes due votes and motions, and ends circles that waited for it, circle by circle; if killed, the next run continues. */
async function closeDueInAllCircles(db: Database, site: Site): Promise<void> {
  const due = await db.selectFrom('open_decisions').select('circle_id').distinct().where('closes_at', '<=', sql<Date>`now()`).execute()
  const offers = await db.selectFrom('offer_due').select('circle_id').distinct().where('at', '<=', sql<Date>`now()`).execute()
  const circles = new Set([...[...due, ...offers].flatMap(({ circle_id }) => circle_id ?? []), ...(await findDueEndings(db))])
  for (const circleId of circles) await closeDueIn(db, circleId, site)
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
export async function closeVotes(db: Database, site: Closing): Promise<void> {
  await closeDueInAllCircles(db, site)
  await closeReadyMotions(db, site)
  await moveVotesToHistory(db, site)
}
