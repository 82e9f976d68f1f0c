import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { tellCircle } from '#server/db/live.ts'
import { holdCircle } from '#server/db/lock-arcs.ts'
import { recount, settle } from '#server/db/recount.ts'
import { recordVotesOver } from '#server/db/vote-history.ts'

/** Freezes what is past its closing date, circle by circle; killed in between, the next run goes on where this one stopped. */
async function closeDueVotes(db: Database): Promise<void> {
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
      await holdCircle(tx, circle_id)
      await settle(tx, circle_id)
    })
  }
}

/** Puts the votes of minutes that are over into the history, and on record what they came to. */
async function recordVotes(db: Database): Promise<void> {
  const circles = await db
    .selectFrom('pending_votes')
    .innerJoin('properties', 'properties.id', 'pending_votes.property_id')
    .select('properties.circle_id')
    .distinct()
    .where('pending_votes.at', '<', sql<Date>`date_trunc('minute', clock_timestamp())`)
    .execute()
  for (const { circle_id: circleId } of circles) {
    await db.transaction().execute(async (tx) => {
      // Held also when it was deleted: its history stays whole.
      await tx.selectFrom('circles').select('id').where('id', '=', circleId).forNoKeyUpdate().execute()
      await settle(tx, circleId)
      const lastVoter = new Map((await recordVotesOver(tx, circleId)).map((vote) => [vote.property_id, vote.user_id]))
      for (const [propertyId, actorId] of lastVoter) await recount(tx, circleId, { cause: 'vote', actorId }, propertyId)
      await tellCircle(tx, circleId, 'votes')
    })
  }
}

/** Both every minute; nothing that is read or refused depends on this having run. */
export async function closeVotes(db: Database): Promise<void> {
  await closeDueVotes(db)
  await recordVotes(db)
}
