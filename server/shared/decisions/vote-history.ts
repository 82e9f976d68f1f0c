import { type DeleteQueryBuilder, type DeleteResult, sql } from 'kysely'
import type { Preference } from '#domain/choices.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { DB } from '#server/db/schema.generated.ts'

type Entry = {
  readonly propertyId: string
  readonly userId: string
  /** Null: taken back. */
  readonly preference: Preference | null
}

/** Puts a vote of before there was a history where it belongs. */
export async function appendEarlierVote(tx: Tx, { propertyId, userId, preference }: Entry, at: Date): Promise<void> {
  await tx.insertInto('vote_history').values({ id: newId(), property_id: propertyId, user_id: userId, preference, at }).execute()
}

const isOver = sql<boolean>`date_trunc('minute', at) < date_trunc('minute', clock_timestamp())`

type Pending = DeleteQueryBuilder<DB, 'pending_votes', DeleteResult>

/**
 * Moves pending votes into the append-only history, under the id they have had since they were cast. Answers with them, oldest
 * first. The caller holds the circle's row.
 */
export async function recordPendingVotes(tx: Tx, which: (votes: Pending) => Pending) {
  const votes = await which(tx.deleteFrom('pending_votes')).returningAll().execute()
  if (votes.length > 0) await tx.insertInto('vote_history').values(votes).execute()
  return votes.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Those of one circle whose minute is over. */
export const recordVotesOver = (tx: Tx, circleId: string) =>
  recordPendingVotes(tx, (votes) =>
    votes.where(isOver).where('property_id', 'in', tx.selectFrom('properties').select('id').where('circle_id', '=', circleId)),
  )

/**
 * Keeps a vote for the history. A voter's vote on a property stays pending until its minute is over, and another one replaces it
 * meanwhile: whoever changes their mind forty times a second leaves one row. The reason stands beside it, to go with the person.
 */
export async function keepVote(
  tx: Tx,
  { propertyId, userId, preference, reason = null }: Entry & { readonly reason?: string | null },
): Promise<{ readonly id: string; readonly isFirst: boolean }> {
  await recordPendingVotes(tx, (votes) => votes.where('property_id', '=', propertyId).where('user_id', '=', userId).where(isOver))
  const { id, isFirst } = await tx
    .insertInto('pending_votes')
    .values({ id: newId(), property_id: propertyId, user_id: userId, preference })
    .onConflict((conflict) => conflict.columns(['property_id', 'user_id']).doUpdateSet({ preference, at: sql<Date>`clock_timestamp()` }))
    // A row that this statement made has no earlier version.
    .returning(['id', sql<boolean>`xmax = 0`.as('isFirst')])
    .executeTakeFirstOrThrow()
  if (reason) {
    await tx
      .insertInto('vote_reasons')
      .values({ vote_id: id, user_id: userId, reason })
      .onConflict((conflict) => conflict.column('vote_id').doUpdateSet({ reason }))
      .execute()
  } else if (!isFirst) {
    await tx.deleteFrom('vote_reasons').where('vote_id', '=', id).execute()
  }
  return { id, isFirst }
}
