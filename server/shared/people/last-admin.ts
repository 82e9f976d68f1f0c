import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'

/**
 * Refuses to let the last active administrator go. Holds all their rows until the transaction ends, so that two
 * administrators who remove each other at the same moment can't both succeed.
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
