import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

/** An entry of this circle with what decides about its reversal and refunds. */
export async function findEntry(tx: Database | Tx, circleId: string, entryId: string, reader: string) {
  const row = isId(entryId)
    ? await tx
        .selectFrom('book_entries')
        .leftJoin('book_permissions', 'book_permissions.entry_id', 'book_entries.id')
        .selectAll('book_entries')
        .select('book_permissions.permission')
        .select([
          sql<boolean>`exists (select from book_entries as reversal where reversal.reverses = book_entries.id)`.as('isReversed'),
          sql<boolean>`exists (select from outlays where outlays.entry_id = book_entries.id)
            or exists (select from payout_marks where payout_marks.entry_id = book_entries.id)
            or exists (select from paid_backs where paid_backs.entry_id = book_entries.id)`.as('hasOthersWord'),
          sql<boolean>`exists (select from bank_match_cash join bank_match_lines using (match_id) where bank_match_cash.entry_id = book_entries.id
            and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_match_cash.match_id))`.as('isShown'),
          // What is owed to or by the treasurer, another member has booked.
          sql<boolean>`exists (select from book_lines where book_lines.entry_id = book_entries.id and account = 'owed'
            and book_lines.user_id = ${reader} and booked_by <> ${reader})`.as('isBookedForReader'),
          // A payment that counts by the words of members, or the treasurer's own, which another member has matched.
          sql<boolean>`exists (select from contributions where contributions.entry_id = book_entries.id
            and (exists (select from contribution_words where contribution_id = contributions.id)
              or (payer = ${reader} and booked_by <> ${reader})))`.as('isCountedByMembers'),
          sql<number>`coalesce((select sum(amount_cents) from book_refunds join book_lines on book_lines.entry_id = book_refunds.entry_id
              and account = 'cash'
            where of_entry_id = book_entries.id and not exists (select from book_entries as reversal
              where reversal.reverses = book_refunds.entry_id)), 0)::bigint`.as('refundedCents'),
        ])
        .where('book_entries.id', '=', entryId)
        .where('book_entries.circle_id', '=', circleId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('entry_not_found')
  return row
}

export type EntryRow = Awaited<ReturnType<typeof findEntry>>

/** What of a payment or outlay can still come back, and from which account; null if nothing can. */
export function findRefundable(entry: EntryRow, lines: readonly BookLine[]): { readonly cost: BookLine; readonly mostCents: Cents } | null {
  const isPayment = (entry.kind === 'payment' || entry.kind === 'outlay') && !entry.reverses && !entry.isReversed
  const [cost, ...others] = lines.filter(({ account, amountCents }) => amountCents > 0 && account !== 'owed' && account !== 'cash')
  return isPayment && cost && others.length === 0 ? { cost, mostCents: Math.max(0, cost.amountCents - entry.refundedCents) } : null
}

/** What the treasurer books alone and so reverses alone. */
const ownKinds = [
  'payment',
  'income',
  'transfer',
  'outlay',
  'refund',
  'deposit',
  'loan_payment',
  'resolution',
  'contribution',
  'paid_back',
  'unpaid',
]

type ReversalRefusal = 'reversal_stays' | 'entry_reversed' | 'entry_refunded' | 'reversal_needs_others' | 'reversal_needs_bank'

/** Whether another member's word counted for it. Its reversal waits for a word too, unless a line of the bank shows it. */
export const needsWord = (entry: EntryRow): boolean => entry.hasOthersWord || entry.isBookedForReader

/**
 * Why the treasurer cannot reverse it, or ask to; null if they can. A debt or deposit that the bank showed as paid is reversed only against a
 * line of the bank: else it could be paid once more.
 */
export function reversalRefusal(entry: EntryRow, byBankLine: boolean): ReversalRefusal | null {
  if (entry.reverses) return 'reversal_stays'
  if (entry.isReversed) return 'entry_reversed'
  if (!ownKinds.includes(entry.kind) || entry.isCountedByMembers) return 'reversal_needs_others'
  const isPaidDebt = entry.permission === 'owed' || entry.permission === 'deposit' || needsWord(entry)
  if (isPaidDebt && entry.isShown && !byBankLine) return 'reversal_needs_bank'
  // What came back already would come back twice.
  return entry.refundedCents > 0 ? 'entry_refunded' : null
}
