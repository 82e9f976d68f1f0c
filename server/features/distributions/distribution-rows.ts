import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { DistributionAct } from '#domain/motion-kinds.ts'
import { type DistributionLapse, type DistributionState, distributionState } from '#domain/payouts.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { standingPayment } from '#server/shared/distributions/payments.ts'

type MotionOf = {
  readonly id: string
  readonly act: DistributionAct
  readonly receiver: string | null
  readonly title: string
  readonly payee: string | null
  readonly closesAt: string
  readonly noticeSeconds: number
  readonly outcome: string | null
  readonly closedAt: string | null
  readonly isWithdrawn: boolean
  readonly hasLapsed: boolean
  readonly because: DistributionLapse | null
  /** Of a deposit: whether one was booked by it, also if that was reversed. */
  readonly isUsed: boolean
}
export type PartOf = {
  readonly arc: number
  readonly amountCents: Cents
  readonly receiver: string | null
  readonly setOffCents: Cents
  readonly owedCents: Cents
  readonly entry: { readonly _id: string; readonly number: number } | null
  /** When it was booked; later than the posting if it waited for the end of a transfer. */
  readonly bookedAt: string | null
}
type PaymentOf = { readonly receiver: string; readonly amountCents: Cents; readonly day: string; readonly motion: string | null }
type MarkOf = {
  readonly id: string
  readonly receiver: string
  readonly amountCents: Cents
  readonly day: string
  readonly words: string
  readonly markedBy: string
}

type Row = {
  readonly id: string
  readonly amountCents: Cents
  readonly note: string
  readonly draftedBy: string
  readonly draftedAt: Date
  readonly postedOn: string | null
  readonly postedAt: Date | null
  readonly reversedAt: Date | null
  readonly motions: readonly MotionOf[]
  readonly parts: readonly PartOf[]
  readonly holders: readonly { readonly arc: number; readonly user: string; readonly isWaiting: boolean }[]
  readonly payments: readonly PaymentOf[]
  readonly marks: readonly MarkOf[]
}

export type DistributionFactsRow = Row & {
  readonly motion: MotionOf | null
  readonly state: DistributionState
  readonly paidCents: Cents
  readonly openCents: Cents
}

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, cents) => total + cents, 0)

function withState(row: Row): DistributionFactsRow {
  const motion = row.motions.find(({ act }) => act === 'post') ?? null
  const paidCents = sum(row.payments.map(({ amountCents }) => amountCents))
  const owed = row.reversedAt ? 0 : sum(row.parts.map(({ owedCents }) => owedCents))
  const waiting = row.parts.filter(({ receiver }) => receiver === null)
  const state = distributionState({
    motion: motion && { outcome: motion.outcome, isWithdrawn: motion.isWithdrawn },
    hasLapsed: motion?.hasLapsed === true,
    isPosted: row.postedAt !== null,
    isReversed: row.reversedAt !== null,
    openCents: Math.max(0, owed - paidCents),
    waitingCents: sum(waiting.map(({ amountCents }) => amountCents)),
  })
  return { ...row, motion, state, paidCents, openCents: Math.max(0, owed - paidCents) }
}

const list = (select: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(each), '[]') from (${select}) as each)`

/** The distributions of a circle with everything about them, newest first. */
export async function readRows(db: Database | Tx, circleId: string): Promise<DistributionFactsRow[]> {
  const { rows } = await sql<Row>`
    select d.id, d.amount_cents as "amountCents", coalesce(distribution_texts.note, '') as note, d.drafted_by as "draftedBy",
      d.drafted_at as "draftedAt", p.day as "postedOn", p.at as "postedAt", r.at as "reversedAt",
      ${list(sql`select m.motion_id as id, m.act, m.receiver, motion_texts.title, motion_texts.payee, motions.closes_at as "closesAt",
          m.notice_seconds as "noticeSeconds", motion_closings.outcome, motion_closings.at as "closedAt",
          motion_withdrawals.motion_id is not null as "isWithdrawn", distribution_lapses.motion_id is not null as "hasLapsed", because,
          exists (select from payout_payments where payout_payments.motion_id = m.motion_id) as "isUsed"
        from distribution_motions m join motions on motions.id = m.motion_id join motion_texts on motion_texts.motion_id = m.motion_id
        left join motion_closings on motion_closings.motion_id = m.motion_id
        left join motion_withdrawals on motion_withdrawals.motion_id = m.motion_id
        left join distribution_lapses on distribution_lapses.motion_id = m.motion_id
        where m.distribution_id = d.id order by m.motion_id`)} as motions,
      ${list(sql`select parts.arc, parts.amount_cents as "amountCents", receiver, coalesce(set_off_cents, 0) as "setOffCents",
          coalesce(owed_cents, 0) as "owedCents",
          case when book_entries.id is null then null else json_build_object('_id', book_entries.id, 'number', book_entries.number) end as entry,
          book_entries.recorded_at as "bookedAt"
        from distribution_parts parts
        left join distribution_payouts on distribution_payouts.distribution_id = d.id and distribution_payouts.arc = parts.arc
        left join book_entries on book_entries.id = entry_id
        where parts.distribution_id = d.id order by parts.arc`)} as parts,
      ${list(sql`select arc, user_id as "user", transfer_id is not null as "isWaiting" from distribution_holders
        where distribution_id = d.id order by arc`)} as holders,
      ${list(sql`select receiver, amount_cents as "amountCents", book_entries.day, payout_payments.motion_id as motion
        from payout_payments join book_entries on book_entries.id = entry_id
        where distribution_id = d.id and ${standingPayment} order by book_entries.number`)} as payments,
      ${list(sql`select payout_marks.id, receiver, amount_cents as "amountCents", day, coalesce(words, '') as words, marked_by as "markedBy"
        from payout_marks left join payout_mark_texts on mark_id = payout_marks.id
        where distribution_id = d.id and withdrawn_at is null and entry_id is null`)} as marks
    from distributions d
    left join distribution_texts on distribution_texts.distribution_id = d.id
    left join distribution_postings p on p.distribution_id = d.id
    left join distribution_reversals r on r.distribution_id = d.id
    where d.circle_id = ${circleId} order by d.drafted_at desc, d.id desc`.execute(db)
  return rows.map(withState)
}
