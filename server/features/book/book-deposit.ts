import type { z } from 'zod'
import type { depositRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readDeposits } from '#server/shared/book/deposits.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'
import { type Booked, dayOfCash, requireDay, writeBooking } from './write-booking.ts'

type Deposit = z.infer<typeof depositRequest>

const plain = (name: string): string => name.trim().toLowerCase()

/** A tenant's deposit is taken, given back or kept: never more than is held for that tenant, and only what the bank has shown goes back. */
export async function bookDeposit(tx: Tx, actor: Actor, circleId: string, request: Deposit, booking: Booking): Promise<Booked> {
  const { today } = await lockAsTreasurer(tx, circleId, actor, booking)
  const { what, amountCents, words, documentVersionId, belongsTo, bankLineId, bankAccountId } = request
  const tenant = request.tenant ?? ''
  const ofDeposit = (cents: Cents): BookLine => ({ account: 'deposits_held', amountCents: cents, ...(tenant && { who: tenant }) })
  if (what !== 'taken') {
    const deposits = await readDeposits(tx, circleId)
    const inAll = deposits.reduce((sum, { heldCents }) => sum + heldCents, 0)
    const { heldCents = 0, shownCents = 0 } = deposits.find((deposit) => plain(deposit.tenant) === plain(tenant)) ?? {}
    const held = Math.max(0, Math.min(heldCents, inAll))
    if (amountCents > held) throw new Refusal('more_than_held', { error: `At most ${formatCents(held)} are held for this tenant.` })
    const shown = Math.max(0, Math.min(held, shownCents))
    if (what === 'given_back' && amountCents > shown)
      throw new Refusal('more_than_held', {
        error: `The bank has shown ${formatCents(shown)} of what is held for this tenant. More goes back once it has shown it.`,
      })
  }
  const common = { kind: 'deposit', payee: tenant, words, documentVersionId, belongsTo }
  if (what === 'kept') {
    const lines = [ofDeposit(amountCents), { account: 'other_income', amountCents: -amountCents } as const]
    return writeBooking(tx, actor, circleId, { ...common, day: requireDay(request.day, today), lines }, booking)
  }
  if (!bankAccountId) throw new Refusal('invalid', { fields: [{ field: 'bankAccountId', message: 'Please choose an account' }] })
  const cents = what === 'taken' ? amountCents : -amountCents
  const day = await dayOfCash(tx, circleId, today, { bankAccountId, day: request.day, bankLineId }, cents)
  const lines: BookLine[] = [{ account: 'cash', bankAccount: bankAccountId, amountCents: cents }, ofDeposit(-cents)]
  const permission = what === 'given_back' ? ({ permission: 'deposit' } as const) : {}
  return writeBooking(tx, actor, circleId, { ...common, day, lines, bankLineId, ...permission }, booking)
}
