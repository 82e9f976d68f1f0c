import type { z } from 'zod'
import type { refundRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import { formatCents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readLines } from '#server/shared/book/balances.ts'
import { findEntry, findRefundable } from './find-entry.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'
import { type Booked, dayOfCash, writeBooking } from './write-booking.ts'

type Refund = z.infer<typeof refundRequest>

/** A part of a payment comes back: minus on the same account, given back to its motion. */
export async function refund(tx: Tx, actor: Actor, circleId: string, request: Refund, booking: Booking): Promise<Booked> {
  const { today } = await lockAsTreasurer(tx, circleId, actor, booking)
  const { entryId, amountCents, bankAccountId: bankAccount, words, documentVersionId, belongsTo, bankLineId } = request
  const entry = await findEntry(tx, circleId, entryId, actor.id)
  const refundable = findRefundable(entry, await readLines(tx, entryId))
  if (!refundable) throw new Refusal('entry_not_refundable')
  const { cost, mostCents } = refundable
  if (amountCents > mostCents)
    throw new Refusal('more_than_held', { error: `At most ${formatCents(mostCents)} of this payment can come back.` })
  const day = await dayOfCash(tx, circleId, today, request, amountCents)
  const texts = await tx.selectFrom('book_entry_texts').select('payee').where('entry_id', '=', entryId).executeTakeFirst()
  const lines: BookLine[] = [
    { account: 'cash', bankAccount, amountCents },
    { ...cost, amountCents: -amountCents },
  ]
  const given = { words, documentVersionId, belongsTo, bankLineId, motionId: entry.motion_id, payee: texts?.payee }
  const booked = await writeBooking(tx, actor, circleId, { kind: 'refund', day, lines, ...given }, booking)
  await tx.insertInto('book_refunds').values({ entry_id: booked.entryId, of_entry_id: entryId }).execute()
  return booked
}
