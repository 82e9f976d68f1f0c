import { sql } from 'kysely'
import type { Wish } from '#contract/read-wish.ts'
import type { Tx } from '#server/db/connect.ts'

/**
 * Saves the page that a person wanted to open; it replaces an earlier wish. Exception: a wish with an invite is only replaced by another
 * circle, because the hidden circle could not be found again.
 */
export async function saveWish(tx: Tx, userId: string, { path, circleId }: Wish, inviteId: string | null): Promise<void> {
  const isReplaceable = sql<boolean>`kept_wishes.invite_id is null or excluded.circle_id is not null`
  const values = { path, circle_id: circleId, invite_id: inviteId, made_at: sql<Date>`now()` }
  await tx
    .insertInto('kept_wishes')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values).where(isReplaceable))
    .execute()
}

export async function deleteWish(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('kept_wishes').where('user_id', '=', userId).execute()
}
