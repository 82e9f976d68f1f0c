import { sql } from 'kysely'
import type { BookLine, MoneyPlace } from '#domain/book-accounts.ts'
import { type Filling, fillParts, type OpenPart, paymentLines } from '#domain/calls.ts'
import type { Cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { readCircleZone } from '#server/shared/circles/circle-zone.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { markNoticesRead } from '#server/shared/notices/notify.ts'
import { type CallPart, openCents, readCallParts } from './call-parts.ts'
import { readKept } from './kept-money.ts'
import { openPartsOf } from './open-call.ts'
import { tellOfMoney } from './tell-of-calls.ts'

export type Payment = {
  readonly circleId: string
  readonly payer: string
  /** `suspense`: it came before it was known what it is. */
  readonly place: MoneyPlace | { readonly account: 'suspense' }
  /** The account on which money from suspense came. */
  readonly bankAccount?: string
  readonly amountCents: Cents
  /** For cash the bank's day. */
  readonly day: string
  readonly bookedBy: string
  /** Who sent it, if not the member. */
  readonly sender?: string | null | undefined
  readonly words?: string | undefined
  readonly documentVersionId?: string | null | undefined
  /** The payment as it was recorded before it counted; null if a line of the bank is the first that is known of it. */
  readonly contributionId: string | null
}

type Booked = { readonly entryId: string; readonly number: number; readonly contributionId: string; readonly filling: Filling<OpenPart> }

/** The arcs that came to their holder after this day: their capital is not that of who held them then. */
async function readTakenOver(tx: Tx, circleId: string, day: string): Promise<ReadonlySet<number>> {
  const zone = await readCircleZone(tx, circleId)
  const rows = await tx
    .selectFrom('arcs')
    .select('number')
    .where('circle_id', '=', circleId)
    .where(sql<boolean>`(held_since at time zone ${zone})::date > ${day}::date`)
    .execute()
  return new Set(rows.map(({ number }) => number))
}

const openAcquisition = (tx: Tx, circleId: string) =>
  tx.selectFrom('acquisitions').select('id').where('circle_id', '=', circleId).where('outcome', 'is', null).executeTakeFirst()

async function saveContribution(tx: Tx, { circleId, payer, place, ...payment }: Payment, entryId: string): Promise<string> {
  if (payment.contributionId) {
    const { contributionId } = payment
    await tx.updateTable('contributions').set({ entry_id: entryId }).where('id', '=', contributionId).execute()
    return contributionId
  }
  const id = newId()
  await tx
    .insertInto('contributions')
    .values({
      id,
      circle_id: circleId,
      payer,
      bank_account_id: place.account === 'cash' ? place.bankAccount : (payment.bankAccount ?? null),
      amount_cents: payment.amountCents,
      day: payment.day,
      document_version_id: payment.documentVersionId ?? null,
      recorded_by: payment.bookedBy,
      entry_id: entryId,
    })
    .execute()
  if (payment.sender) await tx.insertInto('contribution_texts').values({ contribution_id: id, sender: payment.sender }).execute()
  return id
}

/** Tells the payer that it counts, and everyone once a call is paid. What asked the payer for it is read. */
async function tell(tx: Tx, { circleId, payer }: Payment, before: readonly CallPart[]): Promise<void> {
  const after = await readCallParts(tx, circleId)
  const isOpen = (parts: readonly CallPart[], callId: string) => parts.some((part) => part.callId === callId && openCents(part) > 0)
  const calls = [...new Set(before.map(({ callId }) => callId))]
  const completed = calls.filter((callId) => isOpen(before, callId) && !isOpen(after, callId))
  const paid = before.find((part) => part.holder === payer && openCents(part) > 0)?.callId ?? null
  await tellOfMoney(tx, { kind: 'payment_counted', circleId, callId: paid, people: [payer] })
  for (const callId of completed) await tellOfMoney(tx, { kind: 'call_complete', circleId, callId })
  if (openPartsOf(after, payer).length === 0) await markNoticesRead(tx, payer, { circleId }, ['call_opened', 'call_waits'])
}

/**
 * Books a member's payment: it fills the payer's oldest open parts, the lowest arc first; what is left stays the payer's. The caller has
 * locked the circle and made sure that it counts, by a line of the bank or by the word of as many members as it needs.
 */
export async function bookContribution(tx: Tx, payment: Payment): Promise<Booked> {
  const { circleId, payer, place, amountCents, day, bookedBy, sender, documentVersionId } = payment
  const before = await readCallParts(tx, circleId)
  const keptCents = (await readKept(tx, circleId)).get(payer) ?? 0
  const filling = fillParts(openPartsOf(before, payer), { paidCents: amountCents, keptCents })
  const takenOver = await readTakenOver(tx, circleId, day)
  const lines = paymentLines(payer, place, amountCents, filling).map(
    (line): BookLine => (line.account === 'capital' && takenOver.has(line.arc) ? { ...line, person: payer } : line),
  )
  const acquisition = await openAcquisition(tx, circleId)
  const entry = await writeEntry(tx, {
    circleId,
    kind: 'contribution',
    day,
    lines,
    bookedBy,
    payee: sender,
    words: payment.words,
    documentVersionId,
    acquisitionId: acquisition?.id,
  })
  const contributionId = await saveContribution(tx, payment, entry.id)
  await tell(tx, payment, before)
  await publishCircleChange(tx, circleId, 'money')
  return { entryId: entry.id, number: entry.number, contributionId, filling }
}
