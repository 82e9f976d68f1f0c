import { sql } from 'kysely'
import type { Wish } from '#domain/wish.ts'
import type { Tx } from '#server/db/connect.ts'

/**
 * Keeps where a person was going; an earlier wish gives way to it. Only an invited one does not give way to a wish without
 * a circle: a hidden circle could not be found again.
 */
export async function keepWish(tx: Tx, userId: string, { path, circleId }: Wish, inviteId: string | null): Promise<void> {
  const givesWay = sql<boolean>`kept_wishes.invite_id is null or excluded.circle_id is not null`
  const values = { path, circle_id: circleId, invite_id: inviteId, made_at: sql<Date>`now()` }
  await tx
    .insertInto('kept_wishes')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values).where(givesWay))
    .execute()
}

export async function forgetWish(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('kept_wishes').where('user_id', '=', userId).execute()
}

/** Someone who has joined a circle no longer wishes to. */
export async function fulfilWishFor(tx: Tx, userId: string, circleId: string): Promise<void> {
  await tx.deleteFrom('kept_wishes').where('user_id', '=', userId).where('circle_id', '=', circleId).execute()
}
