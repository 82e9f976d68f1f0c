import type { z } from 'zod'
import type { loanPaymentRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import { sumCents } from '#domain/cents.ts'
import { formatCents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readPassedLoans } from '#server/shared/deciding/passed-loans.ts'
import { readFreeCash } from '#server/shared/distributions/cash.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'
import { readEmergency, readPaidToLender } from './permissions.ts'
import { openRatification } from './ratify.ts'
import { type Booked, dayOfCash, writeBooking } from './write-booking.ts'

type LoanPayment = z.infer<typeof loanPaymentRequest>

const unnamed = 'Lender'

const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * What the lender is paid, split as their statement says. The motion that let the circle borrow permits as much in a month as it says, and any
 * payment if it says nothing; of several motions for a lender the last one that says it counts. Principal goes at most as far as is left of the
 * loan. What is agreed but takes free cash below the floor is paid within the emergency limit, and has to be ratified. What the bank shows is booked in
 * any case: to another lender, above the agreed sum or below the floor, it has to be ratified as well.
 */
export async function payLoan(tx: Tx, actor: Actor, circleId: string, payment: LoanPayment, booking: Booking): Promise<Booked> {
  const { today } = await lockAsTreasurer(tx, circleId, actor, booking)
  const { interestCents, principalCents, reserveCents, bankAccountId, bankLineId, words, documentVersionId } = payment
  const amountCents = sumCents([interestCents, principalCents, reserveCents])
  if (amountCents === 0) throw new Refusal('invalid', { fields: [{ field: 'interestCents', message: 'Please give an amount' }] })
  const day = await dayOfCash(tx, circleId, today, payment, -amountCents)
  const balances = await readBalances(tx, circleId)
  const left = -(balances.get('loan') ?? 0)
  if (principalCents > left)
    throw new Refusal('more_than_held', { error: `At most ${formatCents(Math.max(0, left))} of the loan are left to be paid.` })
  const loans = await readPassedLoans(tx, circleId, payment.lender ? [payment.lender] : [])
  const { leftCents: ofDay, floorCents } = await readEmergency(tx, circleId, day)
  const emergencyLeftCents = bankLineId ? ofDay : Math.min(ofDay, (await readEmergency(tx, circleId, today)).leftCents)
  const free = await readFreeCash(tx, circleId)
  const lender = payment.lender || loans[0]?.lender || unnamed
  const ofLender = loans.filter((loan) => loan.lender !== '' && sameName(loan.lender, lender))
  const monthlyCents = ofLender.findLast((loan) => loan.monthlyCents !== null)?.monthlyCents ?? null
  const paidIn = (of: string) => readPaidToLender(tx, circleId, lender, of)
  // What no bank has shown has to be permitted now as well, whatever its day.
  const paidCents = Math.max(await paidIn(day), bankLineId ? 0 : await paidIn(today))
  const agreedLeft = monthlyCents === null ? null : Math.max(0, monthlyCents - paidCents)
  const isOfMotion = ofLender.length > 0
  const isAgreed = isOfMotion && (agreedLeft === null || amountCents <= agreedLeft)
  const staysAbove = free - amountCents >= floorCents
  if (!bankLineId && !isOfMotion)
    throw new Refusal('payment_not_permitted', {
      error: 'No motion has let the circle borrow from this lender. Propose a spend for a loan first.',
    })
  if (!bankLineId && !isAgreed)
    throw new Refusal('payment_not_permitted', {
      error: `At most ${formatCents(agreedLeft ?? 0)} are left of what this loan’s motion permits in this month. More needs a motion for a loan of this lender with higher payments in a month.`,
    })
  const isEmergency = isAgreed && !staysAbove && amountCents <= emergencyLeftCents
  if (!bankLineId && !staysAbove && !isEmergency)
    throw new Refusal('payment_not_permitted', {
      error: `This would take free cash below the reserve’s floor of ${formatCents(floorCents)}. At most ${formatCents(Math.max(0, free - floorCents, emergencyLeftCents))} can be paid now.`,
    })
  const lines: BookLine[] = [
    { account: 'interest', amountCents: interestCents },
    { account: 'loan', amountCents: principalCents, who: lender },
    { account: 'held', heldBy: 'lender', amountCents: reserveCents, who: lender },
    { account: 'cash', bankAccount: bankAccountId, amountCents: -amountCents },
  ]
  const booked = { kind: 'loan_payment', day, lines, payee: lender, words, documentVersionId, bankLineId }
  if (isAgreed && staysAbove) return writeBooking(tx, actor, circleId, { ...booked, permission: 'loan' }, booking)
  const permission = isEmergency ? 'emergency' : 'none'
  const request = { circleId, account: 'interest', amountCents, payee: lender, relatedMember: null, permission, day } as const
  const ratifyMotionId = await openRatification(tx, actor, request, booking)
  return writeBooking(tx, actor, circleId, { ...booked, permission, ratifyMotionId }, booking)
}
