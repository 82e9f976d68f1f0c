import type { z } from 'zod'
import type { incomeRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import { formatCents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'
import { type Booked, dayOfCash, writeBooking } from './write-booking.ts'

type Income = z.infer<typeof incomeRequest>

/** Someone pays what they owe: at most that. What a member pays in is a contribution, which is booked elsewhere. */
async function owedLine(tx: Tx, circleId: string, person: string, amountCents: number): Promise<BookLine> {
  const owes = (await readBalances(tx, circleId)).get(`owed:${person}`) ?? 0
  if (amountCents > owes)
    throw new Refusal('more_than_held', {
      error: `This person owes the circle ${formatCents(Math.max(0, owes))}, so at most that can be booked.`,
    })
  return { account: 'owed', person, amountCents: -amountCents }
}

/** Money in that needs nobody's permission. */
export async function takeIncome(tx: Tx, actor: Actor, circleId: string, income: Income, booking: Booking): Promise<Booked> {
  const { today } = await lockAsTreasurer(tx, circleId, actor, booking)
  const { amountCents, bankAccountId: bankAccount, words, documentVersionId, belongsTo, bankLineId } = income
  const day = await dayOfCash(tx, circleId, today, income, amountCents)
  const other: BookLine =
    income.what === 'owed' ? await owedLine(tx, circleId, income.person, amountCents) : { account: income.what, amountCents: -amountCents }
  const lines: BookLine[] = [{ account: 'cash', bankAccount, amountCents }, other]
  const payee = income.what === 'owed' ? null : income.payee
  return writeBooking(tx, actor, circleId, { kind: 'income', day, lines, payee, words, documentVersionId, belongsTo, bankLineId }, booking)
}
