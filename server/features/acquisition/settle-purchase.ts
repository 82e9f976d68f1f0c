import { sql } from 'kysely'
import type { z } from 'zod'
import type { settlementRequest } from '#contract/acquisition.ts'
import { Refusal } from '#contract/errors.ts'
import { isReadyToFinish } from '#domain/acquisition-steps.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import { mayDecide, mayManageCircle } from '#domain/may/circle.ts'
import { decideSettlement, type PurchaseLine, type Settlement } from '#domain/settlement.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { AcquisitionRow } from '#server/shared/acquisitions/acquisitions.ts'
import { changeHolding } from '#server/shared/acquisitions/change-holding.ts'
import { writePurchaseRecord } from '#server/shared/acquisitions/purchase-record.ts'
import { readStepFacts } from '#server/shared/acquisitions/step-facts.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { removeClosingDates } from '#server/shared/deciding/closing-date.ts'
import { findMembers } from '#server/shared/deciding/mail-members.ts'
import { readPassedLoans } from '#server/shared/deciding/passed-loans.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import {
  confirmAsBooked,
  endSettlement,
  enterSettlement,
  readOpenSettlement,
  requireAnother,
  requireNoSettlementWaits,
  requireOpenSettlement,
} from '#server/shared/settlements/settlements.ts'
import { requireDayOfPurchase } from './complete-step.ts'
import { lockPurchase } from './lock-purchase.ts'

/** Whom the loans of a statement are from. */
export const lendersOf = (lines: readonly PurchaseLine[]): string[] => lines.flatMap(({ lender }) => lender ?? [])

/** The lines as they came, without the fields that are not theirs. */
const cleanLines = (lines: z.infer<typeof settlementRequest>['lines']): PurchaseLine[] =>
  lines.map(({ kind, amountCents, lender }) => ({ kind, amountCents, ...(kind === 'loan' && lender ? { lender } : {}) }))

/** What the lines would book now, by what the circle has passed and the title company holds. */
async function decideNow(tx: Tx, acquisition: AcquisitionRow, lines: readonly PurchaseLine[]): Promise<Settlement> {
  const { circleId, price } = acquisition
  const { steps } = await readStepFacts(tx, acquisition)
  if (!isReadyToFinish(steps)) throw new Refusal('settlement_not_yet')
  const decision = decideSettlement(lines, {
    passedPriceCents: price * 100,
    passedLoans: await readPassedLoans(tx, circleId, lendersOf(lines)),
    heldByTitleCents: (await readBalances(tx, circleId)).get('held:title') ?? 0,
  })
  if (!decision.ok) throw new Refusal(decision.reason)
  return decision.value
}

export const readOpenPurchase = (db: Database | Tx, circleId: string) => readOpenSettlement<PurchaseLine>(db, circleId, 'purchase')

/** The owner enters the lines of the settlement statement. Nothing is booked until another member confirms them. */
export async function proposeSettlement(
  tx: Tx,
  actor: Actor,
  circleId: string,
  { day, lines: written, documentVersionId }: z.infer<typeof settlementRequest>,
  site: Site,
): Promise<void> {
  const { acquisition } = await lockPurchase(tx, circleId, actor, mayManageCircle, site)
  await requireNoSettlementWaits(tx, circleId, 'purchase')
  await requireDayOfPurchase(tx, acquisition, day)
  const lines = cleanLines(written)
  await decideNow(tx, acquisition, lines)
  await enterSettlement(tx, actor, { circleId, kind: 'purchase', acquisitionId: acquisition.id, day, lines, documentVersionId })
  const others = (await findMembers(tx, circleId)).filter((user) => user !== actor.id)
  await notify(tx, others, { kind: 'settlement_waits', circleId, propertyId: acquisition.propertyId })
  await publishCircleChange(tx, circleId, 'circle')
}

export async function withdrawSettlement(tx: Tx, actor: Actor, circleId: string, settlementId: string, site: Site): Promise<void> {
  await lockPurchase(tx, circleId, actor, mayManageCircle, site)
  const { id } = await requireOpenSettlement(tx, circleId, 'purchase', settlementId)
  await endSettlement(tx, actor, circleId, id)
  await publishCircleChange(tx, circleId, 'circle')
}

/** The lender is written beside the loan in the book. The first lines of an entry are those of the statement, in its order. */
const withLenders = (booked: readonly BookLine[], lines: readonly PurchaseLine[]): BookLine[] =>
  booked.map((line, index) => {
    const lender = lines[index]?.lender
    return line.account === 'loan' && lender ? { ...line, who: lender } : line
  })

/**
 * Another member confirms the statement, which books it: the circle owns the property. Everything is checked again, because money and
 * motions may have changed since it was entered.
 */
export async function confirmSettlement(tx: Tx, actor: Actor, circleId: string, settlementId: string, site: Site): Promise<void> {
  await lockSelf(tx, actor)
  const { acquisition } = await lockPurchase(tx, circleId, actor, mayDecide, site)
  const open = await requireOpenSettlement<PurchaseLine>(tx, circleId, 'purchase', settlementId)
  const { id, day, lines, documentVersionId, proposedBy } = open
  await requireAnother(tx, actor, circleId, proposedBy)
  const settlement = await decideNow(tx, acquisition, lines)
  await redeemStepUp(tx, actor, 'confirm_money')
  const entry = await writeEntry(tx, {
    circleId,
    kind: 'settlement',
    day,
    lines: withLenders(settlement.lines, lines),
    bookedBy: proposedBy,
    words: 'Closing',
    documentVersionId,
    acquisitionId: acquisition.id,
  })
  await confirmAsBooked(tx, actor, { circleId, settlementId: id, entryId: entry.id })
  // What they followed from stays true from now on.
  await tx
    .updateTable('acquisition_steps')
    .set({ state: 'done', ended_at: sql<Date>`clock_timestamp()` })
    .where('acquisition_id', '=', acquisition.id)
    .where('key', 'in', ['agreement_signed', 'money_collected'])
    .where('state', '=', 'open')
    .execute()
  await tx
    .updateTable('acquisitions')
    .set({ outcome: 'bought', ended_at: sql<Date>`clock_timestamp()`, ended_by: actor.id })
    .where('id', '=', acquisition.id)
    .execute()
  await removeClosingDates(tx, circleId, actor.id)
  await changeHolding(tx, circleId, 'owning')
  await writePurchaseRecord(tx, { circleId, acquisitionId: acquisition.id, kind: 'bought', actorId: actor.id })
  const people = await findCirclePeople(tx, circleId)
  await notify(tx, people, { kind: 'bought', circleId, propertyId: acquisition.propertyId })
  await publishCircleChange(tx, circleId, 'money')
}
