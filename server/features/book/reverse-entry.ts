import type { z } from 'zod'
import type { reversalRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import { reversedLines } from '#domain/book-accounts.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readLines } from '#server/shared/book/balances.ts'
import { requireNotGivenUp } from '#server/shared/calls/given-up.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { findEntry, reversalRefusal } from './find-entry.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'
import { findBankLine, writeMatch } from './match-lines.ts'
import { offerMonth } from './offer-month.ts'
import { type Booked, requireDay, writeBooking } from './write-booking.ts'

type Reversal = z.infer<typeof reversalRequest>

/** The cash lines of an entry and its reversal belong together if the bank has shown neither. */
async function matchWithReversal(tx: Tx, actor: Actor, circleId: string, entryId: string, reversalId: string): Promise<void> {
  const rows = await tx
    .selectFrom('book_lines')
    .select(['bank_account_id', 'position'])
    .where('entry_id', '=', entryId)
    .where('account', '=', 'cash')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_match_cash')
            .select('match_id')
            .whereRef('bank_match_cash.entry_id', '=', 'book_lines.entry_id')
            .whereRef('bank_match_cash.position', '=', 'book_lines.position')
            .where(({ not: no, exists: is, selectFrom: from }) =>
              no(is(from('bank_match_ends').select('match_id').whereRef('bank_match_ends.match_id', '=', 'bank_match_cash.match_id'))),
            ),
        ),
      ),
    )
    .execute()
  // The lines of a reversal stand in the order of those of its entry.
  for (const { position } of rows) {
    const cashLines = [
      { entryId, position },
      { entryId: reversalId, position },
    ]
    await writeMatch(tx, circleId, actor.id, { bankLineIds: [], cashLines })
  }
}

/** Takes an entry back by another one with every sign turned; what it had taken from its motion is given back. */
export async function reverseEntry(
  tx: Tx,
  actor: Actor,
  place: { readonly circleId: string; readonly entryId: string },
  { words, day: given, bankLineId }: Reversal,
  booking: Booking,
): Promise<Booked> {
  const { circleId, entryId } = place
  const { today } = await lockAsTreasurer(tx, circleId, actor, booking)
  const entry = await findEntry(tx, circleId, entryId, actor.id)
  const refusal = reversalRefusal(entry)
  if (refusal) throw new Refusal(refusal)
  await requireNotGivenUp(tx, entryId)
  const lines = reversedLines(await readLines(tx, entryId))
  const line = bankLineId ? await findBankLine(tx, circleId, bankLineId) : null
  const day = line ? line.day : requireDay(given ?? today, today)
  if (day < entry.day) throw new Refusal('invalid', { fields: [{ field: 'day', message: 'An entry cannot be reversed before its day' }] })
  const reversal = { kind: 'reversal', day, lines, words, motionId: entry.motion_id, reverses: entryId, bankLineId }
  const booked = await writeBooking(tx, actor, circleId, reversal, booking)
  if (!line) {
    await matchWithReversal(tx, actor, circleId, entryId, booked.entryId)
    await offerMonth(tx, circleId, booking)
  }
  const paid = await tx.selectFrom('contributions').select('payer').where('entry_id', '=', entryId).executeTakeFirst()
  if (paid) await notify(tx, [paid.payer], { kind: 'payment_returned', circleId })
  return booked
}
