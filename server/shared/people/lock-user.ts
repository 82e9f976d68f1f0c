import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { UserRow } from './users.ts'

export async function lockUser(tx: Tx, userId: string): Promise<UserRow> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('user_not_found')
  return row
}
