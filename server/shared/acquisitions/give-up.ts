import { sql } from 'kysely'
import { type BookAccount, type BookLine, bookAccounts } from '#domain/book-accounts.ts'
import { type CalledArc, giveUp, type LostMoney, type UnpaidDebt } from '#domain/give-up.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { type AcquisitionRow, readLatestAcquisition, readOpenAcquisition } from './acquisitions.ts'
import { changeHolding } from './change-holding.ts'
import { writePurchaseRecord } from './purchase-record.ts'

/** What each account took up in entries since the purchase began, other than 0. */
async function readMoved(db: Database | Tx, { circleId, startedAt }: AcquisitionRow): Promise<ReadonlyMap<BookAccount, Cents>> {
  const { rows } = await sql<{ account: BookAccount; cents: Cents }>`
    select account, sum(cents)::bigint as cents from (
      select account, sum(amount_cents) as cents from book_lines join book_entries on book_entries.id = book_lines.entry_id
      where book_lines.circle_id = ${circleId} and recorded_at >= ${startedAt}
      group by account, bank_account_id, holder, arc, user_id having sum(amount_cents) <> 0) as moved
    group by account`.execute(db)
  return new Map(rows.map(({ account, cents }) => [account, cents]))
}

export type GiveUpFacts = {
  /** Something was paid and has not been taken back, or a member says that they have paid. */
  readonly isAnythingPaid: boolean
  readonly isWireDone: boolean
  /** The title company holds nothing any more. */
  readonly isMoneyBack: boolean
}

export async function readGiveUpFacts(db: Database | Tx, acquisition: AcquisitionRow): Promise<GiveUpFacts> {
  const { circleId, id, startedAt } = acquisition
  const moved = await readMoved(db, acquisition)
  const said = await db
    .selectFrom('contributions')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('recorded_at', '>=', startedAt)
    .where('withdrawn_at', 'is', null)
    .where('entry_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  const wire = await db
    .selectFrom('acquisition_steps')
    .select('id')
    .where('acquisition_id', '=', id)
    .where('key', '=', 'wire')
    .where('state', '=', 'done')
    .executeTakeFirst()
  const held = (await readBalances(db, circleId)).get('held:title') ?? 0
  return { isAnythingPaid: moved.size > 0 || said !== undefined, isWireDone: wire !== undefined, isMoneyBack: held === 0 }
}

/** Then nobody gives the purchase up. */
export const isMoneyAway = ({ isWireDone, isMoneyBack }: GiveUpFacts): boolean => isWireDone && !isMoneyBack

/** Every arc with what this purchase asked and was paid for it. */
async function readCalledArcs(tx: Tx, { circleId, id }: AcquisitionRow): Promise<CalledArc[]> {
  const { rows } = await sql<CalledArc>`
    select arcs.number as arc, memberships.user_id as holder, arcs.price,
      coalesce((select sum(call_parts.amount_cents) from call_parts join calls on calls.id = call_parts.call_id
        where calls.acquisition_id = ${id} and call_parts.arc = arcs.number), 0)::bigint as "calledCents",
      coalesce((select -sum(book_lines.amount_cents) from book_lines join calls on calls.id = book_lines.call_id
        where calls.acquisition_id = ${id} and book_lines.account = 'capital' and book_lines.arc = arcs.number), 0)::bigint as "paidCents"
    from arcs join memberships on memberships.id = arcs.membership_id
    where arcs.circle_id = ${circleId} order by arcs.number`.execute(tx)
  return rows
}

const isCost = (account: BookAccount): boolean => bookAccounts[account].kind === 'cost' || bookAccounts[account].kind === 'income'

const spentOf = (moved: ReadonlyMap<BookAccount, Cents>): Cents =>
  [...moved].reduce((sum, [account, cents]) => (isCost(account) ? sum + cents : sum), 0)

/**
 * Books what each is owed: what they paid, less their part of what was spent. What the title company still holds is not lost; it is
 * expected back.
 */
async function bookGivenUp(tx: Tx, acquisition: AcquisitionRow, bookedBy: string, motionId: string | null): Promise<void> {
  const { circleId, id } = acquisition
  const moved = await readMoved(tx, acquisition)
  const onProperty = moved.get('property') ?? 0
  const lost: LostMoney[] = onProperty === 0 ? [] : [{ from: { account: 'property' }, amountCents: onProperty }]
  const { lines } = giveUp({ arcs: await readCalledArcs(tx, acquisition), spentCents: spentOf(moved), lost })
  if (lines.length === 0) return
  const day = await todayIn(tx, circleId)
  await writeEntry(tx, { circleId, kind: 'give_up', day, lines, bookedBy, words: 'The purchase was given up', motionId, acquisitionId: id })
  await publishCircleChange(tx, circleId, 'money')
}

/** What each arc's capital was given back by entries of giving up. */
async function readGivenBack(tx: Tx, { circleId, id }: AcquisitionRow): Promise<ReadonlyMap<number, Cents>> {
  const { rows } = await sql<{ arc: number; cents: Cents }>`
    select arc, sum(amount_cents)::bigint as cents from book_lines join book_entries on book_entries.id = entry_id
    where book_lines.circle_id = ${circleId} and kind = 'give_up' and acquisition_id = ${id} and account = 'capital' group by arc`.execute(
    tx,
  )
  return new Map(rows.map(({ arc, cents }) => [arc, cents]))
}

/** What people owed after giving up and the circle has decided not to wait for, in that order. */
async function readUnpaid(tx: Tx, { circleId, startedAt }: AcquisitionRow): Promise<UnpaidDebt[]> {
  const { rows } = await sql<UnpaidDebt>`
    select user_id as person, (-sum(amount_cents))::bigint as "amountCents" from book_lines join book_entries on book_entries.id = entry_id
      left join book_entries as reversed on reversed.id = book_entries.reverses
    where book_lines.circle_id = ${circleId} and account = 'owed' and coalesce(reversed.kind, book_entries.kind) = 'unpaid'
      and book_entries.recorded_at >= ${startedAt}
    group by user_id having sum(amount_cents) <> 0 order by min(book_entries.number)`.execute(tx)
  return rows
}

/** Who held each arc when the purchase was given up. */
async function readHoldersThen(tx: Tx, { circleId, endedAt }: AcquisitionRow): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ arc: number; holder: string }>`
    select number as arc, (select user_id from ledger where ledger.circle_id = arcs.circle_id and arcs.number = any(ledger.arcs)
      and kind in ('bought', 'added', 'taken_over') and at <= ${endedAt} order by at desc, id desc limit 1) as holder
    from arcs where circle_id = ${circleId}`.execute(tx)
  return new Map(rows.map(({ arc, holder }) => [arc, holder]))
}

/**
 * What costs or brings something after the purchase was given up (a part of a cost that comes back, the bank's fee or interest) is shared as
 * at giving up, by those who held the arcs then: no cash is nobody's. The caller has locked the circle and booked it.
 */
export async function shareAfterGivingUp(tx: Tx, circleId: string, { day, bookedBy }: { readonly day: string; readonly bookedBy: string }) {
  const acquisition = await readLatestAcquisition(tx, circleId)
  if (acquisition?.outcome !== 'given_up') return
  const moved = await readMoved(tx, acquisition)
  const holders = await readHoldersThen(tx, acquisition)
  const arcs = (await readCalledArcs(tx, acquisition)).map((arc) => ({ ...arc, holder: holders.get(arc.arc) ?? arc.holder }))
  const before = await readGivenBack(tx, acquisition)
  const onProperty = moved.get('property') ?? 0
  const lost: LostMoney[] = onProperty === 0 ? [] : [{ from: { account: 'property' }, amountCents: onProperty }]
  const given = giveUp({ arcs, spentCents: spentOf(moved), lost, unpaid: await readUnpaid(tx, acquisition) })
  const changes = given.arcs.map(({ arc, holder, backCents }) => ({ arc, holder, cents: backCents - (before.get(arc) ?? 0) }))
  const lines: BookLine[] = [
    { account: 'other_costs', amountCents: onProperty },
    { account: 'property', amountCents: 0 - onProperty },
    ...changes.map(({ arc, cents }) => ({ account: 'capital' as const, arc, amountCents: cents })),
    ...[...new Set(changes.map(({ holder }) => holder))].map((person) => ({
      account: 'owed' as const,
      person,
      amountCents: 0 - changes.reduce((sum, { holder, cents }) => (holder === person ? sum + cents : sum), 0),
    })),
  ]
  if (lines.every(({ amountCents }) => amountCents === 0)) return
  const words = 'Shared as at giving up'
  await writeEntry(tx, { circleId, kind: 'give_up', day, lines, bookedBy, words, acquisitionId: acquisition.id })
}

type GivingUp = {
  readonly reason: string
  /** Null: the circle, by a motion. */
  readonly by: Actor | null
  readonly bookedBy: string
  readonly motionId: string | null
}

/** Ends a purchase without buying. The caller has locked the circle and decided that it may be given up. */
export async function endGivenUp(tx: Tx, acquisition: AcquisitionRow, { reason, by, bookedBy, motionId }: GivingUp): Promise<void> {
  const { id, circleId, propertyId } = acquisition
  await bookGivenUp(tx, acquisition, bookedBy, motionId)
  await tx
    .updateTable('settlements')
    .set({
      withdrawn_at: sql<Date>`clock_timestamp()`,
      lines: sql<string>`(select jsonb_agg(line - 'lender') from jsonb_array_elements(lines) line)`,
    })
    .where('acquisition_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .execute()
  await tx
    .updateTable('acquisitions')
    .set({ outcome: 'given_up', ended_at: sql<Date>`clock_timestamp()`, ended_by: by?.id ?? null, motion_id: motionId })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('acquisition_texts').set({ reason }).where('acquisition_id', '=', id).execute()
  await changeHolding(tx, circleId, null)
  await writePurchaseRecord(tx, { circleId, acquisitionId: id, kind: 'given_up', actorId: by?.id ?? null })
  const facts = { circle: circleId, ...(motionId && { motion: motionId }) }
  await writeAudit(tx, { act: 'purchase.given_up', by: by ?? { id: null, origin: null }, subject: ['acquisition', id], facts })
  const people = await findCirclePeople(tx, circleId)
  await notify(tx, people, { kind: 'given_up', circleId, propertyId })
}

export type GivingUpByMotion = {
  readonly circleId: string
  readonly motionId: string
  readonly recordId?: string | undefined
  readonly reason: string
  readonly publicUrl: string
}

/**
 * The effect of a passed motion to give up: the open purchase ends. The caller has locked the circle; while money is away, such a motion lapses
 * instead.
 */
export async function giveUpByMotion(tx: Tx, { circleId, motionId, reason }: GivingUpByMotion): Promise<void> {
  const acquisition = await readOpenAcquisition(tx, circleId)
  if (!acquisition) return
  const motion = await tx.selectFrom('motions').select('proposed_by').where('id', '=', motionId).executeTakeFirstOrThrow()
  await endGivenUp(tx, acquisition, { reason, by: null, bookedBy: motion.proposed_by, motionId })
}
