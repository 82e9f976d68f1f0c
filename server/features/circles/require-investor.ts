import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

/** Brokers cannot own circles. */
export async function requireInvestor(tx: Tx, userId: string): Promise<void> {
  const person = isId(userId)
    ? await tx.selectFrom('users').select('is_broker').where('id', '=', userId).where('deleted_at', 'is', null).executeTakeFirst()
    : undefined
  if (!person || person.is_broker) {
    throw new Refusal('invalid', { fields: [{ field: 'owner', message: 'Please choose an investor as owner' }] })
  }
}
