import { type RawBuilder, sql } from 'kysely'
import type { BookEntries, BookEntrySummary } from '#contract/book.ts'
import type { permissionKinds } from '#contract/book-values.ts'
import { type BookAccount, bookAccounts } from '#domain/book-accounts.ts'
import type { Cents } from '#domain/money.ts'
import { monthOf } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'

/** In SQL: the match of a cash line that stands; null without one. */
export const standingMatch = (entryId: RawBuilder<unknown>, position: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`
  (select match_id from bank_match_cash where bank_match_cash.entry_id = ${entryId} and bank_match_cash.position = ${position}
    and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_match_cash.match_id))`

type Row = {
  readonly id: string
  readonly number: number
  readonly kind: string
  readonly day: string
  readonly belongs_to: string | null
  readonly recorded_at: Date
  readonly booked_by: string
  readonly payee: string | null
  /** Who paid a call, or paid too much; otherwise the one person to whom what is owed changed. */
  readonly person: string | null
  readonly words: string | null
  readonly accounts: readonly BookAccount[]
  readonly cash: Cents
  readonly debits: Cents
  readonly has_cash: boolean
  readonly is_shown: boolean
  readonly is_reversal: boolean
  readonly is_reversed: boolean
  readonly has_receipt: boolean
  readonly permission: string | null
}

const summaries = (where: RawBuilder<unknown>, page: RawBuilder<unknown>) => sql<Row>`
  select book_entries.id, number, kind, day, belongs_to, recorded_at, booked_by, payee, words, permission,
    coalesce((select payer from contributions where contributions.entry_id = book_entries.id), lines.owed_to) as person,
    reverses is not null as is_reversal,
    exists (select from book_entries as reversal where reversal.reverses = book_entries.id) as is_reversed,
    document_version_id is not null or exists (select from book_receipts where book_receipts.entry_id = book_entries.id) as has_receipt,
    lines.*
  from book_entries
  left join book_entry_texts on book_entry_texts.entry_id = book_entries.id
  left join book_permissions on book_permissions.entry_id = book_entries.id,
  lateral (select coalesce(json_agg(account order by position) filter (where account <> 'cash'), '[]') as accounts,
      case when count(distinct user_id) filter (where account = 'owed') = 1 then (min(user_id::text) filter (where account = 'owed'))::uuid end
        as owed_to,
      coalesce(sum(amount_cents) filter (where account = 'cash'), 0)::bigint as cash,
      coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint as debits,
      coalesce(bool_or(account = 'cash'), false) as has_cash,
      coalesce(bool_and(${standingMatch(sql.ref('book_lines.entry_id'), sql.ref('book_lines.position'))} is not null) filter (where account = 'cash'),
        false) as is_shown
    from book_lines where book_lines.entry_id = book_entries.id) as lines
  where ${where} order by day desc, number desc ${page}`

/** Nobody writes one for the bank's fee or for money that the circle owed. */
const needsReceipt = ({ kind, permission }: Row): boolean =>
  (kind === 'payment' && permission !== 'bank_fee' && permission !== 'owed') || kind === 'outlay' || kind === 'loan_payment'

function toSummary(row: Row, names: ReadonlyMap<string, string>): BookEntrySummary {
  const accounts = [...new Set(row.accounts)].map((account) => bookAccounts[account].label)
  return {
    _id: row.id,
    number: row.number,
    kind: row.kind,
    day: row.day,
    belongsTo: row.belongs_to && monthOf(row.belongs_to),
    recordedAt: row.recorded_at.toISOString(),
    // The sender, where its payer told one, or whose money it is.
    payee: row.payee || (row.person !== null ? (names.get(row.person) ?? '') : ''),
    words: row.words ?? '',
    accounts: accounts.join(', '),
    cashCents: row.cash,
    amountCents: row.debits,
    isReversal: row.is_reversal,
    isReversed: row.is_reversed,
    hasReceipt: row.has_receipt,
    isReceiptMissing: needsReceipt(row) && !row.has_receipt && !row.is_reversed,
    permission: row.permission as (typeof permissionKinds)[number] | null,
    bank: row.has_cash ? (row.is_shown || row.kind === 'opening' ? 'shown' : 'outstanding') : null,
    bookedBy: { _id: row.booked_by, name: names.get(row.booked_by) ?? '' },
  }
}

/** Entries in short, newest day first. */
export async function readSummaries(
  db: Database | Tx,
  where: RawBuilder<unknown>,
  page: RawBuilder<unknown> = sql``,
): Promise<BookEntrySummary[]> {
  const { rows } = await summaries(where, page).execute(db)
  const names = await readNames(
    db as Database,
    rows.flatMap(({ booked_by, person }) => (person === null ? [booked_by] : [booked_by, person])),
  )
  return rows.map((row) => toSummary(row, names))
}

const pageSize = 50

/** All cash of the circle after this entry, in the order of the list. */
async function readCashAfter(db: Database | Tx, circleId: string, { day, number }: BookEntrySummary): Promise<Cents> {
  const { rows } = await sql<{ cash: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as cash from book_lines join book_entries on book_entries.id = entry_id
    where book_lines.circle_id = ${circleId} and account = 'cash' and (day, number) <= (${day}::date, ${number})`.execute(db)
  return rows[0]?.cash ?? 0
}

type EntriesQuery = { readonly month?: string | undefined; readonly page: number }

export async function readEntries(db: Database | Tx, circleId: string, { month, page }: EntriesQuery): Promise<BookEntries> {
  const inMonth = month ? sql`and to_char(day, 'YYYY-MM') = ${month}` : sql``
  const where = sql`book_entries.circle_id = ${circleId} ${inMonth}`
  const { rows } = await sql<{ total: number }>`select count(*) as total from book_entries where ${where}`.execute(db)
  const entries = await readSummaries(db, where, sql`limit ${pageSize} offset ${(page - 1) * pageSize}`)
  let cashAfterCents = entries[0] ? await readCashAfter(db, circleId, entries[0]) : 0
  const withCash = entries.map((entry) => {
    const listed = { ...entry, cashAfterCents }
    cashAfterCents -= entry.cashCents
    return listed
  })
  return { entries: withCash, total: rows[0]?.total ?? 0, page, pageSize }
}
