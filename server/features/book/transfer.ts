import type { z } from 'zod'
import type { transferRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import { formatCents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'
import { findBankLine } from './match-lines.ts'
import { type Booked, dayOfCash, requireBankAccount, writeBooking } from './write-booking.ts'

type Transfer = z.infer<typeof transferRequest>

/** Money between own accounts, or from someone who holds money of the circle: it stays the circle's, so it needs no permission. */
export async function transfer(tx: Tx, actor: Actor, circleId: string, request: Transfer, booking: Booking): Promise<Booked> {
  const { today } = await lockAsTreasurer(tx, circleId, actor, booking)
  const { from, toBankAccountId, amountCents, bankLineId, words, documentVersionId } = request
  const into: BookLine = { account: 'cash', bankAccount: await requireBankAccount(tx, circleId, toBankAccountId), amountCents }
  const balances = await readBalances(tx, circleId)
  let out: BookLine
  if ('heldBy' in from) {
    const held = balances.get(`held:${from.heldBy}`) ?? 0
    if (amountCents > held) throw new Refusal('more_than_held', { error: `At most ${formatCents(Math.max(0, held))} are held there.` })
    out = { account: 'held', heldBy: from.heldBy, amountCents: -amountCents }
  } else {
    if (from.bankAccountId === toBankAccountId)
      throw new Refusal('invalid', { fields: [{ field: 'toBankAccountId', message: 'Choose another account' }] })
    out = { account: 'cash', bankAccount: await requireBankAccount(tx, circleId, from.bankAccountId), amountCents: -amountCents }
  }
  // A line of the bank may be of either account; the other one comes on its own day.
  const isOut = bankLineId && 'bankAccountId' in from && (await findBankLine(tx, circleId, bankLineId)).bankAccount === from.bankAccountId
  const bankAccountId = isOut && 'bankAccountId' in from ? from.bankAccountId : toBankAccountId
  const day = await dayOfCash(tx, circleId, today, { bankAccountId, day: request.day, bankLineId }, isOut ? -amountCents : amountCents)
  return writeBooking(tx, actor, circleId, { kind: 'transfer', day, lines: [into, out], words, documentVersionId, bankLineId }, booking)
}
