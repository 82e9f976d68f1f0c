import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Cents } from '#domain/money.ts'
import { type PaidOff, payoutsPaidBy } from '#domain/payouts.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { notify } from '#server/shared/notices/notify.ts'

export type OpenPayout = { readonly distributionId: string; readonly receiver: string; readonly openCents: Cents }

/** In SQL: a payment whose entry was not reversed. */
export const standingPayment = sql`not exists (select from book_entries as reversal where reversal.reverses = payout_payments.entry_id)`

/** What is owed by distributions that stand and is not paid yet, oldest first. */
export async function readOpenPayouts(db: Database | Tx, circleId: string, receiver: string | null = null): Promise<OpenPayout[]> {
  const { rows } = await sql<OpenPayout>`
    select owed.distribution_id as "distributionId", owed.receiver, (owed.cents - coalesce(paid.cents, 0))::bigint as "openCents"
    from (select distribution_id, receiver, sum(owed_cents) as cents from distribution_payouts group by 1, 2) as owed
    join distribution_postings on distribution_postings.distribution_id = owed.distribution_id
    left join (select distribution_id, receiver, sum(amount_cents) as cents from payout_payments where ${standingPayment} group by 1, 2) as paid
      on paid.distribution_id = owed.distribution_id and paid.receiver = owed.receiver
    where distribution_postings.circle_id = ${circleId} and (${receiver}::uuid is null or owed.receiver = ${receiver}::uuid)
      and not exists (select from distribution_reversals where distribution_reversals.distribution_id = owed.distribution_id)
      and owed.cents > coalesce(paid.cents, 0)
    order by distribution_postings.at, owed.distribution_id, owed.receiver`.execute(db)
  return rows
}

/** What a payment to a person of what they are owed pays. `owedCents` is owed to them in all, without what is kept for calls. */
export async function findPaidOff(
  tx: Tx,
  circleId: string,
  { person, amountCents, owedCents, named }: { person: string; amountCents: Cents; owedCents: Cents; named: string | null },
): Promise<readonly PaidOff[]> {
  const open = await readOpenPayouts(tx, circleId, person)
  const otherCents = owedCents - open.reduce((sum, { openCents }) => sum + openCents, 0)
  const decision = payoutsPaidBy(amountCents, open, { otherCents, named })
  if (!decision.ok) throw new Refusal('not_owed')
  return decision.value
}

type Paid = { readonly circleId: string; readonly entryId: string; readonly receiver: string; readonly motionId?: string | null }

/** Writes what an entry paid of distributions, and tells its receiver. */
export async function writePaidOff(
  tx: Tx,
  { circleId, entryId, receiver, motionId = null }: Paid,
  paid: readonly PaidOff[],
): Promise<void> {
  if (paid.length === 0) return
  await tx
    .insertInto('payout_payments')
    .values(
      paid.map(({ distributionId, amountCents }) => ({
        entry_id: entryId,
        distribution_id: distributionId,
        receiver,
        amount_cents: amountCents,
        motion_id: motionId,
      })),
    )
    .execute()
  await withdrawCoveredMarks(tx, circleId, receiver)
  const [first] = paid
  await notify(tx, [receiver], { kind: 'payout_paid', circleId, facts: first ? { distribution: first.distributionId } : {} })
}

/** A mark that asks for more than is still open is withdrawn: the bank has shown the payment meanwhile. */
async function withdrawCoveredMarks(tx: Tx, circleId: string, receiver: string): Promise<void> {
  const marks = await tx
    .selectFrom('payout_marks')
    .select(['id', 'distribution_id', 'amount_cents'])
    .where('circle_id', '=', circleId)
    .where('receiver', '=', receiver)
    .where('withdrawn_at', 'is', null)
    .where('entry_id', 'is', null)
    .execute()
  if (marks.length === 0) return
  const open = await readOpenPayouts(tx, circleId, receiver)
  const over = marks.filter(
    (mark) => mark.amount_cents > (open.find((each) => each.distributionId === mark.distribution_id)?.openCents ?? 0),
  )
  if (over.length === 0) return
  await tx
    .updateTable('payout_marks')
    .set({ withdrawn_at: sql<Date>`clock_timestamp()` })
    .where(
      'id',
      'in',
      over.map(({ id }) => id),
    )
    .execute()
}
