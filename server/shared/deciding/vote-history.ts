import { type DeleteQueryBuilder, type DeleteResult, sql } from 'kysely'
import type { Preference } from '#domain/choices.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { DB } from '#server/db/schema.generated.ts'

type Entry = {
  readonly propertyId: string
  readonly userId: string
  /** Null: the vote was withdrawn. */
  readonly preference: Preference | null
}

/** For votes that are older than the history table. */
export async function appendEarlierVote(tx: Tx, { propertyId, userId, preference }: Entry, at: Date): Promise<void> {
  await tx.insertInto('vote_history').values({ id: newId(), property_id: propertyId, user_id: userId, preference, at }).execute()
}

const isOver = sql<boolean>`date_trunc('minute', at) < date_trunc('minute', clock_timestamp())`

type Pending = DeleteQueryBuilder<DB, 'pending_votes', DeleteResult>

/** Moves pending votes into the append-only history, with the same ids. Returns them, oldest first. The caller has locked the circle. */
export async function movePendingVotesToHistory(tx: Tx, which: (votes: Pending) => Pending) {
  const votes = await which(tx.deleteFrom('pending_votes')).returningAll().execute()
  if (votes.length > 0) await tx.insertInto('vote_history').values(votes).execute()
  return votes.sort((a, b) => a.at.getTime() - b.at.getTime())
}

export const moveFinishedVotesToHistory = (tx: Tx, circleId: string) =>
  movePendingVotesToHistory(tx, (votes) =>
    votes.where(isOver).where('property_id', 'in', tx.selectFrom('properties').select('id').where('circle_id', '=', circleId)),
  )

/**
 * Saves a vote as pending until its minute is over. A later vote in the same minute replaces it, so that a voter who changes their mind
 * many times adds one row. The reason is in its own table because it is erased with the person.
 */
export async function saveVote(
  tx: Tx,
  { propertyId, userId, preference, reason = null }: Entry & { readonly reason?: string | null },
): Promise<{ readonly id: string; readonly isFirst: boolean }> {
  await movePendingVotesToHistory(tx, (votes) => votes.where('property_id', '=', propertyId).where('user_id', '=', userId).where(isOver))
  const { id, isFirst } = await tx
    .insertInto('pending_votes')
    .values({ id: newId(), property_id: propertyId, user_id: userId, preference })
    .onConflict((conflict) => conflict.columns(['property_id', 'user_id']).doUpdateSet({ preference, at: sql<Date>`clock_timestamp()` }))
    // In PostgreSQL, xmax = 0 means that this statement inserted the row.
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
