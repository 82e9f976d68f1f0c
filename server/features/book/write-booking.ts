import type { permissionKinds } from '#contract/book-values.ts'
import { Refusal } from '#contract/errors.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import type { Cents } from '#domain/money.ts'
import { monthOf } from '#domain/month-close.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { shareAfterGivingUp } from '#server/shared/acquisitions/give-up.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { settleWaiting } from '#server/shared/distributions/posting.ts'
import { requireDocumentVersion } from '#server/shared/documents/documents.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { moveToSale } from '#server/shared/sales/after-sale.ts'
import type { Booking } from './lock-book.ts'
import { findBankLine, writeMatch } from './match-lines.ts'
import { offerMonth } from './offer-month.ts'

export type Permission = (typeof permissionKinds)[number]

/** Of a booking with cash: the account, and either the bank's line or the day. */
export type CashRequest = {
  readonly bankAccountId: string
  readonly day?: string | null | undefined
  readonly bankLineId?: string | null | undefined
}

export async function requireBankAccount(tx: Tx, circleId: string, bankAccountId: string): Promise<string> {
  const row = isId(bankAccountId)
    ? await tx.selectFrom('bank_accounts').select('id').where('id', '=', bankAccountId).where('circle_id', '=', circleId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('bank_account_not_found')
  return row.id
}

/** The day of a booking: the bank's if it has a line of the bank, which has to be of this account and amount; else the one given. */
export async function dayOfCash(
  tx: Tx,
  circleId: string,
  today: string,
  { bankAccountId, day, bankLineId }: CashRequest,
  amountCents: Cents,
): Promise<string> {
  await requireBankAccount(tx, circleId, bankAccountId)
  if (bankLineId) {
    const line = await findBankLine(tx, circleId, bankLineId)
    if (line.bankAccount !== bankAccountId || line.amountCents !== amountCents)
      throw new Refusal('match_refused', { error: 'The bank’s line has another amount or is on another account.' })
    return line.day
  }
  return requireDay(day, today)
}

export function requireDay(day: string | null | undefined, today: string): string {
  if (!day) throw new Refusal('invalid', { fields: [{ field: 'day', message: 'Please give a day' }] })
  if (day > today) throw new Refusal('book_day_to_come')
  return day
}

export type NewBooking = {
  readonly kind: string
  readonly day: string
  readonly lines: readonly BookLine[]
  readonly payee?: string | null | undefined
  readonly words?: string | null | undefined
  readonly documentVersionId?: string | null | undefined
  /** `YYYY-MM`. */
  readonly belongsTo?: string | null | undefined
  readonly motionId?: string | null | undefined
  readonly reverses?: string | undefined
  readonly bankLineId?: string | null | undefined
  readonly permission?: Permission
  readonly ratifyMotionId?: string | null
  /** Whose booking it is, if another member's word was the last that it needed. */
  readonly bookedBy?: string
}

export type Booked = { readonly entryId: string; readonly number: number; readonly ratifyMotionId: string | null }

/** Where in the entry its cash line is. Lines of 0 are left out by `writeEntry`. */
const cashPosition = (lines: readonly BookLine[], bankAccount: string): number =>
  lines.filter(({ amountCents }) => amountCents !== 0).findIndex((line) => line.account === 'cash' && line.bankAccount === bankAccount) + 1

/** Writes an entry of the treasurer with everything that belongs to it. The caller has locked the book and checked what permits it. */
export async function writeBooking(tx: Tx, actor: Actor, circleId: string, booking: NewBooking, site: Booking): Promise<Booked> {
  const { kind, day, lines, bankLineId, permission, ratifyMotionId = null } = booking
  if (booking.documentVersionId) await requireDocumentVersion(tx, circleId, booking.documentVersionId)
  const belongsTo = booking.belongsTo && booking.belongsTo !== monthOf(day) ? `${booking.belongsTo}-01` : null
  const { payee, words, documentVersionId, motionId, reverses } = booking
  const entry = await writeEntry(tx, {
    circleId,
    kind,
    day,
    lines,
    bookedBy: booking.bookedBy ?? actor.id,
    payee,
    words,
    belongsTo,
    documentVersionId,
    motionId,
    reverses,
  })
  if (permission)
    await tx
      .insertInto('book_permissions')
      .values({ entry_id: entry.id, circle_id: circleId, permission, ratify_motion_id: ratifyMotionId })
      .execute()
  if (bankLineId) {
    const line = await findBankLine(tx, circleId, bankLineId)
    const cashLines = [{ entryId: entry.id, position: cashPosition(lines, line.bankAccount) }]
    await writeMatch(tx, circleId, actor.id, { bankLineIds: [bankLineId], cashLines })
  }
  await writeAudit(tx, {
    act: 'entry.booked',
    by: actor,
    subject: ['entry', entry.id],
    facts: { circle: circleId, number: entry.number, kind },
  })
  // What came may cover a distribution that waits.
  await settleWaiting(tx, circleId, site)
  const follows = { day, bookedBy: booking.bookedBy ?? actor.id }
  await moveToSale(tx, circleId, follows)
  await shareAfterGivingUp(tx, circleId, follows)
  await offerMonth(tx, circleId, site)
  await publishCircleChange(tx, circleId, 'money')
  return { entryId: entry.id, number: entry.number, ratifyMotionId }
}
