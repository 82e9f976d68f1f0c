import type { z } from 'zod'
import type { paymentRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import type { BookAccount, BookLine } from '#domain/book-accounts.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import { decidePayment, type PaymentFacts, paymentRefusalWords } from '#domain/payment-permission.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readKept } from '#server/shared/calls/kept-money.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { readFreeCash } from '#server/shared/distributions/cash.ts'
import { findPaidOff, writePaidOff } from '#server/shared/distributions/payments.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'
import { readEmergency, readPermittingMotions } from './permissions.ts'
import { openRatification } from './ratify.ts'
import { type Booked, dayOfCash, type Permission, requireDay, writeBooking } from './write-booking.ts'

type Payment = z.infer<typeof paymentRequest>
type HeldPayment = Extract<Payment, { readonly what: 'held' }>
type UnpaidDebt = Extract<Payment, { readonly what: 'unpaid' }>
type CostRequest = {
  readonly account: BookAccount
  readonly amountCents: Cents
  readonly motionId?: string | null | undefined
  readonly payee?: string | null | undefined
  readonly relatedMember: string | null
}
type Paid = {
  readonly day: string
  readonly isShown: boolean
  readonly takesCash?: boolean
  /** Not so where no money moves: the motion is checked by the member whom it names. */
  readonly hasPayee?: boolean
}
type Permitted = {
  readonly permission: Permission
  readonly motionId: string | null
  readonly ratifyMotionId: string | null
  readonly payee: string
}

/** The member to whom the payee is said to be related. */
async function requireMember(tx: Tx, circleId: string, person: string | null): Promise<void> {
  if (person !== null && !(await readHoldings(tx, circleId)).some(({ user }) => user === person)) throw new Refusal('member_not_here')
}

/**
 * What permits a cost, or the refusal with what is missing. What the bank shows already is booked whatever permits it: then a motion to ratify
 * opens, as it does for a payment within the emergency limit. The caller has locked the book.
 */
export async function requirePermission(
  tx: Tx,
  actor: Actor,
  circleId: string,
  cost: CostRequest,
  { day, isShown, takesCash = true, hasPayee = true }: Paid,
  booking: Booking,
): Promise<Permitted> {
  const { account, amountCents, relatedMember } = cost
  await requireMember(tx, circleId, relatedMember)
  const motionId = cost.motionId ?? null
  // A payment that no bank has shown has to be permitted now as well, whatever its day.
  const today = isShown ? day : await todayIn(tx, circleId)
  const read = async (of: string) => (isId(motionId) ? (await readPermittingMotions(tx, circleId, of, motionId, cost.payee))[0] : undefined)
  const motion = (await read(day)) ?? null
  if (motionId !== null && !motion) throw new Refusal('motion_not_found')
  const leftCents = Math.min(motion?.leftCents ?? 0, (await read(today))?.leftCents ?? 0)
  const payee = cost.payee || motion?.payee || ''
  if (hasPayee && payee === '') throw new Refusal('payee_missing')
  const { leftCents: ofDay, floorCents } = await readEmergency(tx, circleId, day)
  const emergencyLeftCents = Math.min(ofDay, (await readEmergency(tx, circleId, today)).leftCents)
  const facts: PaymentFacts = {
    amountCents,
    account,
    day: today,
    payee,
    relatedMember,
    motion: motion && {
      category: motion.category,
      leftCents,
      relatedMember: motion.relatedMember?._id ?? null,
      payee: motion.payee,
      until: motion.until,
    },
    emergencyLeftCents,
    takesCash,
    freeCashCents: await readFreeCash(tx, circleId),
    floorCents,
  }
  const decision = decidePayment(facts)
  if (!decision.ok && !isShown) throw new Refusal('payment_not_permitted', { error: paymentRefusalWords(decision.reason, facts) })
  const permission = decision.ok ? decision.value : 'none'
  if (permission === 'motion') return { permission, motionId, ratifyMotionId: null, payee }
  const ratifyMotionId = await openRatification(
    tx,
    actor,
    { circleId, account, amountCents, payee, relatedMember, permission, day },
    booking,
  )
  // What a motion does not permit is not counted against it.
  return { permission, motionId: permission === 'none' ? null : motionId, ratifyMotionId, payee }
}

/**
 * Which kind of money of a person goes back: what they laid out or were paid out first, else what they paid too much, which calls count. Only
 * what is owed to them can go.
 */
async function kindOfOwed(
  tx: Tx,
  circleId: string,
  person: string,
  amountCents: Cents,
): Promise<{ readonly kind: 'payment' | 'paid_back'; readonly owedCents: Cents }> {
  const balances = await readBalances(tx, circleId)
  const mine = -(balances.get(`owed:${person}`) ?? 0)
  const kept = Math.max(0, (await readKept(tx, circleId)).get(person) ?? 0)
  const most = Math.max(mine - kept, kept, 0)
  const owedCents = mine - kept
  if (amountCents <= owedCents) return { kind: 'payment', owedCents }
  if (amountCents <= kept && amountCents <= mine) return { kind: 'paid_back', owedCents }
  throw new Refusal('more_than_held', {
    error:
      mine - kept > 0 && kept > 0
        ? `What was paid too much goes back by itself. At most ${formatCents(most)} can go back in one entry.`
        : `At most ${formatCents(Math.max(0, mine))} are owed to this person.`,
  })
}

/** What someone who holds money of the circle paid of it or keeps, such as what the title company does not give back. */
async function payFromHeld(tx: Tx, actor: Actor, circleId: string, payment: HeldPayment, today: string, booking: Booking) {
  const { account, amountCents, heldBy, words, documentVersionId, belongsTo } = payment
  const held = (await readBalances(tx, circleId)).get(`held:${heldBy}`) ?? 0
  if (amountCents > held) throw new Refusal('more_than_held', { error: `At most ${formatCents(Math.max(0, held))} are held there.` })
  const day = requireDay(payment.day, today)
  const permitted = await requirePermission(tx, actor, circleId, payment, { day, isShown: false, takesCash: false }, booking)
  const lines: BookLine[] = [
    { account, amountCents },
    { account: 'held', heldBy, amountCents: -amountCents },
  ]
  return writeBooking(tx, actor, circleId, { kind: 'payment', day, lines, words, documentVersionId, belongsTo, ...permitted }, booking)
}

/**
 * The circle gives up what a member owes of calls, such as their part of what was spent on a purchase that was given up: else someone who is
 * gone could keep it from ending. It is in that member's favour, so a motion has to name them.
 */
async function writeOff(tx: Tx, actor: Actor, circleId: string, debt: UnpaidDebt, today: string, booking: Booking) {
  const { person, motionId, words, documentVersionId } = debt
  const balance = (await readBalances(tx, circleId)).get(`owed:${person}`) ?? 0
  const amountCents = Math.min(balance, 0 - ((await readKept(tx, circleId)).get(person) ?? 0))
  if (amountCents <= 0) throw new Refusal('more_than_held', { error: 'This person owes the circle nothing of a call.' })
  const cost = { account: 'other_costs', amountCents, motionId, relatedMember: person } as const
  const permitted = await requirePermission(
    tx,
    actor,
    circleId,
    cost,
    { day: today, isShown: false, takesCash: false, hasPayee: false },
    booking,
  )
  const lines: BookLine[] = [
    { account: 'other_costs', amountCents },
    { account: 'owed', person, amountCents: -amountCents },
  ]
  return writeBooking(tx, actor, circleId, { kind: 'unpaid', day: today, lines, words, documentVersionId, ...permitted }, booking)
}

export async function pay(tx: Tx, actor: Actor, circleId: string, payment: Payment, booking: Booking): Promise<Booked> {
  const { today } = await lockAsTreasurer(tx, circleId, actor, booking)
  if (payment.what === 'held') return payFromHeld(tx, actor, circleId, payment, today, booking)
  if (payment.what === 'unpaid') return writeOff(tx, actor, circleId, payment, today, booking)
  const { amountCents, bankAccountId: bankAccount, words, documentVersionId, belongsTo, bankLineId } = payment
  const day = await dayOfCash(tx, circleId, today, payment, -amountCents)
  const cash = { account: 'cash', bankAccount, amountCents: -amountCents } as const
  const common = { day, words, documentVersionId, belongsTo, bankLineId }
  if (payment.what === 'owed') {
    const { person, distributionId } = payment
    const { kind, owedCents } = await kindOfOwed(tx, circleId, person, amountCents)
    const paid =
      kind === 'payment' ? await findPaidOff(tx, circleId, { person, amountCents, owedCents, named: distributionId ?? null }) : []
    if (paid.length > 0 && !bankLineId) throw new Refusal('payout_needs_word')
    const lines = [{ account: 'owed', person, amountCents } as const, cash]
    const booked = await writeBooking(tx, actor, circleId, { ...common, kind, lines, permission: 'owed' }, booking)
    await writePaidOff(tx, { circleId, entryId: booked.entryId, receiver: person }, paid)
    return booked
  }
  if (payment.what === 'bank_fee') {
    const lines = [{ account: 'other_costs', amountCents } as const, cash]
    return writeBooking(tx, actor, circleId, { ...common, kind: 'payment', payee: 'Bank', lines, permission: 'bank_fee' }, booking)
  }
  if (payment.what === 'suspense') {
    const payee = payment.payee ?? ''
    const request = { circleId, account: 'suspense', amountCents, payee, relatedMember: null, permission: 'none', day } as const
    const ratifyMotionId = await openRatification(tx, actor, request, booking)
    const lines = [{ account: 'suspense', amountCents } as const, cash]
    return writeBooking(tx, actor, circleId, { ...common, kind: 'payment', payee, lines, permission: 'none', ratifyMotionId }, booking)
  }
  const permitted = await requirePermission(tx, actor, circleId, payment, { day, isShown: Boolean(bankLineId) }, booking)
  const lines = [{ account: payment.account, amountCents }, cash]
  return writeBooking(tx, actor, circleId, { ...common, kind: 'payment', lines, ...permitted }, booking)
}
