import { sql } from 'kysely'
import { presenceSeconds } from '#domain/silent.ts'
import type { Database } from '#server/db/connect.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Alongside } from '#server/sessions/actor.ts'
import type { Closing } from '#server/shared/closing/close-early.ts'
import { recountFor } from './recount-for.ts'

/** In SQL: the person's id if their last request has to be stored again, which is rarely so. Read with each request's session. */
export const unseen = (userId: string, noticeSeconds: number): Alongside => sql`(select ${userId}::text
  where not exists (select from last_requests where user_id = ${userId}
      and at > clock_timestamp() - ${presenceSeconds(noticeSeconds)} * interval '1 second')
    or exists (select from silences where user_id = ${userId} and ended_at is null))`

/** Stores that the person has made a request. Any request is a sign of life; says whether they were silent until now. */
export async function noteRequest(db: Database, userId: string, site: Closing): Promise<boolean> {
  const wasSilent = await transaction(db, async (tx) => {
    // First, because the job that finds silent people locks this row while it decides.
    await tx
      .insertInto('last_requests')
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ at: sql<Date>`clock_timestamp()` }))
      .execute()
    const ended = await tx
      .updateTable('silences')
      .set({ ended_at: sql<Date>`clock_timestamp()` })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute()
    return ended.length > 0
  })
  if (wasSilent) await recountFor(db, userId, site)
  return wasSilent
}
