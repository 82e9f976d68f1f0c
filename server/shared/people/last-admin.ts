import { Refusal } from '#contract/errors.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** Whether nobody else is an active administrator. */
export async function isLastAdmin(db: Database, userId: string): Promise<boolean> {
  const admins = await db.selectFrom('users').select('id').where('is_admin', '=', true).where('status', '=', 'active').limit(2).execute()
  return admins.length === 1 && admins[0]?.id === userId
}

/**
 * Refuses to remove the last active administrator. Locks all administrators' rows until the transaction ends, so that two administrators
 * can't remove each other at the same time.
 */
export async function requireAnotherAdmin(tx: Tx, userId: string): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (admins.every((admin) => admin.id === userId)) throw new Refusal('last_admin')
}
