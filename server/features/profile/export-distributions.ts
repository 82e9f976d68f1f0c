import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import type { Cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import { titleFor } from './export-visible.ts'

export type DistributionData = Pick<Export, 'distributionsDrafted' | 'paidOut' | 'payouts'>

type Circle = { readonly circle_id: string; readonly title: string | null; readonly distribution: string }
const inCircle = ({ circle_id, title, distribution }: Circle) => ({ circle: circle_id, circleTitle: title, distribution })

type DraftRow = Circle & { readonly cents: Cents; readonly note: string; readonly at: Date }

async function readDrafted(tx: Tx, userId: string): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select circle_id, ${titleFor(userId)}, distributions.id as distribution, amount_cents as cents, coalesce(note, '') as note, drafted_at as at
    from distributions join circles on circles.id = circle_id left join distribution_texts on distribution_id = distributions.id
    where drafted_by = ${userId} order by drafted_at`.execute(tx)
  return rows
}

type PartRow = Circle & {
  readonly day: string
  readonly arc: number
  readonly set_off: Cents
  readonly owed: Cents
  readonly is_reversed: boolean
}

async function readParts(tx: Tx, userId: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select circle_id, ${titleFor(userId)}, posted.distribution_id as distribution, day, arc, set_off_cents as set_off, owed_cents as owed,
      exists (select from distribution_reversals where distribution_reversals.distribution_id = posted.distribution_id) as is_reversed
    from distribution_payouts join distribution_postings as posted on posted.distribution_id = distribution_payouts.distribution_id
    join circles on circles.id = circle_id
    where receiver = ${userId} order by posted.at, arc`.execute(tx)
  return rows
}

type PayoutRow = Circle & {
  readonly is_own: boolean
  readonly cents: Cents
  readonly day: string
  readonly words: string
  readonly state: 'waiting' | 'withdrawn' | 'paid'
}

/** Words are in the export of the person who wrote or received them. */
async function readPayouts(tx: Tx, userId: string): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select payouts.circle_id, ${titleFor(userId)}, distribution, is_own, cents, day, words, payouts.state from (
      select book_entries.circle_id, distribution_id as distribution, true as is_own, amount_cents as cents, day, '' as words, 'paid' as state
        from payout_payments join book_entries on book_entries.id = entry_id where receiver = ${userId}
          and not exists (select from payout_marks where payout_marks.entry_id = payout_payments.entry_id)
      union all select circle_id, distribution_id, receiver = ${userId}, amount_cents, day, coalesce(words, ''),
        case when withdrawn_at is not null then 'withdrawn' when entry_id is null then 'waiting' else 'paid' end
        from payout_marks left join payout_mark_texts on mark_id = payout_marks.id
        where ${userId} in (receiver, marked_by, confirmed_by)
    ) as payouts join circles on circles.id = payouts.circle_id order by day`.execute(tx)
  return rows
}

/** What was paid out to the person, and what they did about paying out. */
export async function readDistributionData(tx: Tx, userId: string): Promise<DistributionData> {
  return {
    distributionsDrafted: (await readDrafted(tx, userId)).map((row) => ({
      ...inCircle(row),
      amountCents: row.cents,
      note: row.note,
      at: row.at.toISOString(),
    })),
    paidOut: (await readParts(tx, userId)).map((row) => ({
      ...inCircle(row),
      day: row.day,
      arc: row.arc,
      setOffCents: row.set_off,
      owedCents: row.owed,
      isReversed: row.is_reversed,
    })),
    payouts: (await readPayouts(tx, userId)).map((row) => ({
      ...inCircle(row),
      isOwn: row.is_own,
      amountCents: row.cents,
      day: row.day,
      words: row.words,
      state: row.state,
    })),
  }
}
