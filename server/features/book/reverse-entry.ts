import { sql } from 'kysely'
import type { z } from 'zod'
import type { reversedReply } from '#contract/book.ts'
import type { reversalRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import { accountKey, type BookLine, reversedLines } from '#domain/book-accounts.ts'
import { formatCents } from '#domain/money.ts'
import { mayConfirmReversal } from '#domain/payment-words.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBalances, readLines } from '#server/shared/book/balances.ts'
import { readDeposits } from '#server/shared/book/deposits.ts'
import { requireNotGivenUp } from '#server/shared/calls/given-up.ts'
import { readKept } from '#server/shared/calls/kept-money.ts'
import { readMembers } from '#server/shared/calls/tell-of-calls.ts'
import { readOpenPayouts } from '#server/shared/distributions/payments.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { type EntryRow, findEntry, needsWord, reversalRefusal } from './find-entry.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'
import { findBankLine, writeMatch } from './match-lines.ts'
import { offerMonth } from './offer-month.ts'
import { type Booked, requireDay, writeBooking } from './write-booking.ts'

type Reversal = z.infer<typeof reversalRequest>

/** The cash lines of an entry and its reversal belong together if the bank has shown neither. */
async function matchWithReversal(tx: Tx, matchedBy: string, circleId: string, entryId: string, reversalId: string): Promise<void> {
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
    await writeMatch(tx, circleId, matchedBy, { bankLineIds: [], cashLines })
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

/** Refuses what cannot be reversed now, whoever agrees. Returns the entry's lines. */
async function requireReversible(tx: Tx, circleId: string, entry: EntryRow, byBankLine: boolean): Promise<BookLine[]> {
  const refusal = reversalRefusal(entry, byBankLine)
  if (refusal) throw new Refusal(refusal)
  await requireNotGivenUp(tx, entry.id)
  const lines = await readLines(tx, entry.id)
  await requireStillHeld(tx, circleId, entry, lines)
  return lines
}

type NewReversal = {
  readonly words: string
  readonly day: string
  readonly bankLineId?: string | null | undefined
  readonly bookedBy: string
}

/** Takes an entry back by another one with every sign turned; what it had taken from its motion is given back. The caller has locked the book. */
export async function bookReversal(tx: Tx, actor: Actor, entry: EntryRow, reversal: NewReversal, booking: Booking): Promise<Booked> {
  const { id: entryId, circle_id: circleId, motion_id: motionId } = entry
  const { day, bankLineId, bookedBy } = reversal
  const lines = reversedLines(await requireReversible(tx, circleId, entry, Boolean(bankLineId)))
  if (day < entry.day) throw new Refusal('invalid', { fields: [{ field: 'day', message: 'An entry cannot be reversed before its day' }] })
  const booked = await writeBooking(tx, actor, circleId, { ...reversal, kind: 'reversal', lines, motionId, reverses: entryId }, booking)
  if (!bankLineId) {
    await matchWithReversal(tx, bookedBy, circleId, entryId, booked.entryId)
    await offerMonth(tx, circleId, booking)
  }
  const paid = await tx.selectFrom('contributions').select('payer').where('entry_id', '=', entryId).executeTakeFirst()
  if (paid) await notify(tx, [paid.payer], { kind: 'payment_returned', circleId })
  return booked
}

const standing = (tx: Tx, entryId: string) =>
  tx.selectFrom('entry_reversals').select('id').where('entry_id', '=', entryId).where('withdrawn_at', 'is', null)

/** What another member's word confirmed is reversed once the person whose money it is, or another member, agrees. */
async function askToReverse(tx: Tx, actor: Actor, entry: EntryRow, words: string, members: readonly string[]): Promise<string> {
  const { id: entryId, circle_id: circleId } = entry
  const people = (await requireReversible(tx, circleId, entry, false)).flatMap((line) => (line.account === 'owed' ? [line.person] : []))
  if (await standing(tx, entryId).executeTakeFirst()) throw new Refusal('reversal_waits')
  const [person = actor.id] = people.includes(actor.id) ? [] : people
  const id = newId()
  await tx.insertInto('entry_reversals').values({ id, circle_id: circleId, entry_id: entryId, person, asked_by: actor.id }).execute()
  await tx.insertInto('entry_reversal_texts').values({ entry_reversal_id: id, words }).execute()
  await writeAudit(tx, { act: 'reversal.asked', by: actor, subject: ['entry', entryId], facts: { circle: circleId } })
  const asked = members.filter((user) => mayConfirmReversal(user, { person, askedBy: actor.id, members }))
  await notify(tx, asked, { kind: 'reversal_waits', circleId })
  await publishCircleChange(tx, circleId, 'money')
  return id
}

type Reversed = z.infer<typeof reversedReply>['data']

/** The treasurer takes an entry back, or asks to. Who is alone in a circle needs nobody's word. */
export async function reverseEntry(
  tx: Tx,
  actor: Actor,
  { circleId, entryId }: { readonly circleId: string; readonly entryId: string },
  { words, day, bankLineId }: Reversal,
  booking: Booking,
): Promise<Reversed> {
  const { today } = await lockAsTreasurer(tx, circleId, actor, booking)
  const entry = await findEntry(tx, circleId, entryId, actor.id)
  const line = bankLineId ? await findBankLine(tx, circleId, bankLineId) : null
  const members = await readMembers(tx, circleId)
  if (!line && needsWord(entry) && members.length > 1) {
    const reversalId = await askToReverse(tx, actor, entry, words, members)
    return { entryId: null, number: null, ratifyMotionId: null, reversalId }
  }
  const reversal = { words, day: line ? line.day : requireDay(day ?? today, today), bankLineId, bookedBy: actor.id }
  const booked = await bookReversal(tx, actor, entry, reversal, booking)
  const waiting = await standing(tx, entryId).executeTakeFirst()
  if (waiting)
    await tx.updateTable('entry_reversals').set({ withdrawn_at: sql<Date>`clock_timestamp()` }).where('id', '=', waiting.id).execute()
  return { ...booked, reversalId: null }
}
