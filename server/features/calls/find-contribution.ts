import { Refusal } from '#contract/errors.ts'
import type { MoneyPlace } from '#domain/book-accounts.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

export type ContributionPlace = { readonly circleId: string; readonly contributionId: string }

/** A payment of this circle, with who has confirmed it. The caller has locked the circle. */
export async function findContribution(tx: Tx, { circleId, contributionId }: ContributionPlace) {
  const row = isId(contributionId)
    ? await tx.selectFrom('contributions').selectAll().where('id', '=', contributionId).where('circle_id', '=', circleId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('contribution_not_found')
  const words = await tx.selectFrom('contribution_words').select('user_id').where('contribution_id', '=', row.id).execute()
  const text = await tx.selectFrom('contribution_texts').select('sender').where('contribution_id', '=', row.id).executeTakeFirst()
  return { ...row, words: words.map(({ user_id }) => user_id), sender: text?.sender ?? '' }
}

export type ContributionRow = Awaited<ReturnType<typeof findContribution>>

export const placeOf = (bankAccountId: string | null): MoneyPlace =>
  bankAccountId ? { account: 'cash', bankAccount: bankAccountId } : { account: 'held', heldBy: 'title' }

/** Whether the entry of a payment that counts was taken back: here, or by the treasurer in the book. */
export async function isReversed(tx: Tx, entryId: string): Promise<boolean> {
  const reversal = await tx.selectFrom('book_entries').select('id').where('reverses', '=', entryId).executeTakeFirst()
  return reversal !== undefined
}

/** The record that the bank took a payment back; null while there is none. */
export async function findReturn(tx: Tx, contributionId: string) {
  const row = await tx
    .selectFrom('contribution_returns')
    .selectAll()
    .where('contribution_id', '=', contributionId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const words = await tx.selectFrom('contribution_return_words').select('user_id').where('return_id', '=', row.id).execute()
  return { ...row, words: words.map(({ user_id }) => user_id) }
}
