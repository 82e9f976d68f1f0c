import { sql } from 'kysely'
import type { WaitingReversal } from '#contract/book.ts'
import { Refusal } from '#contract/errors.ts'
import type { Cents } from '#domain/money.ts'
import { mayConfirmReversal } from '#domain/payment-words.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { readMembers } from '#server/shared/calls/tell-of-calls.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { findEntry } from './find-entry.ts'
import { type Booking, lockBook } from './lock-book.ts'
import { bookReversal } from './reverse-entry.ts'
import type { Booked } from './write-booking.ts'

type Place = { readonly circleId: string; readonly reversalId: string }

const selectWaiting = (db: Database | Tx, circleId: string) =>
  db
    .selectFrom('entry_reversals')
    .innerJoin('entry_reversal_texts', 'entry_reversal_id', 'entry_reversals.id')
    .innerJoin('book_entries', 'book_entries.id', 'entry_reversals.entry_id')
    .select(['entry_reversals.id', 'entry_reversals.entry_id', 'person', 'asked_by', 'at', 'words', 'number'])
    .where('entry_reversals.circle_id', '=', circleId)
    .where('reversal_id', 'is', null)
    .where('withdrawn_at', 'is', null)

async function findWaiting(tx: Tx, { circleId, reversalId }: Place) {
  const row = isId(reversalId)
    ? await selectWaiting(tx, circleId).where('entry_reversals.id', '=', reversalId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('entry_reversal_not_found')
  return row
}

/** The person whose money it is, or another member, agrees: the entry is reversed today, by who asked. */
export async function confirmReversal(tx: Tx, actor: Actor, place: Place, booking: Booking): Promise<Booked> {
  await lockSelf(tx, actor)
  const { circleId } = place
  const { today } = await lockBook(tx, circleId, actor, booking)
  const { id, entry_id: entryId, person, asked_by: askedBy, words } = await findWaiting(tx, place)
  if (!mayConfirmReversal(actor.id, { person, askedBy, members: await readMembers(tx, circleId) })) throw new Refusal('not_your_word')
  await redeemStepUp(tx, actor, 'confirm_money')
  const entry = await findEntry(tx, circleId, entryId, askedBy)
  const booked = await bookReversal(tx, actor, entry, { words, day: today, bookedBy: askedBy }, booking)
  await tx.updateTable('entry_reversals').set({ confirmed_by: actor.id, reversal_id: booked.entryId }).where('id', '=', id).execute()
  await writeAudit(tx, {
    act: 'reversal.confirmed',
    by: actor,
    subject: ['entry', entryId],
    facts: { circle: circleId, entry: booked.entryId },
  })
  return booked
}

/** By who asked, or who is treasurer now. Returns the entry that stays. */
export async function withdrawReversal(tx: Tx, actor: Actor, place: Place, booking: Booking): Promise<string> {
  const { circleId } = place
  await lockBook(tx, circleId, actor, booking)
  const { id, entry_id: entryId, asked_by: askedBy } = await findWaiting(tx, place)
  if (askedBy !== actor.id && (await readBookkeeper(tx, circleId)) !== actor.id) throw new Refusal('not_allowed')
  await tx.updateTable('entry_reversals').set({ withdrawn_at: sql<Date>`clock_timestamp()` }).where('id', '=', id).execute()
  await writeAudit(tx, { act: 'reversal.withdrawn', by: actor, subject: ['entry', entryId], facts: { circle: circleId } })
  await publishCircleChange(tx, circleId, 'money')
  return entryId
}

/** Reversals of a circle that wait for a word, or the one of an entry. */
export async function readWaitingReversals(
  db: Database | Tx,
  circleId: string,
  reader: string,
  entryId: string | null = null,
): Promise<WaitingReversal[]> {
  const rows = await selectWaiting(db, circleId)
    .select(
      sql<Cents>`(select coalesce(sum(amount_cents), 0)::bigint from book_lines where book_lines.entry_id = book_entries.id and amount_cents > 0)`.as(
        'cents',
      ),
    )
    .$if(entryId !== null, (waiting) => waiting.where('book_entries.id', '=', entryId))
    .orderBy('at')
    .execute()
  if (rows.length === 0) return []
  const names = await readNames(
    db as Database,
    rows.map(({ asked_by }) => asked_by),
  )
  const members = await readMembers(db, circleId)
  const isTreasurer = (await readBookkeeper(db, circleId)) === reader
  return rows.map(({ id, entry_id, number, cents, person, asked_by: askedBy, words, at }) => ({
    _id: id,
    entryId: entry_id,
    number,
    amountCents: cents,
    askedBy: { _id: askedBy, name: names.get(askedBy) ?? '' },
    words,
    at: at.toISOString(),
    mayConfirm: mayConfirmReversal(reader, { person, askedBy, members }),
    mayWithdraw: askedBy === reader || isTreasurer,
  }))
}
