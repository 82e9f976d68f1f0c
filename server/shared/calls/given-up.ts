import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'

/**
 * Giving up made of what was paid what is owed, so an entry from before it is not reversed any more. What the bank took back is booked as
 * sent back to the member.
 */
export async function requireNotGivenUp(tx: Tx, entryId: string): Promise<void> {
  const givenUp = await tx
    .selectFrom('book_entries')
    .innerJoin('acquisitions', 'acquisitions.id', 'book_entries.acquisition_id')
    .select('book_entries.id')
    .where('book_entries.id', '=', entryId)
    .where('acquisitions.outcome', '=', 'given_up')
    .executeTakeFirst()
  if (givenUp) throw new Refusal('contribution_given_up')
}
