import type { z } from 'zod'
import { Refusal, refusals } from '#contract/errors.ts'
import type { saleRequest } from '#contract/sale.ts'
import { type MayInCircle, mayDecide, mayManageCircle } from '#domain/may/circle.ts'
import { formatCents } from '#domain/money.ts'
import { decideSale, loanLeft, type Sale, type SaleLine } from '#domain/sale.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { type AcquisitionRow, readLatestAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { writePurchaseRecord } from '#server/shared/acquisitions/purchase-record.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readClosedTo } from '#server/shared/book/closed-months.ts'
import { readDeposits } from '#server/shared/book/deposits.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { findMembers } from '#server/shared/deciding/mail-members.ts'
import { readReserve } from '#server/shared/deciding/treasurer.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { endOffers } from '#server/shared/offers/end-offers.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { isSold, readSellMotion, type SellMotion } from '#server/shared/sales/sales.ts'
import {
  confirmAsBooked,
  endSettlement,
  enterSettlement,
  readOpenSettlement,
  requireAnother,
  requireNoSettlementWaits,
  requireOpenSettlement,
} from '#server/shared/settlements/settlements.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

export type Selling = Site & { readonly noticeSeconds: number }

export const readOpenSale = (db: Database | Tx, circleId: string) => readOpenSettlement<SaleLine>(db, circleId, 'sale')

/** The purchase whose property the circle owns or has sold. */
export async function readBought(db: Database | Tx, circleId: string): Promise<AcquisitionRow | null> {
  const latest = await readLatestAcquisition(db, circleId)
  return latest?.outcome === 'bought' ? latest : null
}

type Locked = { readonly bought: AcquisitionRow; readonly motion: SellMotion }

/** Locks the circle, closes what is due, and checks again who acts. Refuses unless the circle may sell and has not. */
async function lockSale(tx: Tx, circleId: string, actor: Actor, may: MayInCircle, site: Site): Promise<Locked> {
  await lockCircleAs(tx, circleId, actor, may)
  await closeDueFirst(tx, circleId, site)
  await requireNotEnded(tx, circleId)
  if (await isSold(tx, circleId)) throw new Refusal('sale_done')
  const bought = await readBought(tx, circleId)
  const motion = await readSellMotion(tx, circleId)
  if (!bought || !motion) throw new Refusal('sale_not_permitted')
  return { bought, motion }
}

type Recorded = { readonly lines: readonly SaleLine[]; readonly at: number; readonly noticeSeconds: number }

/** What the lines would book now, by the motion that permits it. A sale that was recorded in time may be confirmed later. */
async function decideNow(tx: Tx, circleId: string, motion: SellMotion, { lines, at, noticeSeconds }: Recorded): Promise<Sale> {
  const facts = {
    leastPriceCents: motion.leastPriceCents,
    passedAt: motion.passedAt.getTime(),
    balances: await readBalances(tx, circleId),
    deposits: await readDeposits(tx, circleId),
  }
  const decision = decideSale(lines, facts, { now: at, noticeSeconds })
  if (decision.ok) return decision.value
  const { reason } = decision
  if (reason === 'payoff_is_not_the_loan')
    throw new Refusal(reason, {
      error: `The loan stands at ${formatCents(loanLeft(facts.balances))} in the book. ${refusals[reason].error}`,
    })
  throw new Refusal(reason)
}

/** A business day of the sale: not before the purchase, not in the future and not in a closed month. */
async function requireDayOfSale(tx: Tx, circleId: string, day: string): Promise<void> {
  const { closing } = await tx
    .selectFrom('settlements')
    .select(({ fn }) => fn.max('day').as('closing'))
    .where('circle_id', '=', circleId)
    .where('kind', '=', 'purchase')
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (day > (await todayIn(tx, circleId)) || (closing !== null && day < closing)) throw new Refusal('sale_day_not_here')
  const closedTo = await readClosedTo(tx, circleId)
  if (closedTo !== null && day <= closedTo) throw new Refusal('book_month_closed')
}

/** The owner enters the sale's settlement statement. Nothing is booked until another member confirms it. */
export async function recordSale(
  tx: Tx,
  actor: Actor,
  circleId: string,
  { day, lines: written, documentVersionId }: z.infer<typeof saleRequest>,
  { publicUrl, noticeSeconds }: Selling,
): Promise<void> {
  const { bought, motion } = await lockSale(tx, circleId, actor, mayManageCircle, { publicUrl })
  await requireNoSettlementWaits(tx, circleId, 'sale')
  await requireDayOfSale(tx, circleId, day)
  const lines = written.map(({ kind, amountCents, tenant }) => ({ kind, amountCents, ...(kind === 'deposits' && tenant && { tenant }) }))
  await decideNow(tx, circleId, motion, { lines, at: (await readDatabaseClock(tx)).getTime(), noticeSeconds })
  await enterSettlement(tx, actor, { circleId, kind: 'sale', motionId: motion.id, day, lines, documentVersionId })
  const others = (await findMembers(tx, circleId)).filter((user) => user !== actor.id)
  await notify(tx, others, { kind: 'sale_waits', circleId, propertyId: bought.propertyId })
  await publishCircleChange(tx, circleId, 'circle')
}

export async function withdrawSale(tx: Tx, actor: Actor, circleId: string, settlementId: string, site: Site): Promise<void> {
  await lockSale(tx, circleId, actor, mayManageCircle, site)
  const { id } = await requireOpenSettlement(tx, circleId, 'sale', settlementId)
  await endSettlement(tx, actor, circleId, id)
  await publishCircleChange(tx, circleId, 'circle')
}

/**
 * Another member confirms the statement, which books it: the property is sold. Everything is checked again, because money and motions may
 * have changed since it was entered. The reserve's floor is 0 from now on, and open offers end.
 */
export async function confirmSale(
  tx: Tx,
  actor: Actor,
  circleId: string,
  settlementId: string,
  { publicUrl, noticeSeconds }: Selling,
): Promise<void> {
  await lockSelf(tx, actor)
  const { bought, motion } = await lockSale(tx, circleId, actor, mayDecide, { publicUrl })
  const open = await requireOpenSettlement<SaleLine>(tx, circleId, 'sale', settlementId)
  const { id, day, lines, documentVersionId, proposedBy, proposedAt } = open
  await requireAnother(tx, actor, circleId, proposedBy)
  const sale = await decideNow(tx, circleId, motion, { lines, at: proposedAt.getTime(), noticeSeconds })
  await redeemStepUp(tx, actor, 'confirm_money')
  const entry = await writeEntry(tx, {
    circleId,
    kind: 'sale',
    day,
    lines: sale.lines,
    bookedBy: proposedBy,
    words: 'Sale',
    documentVersionId,
    motionId: open.motionId,
  })
  await confirmAsBooked(tx, actor, { circleId, settlementId: id, entryId: entry.id })
  const recordId = await writePurchaseRecord(tx, { circleId, acquisitionId: bought.id, kind: 'sold', actorId: actor.id })
  const { emergencyCents } = await readReserve(tx, circleId)
  await tx
    .insertInto('reserves')
    .values({ record_id: recordId, circle_id: circleId, floor_cents: 0, emergency_cents: emergencyCents })
    .execute()
  await endOffers(tx, circleId, 'sale', { by: actor.id })
  await notify(tx, await findCirclePeople(tx, circleId), { kind: 'sold', circleId, propertyId: bought.propertyId })
  await publishCircleChange(tx, circleId, 'money')
}
