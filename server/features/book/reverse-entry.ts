import type { z } from 'zod'
import type { reversalRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import { accountKey, type BookLine, reversedLines } from '#domain/book-accounts.ts'
import { formatCents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readBalances, readLines } from '#server/shared/book/balances.ts'
import { readDeposits } from '#server/shared/book/deposits.ts'
import { requireNotGivenUp } from '#server/shared/calls/given-up.ts'
import { readKept } from '#server/shared/calls/kept-money.ts'
import { readOpenPayouts } from '#server/shared/distributions/payments.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { type EntryRow, findEntry, reversalRefusal } from './find-entry.ts'
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

const plain = (name: string | undefined): string => (name ?? '').trim().toLowerCase()

/**
 * What was laid out or found to be somebody's cannot be taken back once it was paid to them, nor a deposit that was given back or kept: its
 * permission would be free again while the money is gone.
 */
async function requireStillHeld(tx: Tx, circleId: string, { kind }: EntryRow, lines: readonly BookLine[]): Promise<void> {
  const refuse = (left: number, whose: string) => {
    throw new Refusal('more_than_held', {
      error: `Only ${formatCents(Math.max(0, left))} of it are still ${whose}. Reverse first what was paid or kept of it.`,
    })
  }
  for (const line of lines) {
    if (line.amountCents >= 0) continue
    if (line.account === 'owed' && (kind === 'outlay' || kind === 'resolution')) {
      const owed = -((await readBalances(tx, circleId)).get(accountKey(line)) ?? 0)
      const kept = (await readKept(tx, circleId)).get(line.person) ?? 0
      const payouts = (await readOpenPayouts(tx, circleId, line.person)).reduce((sum, { openCents }) => sum + openCents, 0)
      const left = owed - kept - payouts
      if (left < -line.amountCents) refuse(left, 'owed to this person')
    }
    if (line.account === 'deposits_held') {
      const held = (await readDeposits(tx, circleId)).find(({ tenant }) => plain(tenant) === plain(line.who))?.heldCents ?? 0
      if (held < -line.amountCents) refuse(held, 'held for this tenant')
    }
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
  const line = bankLineId ? await findBankLine(tx, circleId, bankLineId) : null
  const refusal = reversalRefusal(entry, line !== null)
  if (refusal) throw new Refusal(refusal)
  await requireNotGivenUp(tx, entryId)
  const taken = await readLines(tx, entryId)
  await requireStillHeld(tx, circleId, entry, taken)
  const lines = reversedLines(taken)
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
