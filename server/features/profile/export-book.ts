import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import type { Cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import { titleFor } from './export-visible.ts'

type Circle = { readonly circle_id: string; readonly title: string | null }
const inCircle = ({ circle_id, title }: Circle) => ({ circle: circle_id, circleTitle: title })

type BookData = Pick<Export, 'bookEntries' | 'bookLines' | 'bookActs' | 'statements' | 'statementsIssued' | 'outlays'>

type EntryRow = Circle & {
  readonly number: number
  readonly day: string
  readonly kind: string
  readonly payee: string
  readonly words: string
  readonly at: Date
}

/** Entries that the person booked, in their words. */
const readEntries = (tx: Tx, userId: string) =>
  tx
    .selectFrom('book_entries')
    .innerJoin('circles', 'circles.id', 'book_entries.circle_id')
    .leftJoin('book_entry_texts', 'book_entry_texts.entry_id', 'book_entries.id')
    .select(['circle_id', titleFor(userId), 'number', 'day', 'kind', 'recorded_at as at'])
    .select([sql<string>`coalesce(payee, '')`.as('payee'), sql<string>`coalesce(words, '')`.as('words')])
    .where('booked_by', '=', userId)
    .orderBy('recorded_at')
    .execute() as Promise<EntryRow[]>

/** Amounts under the person's name. */
const readLines = (tx: Tx, userId: string) =>
  tx
    .selectFrom('book_lines')
    .innerJoin('book_entries', 'book_entries.id', 'book_lines.entry_id')
    .innerJoin('circles', 'circles.id', 'book_lines.circle_id')
    .select(['book_lines.circle_id', titleFor(userId), 'number', 'day', 'account', 'amount_cents'])
    .where('book_lines.user_id', '=', userId)
    .orderBy('recorded_at')
    .orderBy('position')
    .execute()

type ActRow = Circle & {
  readonly act: BookData['bookActs'][number]['act']
  readonly month: string | null
  readonly words: string
  readonly at: Date
}

/** What the person did for the purchase, for money of others, and with the bank's files, matches and months. */
async function readActs(tx: Tx, userId: string): Promise<ActRow[]> {
  const { rows } = await sql<ActRow>`
    select acts.circle_id, ${titleFor(userId)}, act, month, words, at from (
      select circle_id, 'bank_file_added' as act, null::text as month, '' as words, at from bank_imports where imported_by = ${userId}
      union all select circle_id, 'matched', null, '', at from bank_matches where matched_by = ${userId}
      union all select circle_id, 'match_ended', null, '', bank_match_ends.at from bank_match_ends
        join bank_matches on bank_matches.id = match_id where ended_by = ${userId}
      union all select circle_id, 'month_closed', to_char(month, 'YYYY-MM'), '', closed_at from month_closings where closed_by = ${userId}
      union all select circle_id, 'month_sent_back', to_char(month, 'YYYY-MM'), coalesce(words, ''), ended_at from month_offers
        left join month_offer_texts on offer_id = id where sent_back_by = ${userId}
      union all select circle_id, 'account_added', null, name, created_at from bank_accounts where opened_by = ${userId}
      union all select circle_id, kind || '_entered', null, '', proposed_at from settlements where proposed_by = ${userId}
      union all select circle_id, kind || '_confirmed', null, '', confirmed_at from settlements where confirmed_by = ${userId}
      union all select book_entries.circle_id, 'receipt_added', null, '', at from book_receipts
        join book_entries on book_entries.id = entry_id where added_by = ${userId}
      union all select circle_id, 'purchase_started', null, '', started_at from acquisitions where started_by = ${userId}
      union all select circle_id, 'purchase_ended', null, coalesce(reason, ''), ended_at from acquisitions
        left join acquisition_texts on acquisition_id = id where ended_by = ${userId}
      union all select circle_id, 'step_added', null, coalesce(title, ''), started_at from acquisition_steps
        join acquisitions on acquisitions.id = acquisition_id left join acquisition_step_texts on step_id = acquisition_steps.id
        where added_by = ${userId} and key = 'other'
      union all select circle_id, 'step_' || state, null, coalesce(reason, ''), acquisition_steps.ended_at from acquisition_steps
        join acquisitions on acquisitions.id = acquisition_id left join acquisition_step_texts on step_id = acquisition_steps.id
        where acquisition_steps.ended_by = ${userId}
      union all select circle_id, 'payers_reminded', null, '', call_reminders.at from call_reminders
        join calls on calls.id = call_id where call_reminders.by = ${userId}
      union all select circle_id, 'return_recorded', null, '', contribution_returns.recorded_at from contribution_returns
        join contributions on contributions.id = contribution_id where contribution_returns.recorded_by = ${userId}
      union all select circle_id, 'return_confirmed', null, '', contribution_return_words.at from contribution_return_words
        join contribution_returns on contribution_returns.id = return_id join contributions on contributions.id = contribution_id
        where contribution_return_words.user_id = ${userId}
      union all select circle_id, 'paid_back_recorded', null, '', recorded_at from paid_backs where recorded_by = ${userId}
      union all select circle_id, 'paid_back_confirmed', null, '', confirmed_at from paid_backs where confirmed_by = ${userId}
      union all select circle_id, 'reversal_asked', null, words, at from entry_reversals
        join entry_reversal_texts on entry_reversal_id = entry_reversals.id where asked_by = ${userId}
      union all select entry_reversals.circle_id, 'reversal_confirmed', null, '', recorded_at from entry_reversals
        join book_entries on book_entries.id = reversal_id where confirmed_by = ${userId}
    ) as acts join circles on circles.id = acts.circle_id order by at, act`.execute(tx)
  return rows
}

type OutlayRow = Circle & {
  readonly user_id: string
  readonly amount_cents: Cents
  readonly day: string
  readonly payee: string
  readonly words: string
  readonly state: 'waiting' | 'withdrawn' | 'booked'
  readonly at: Date
}

/** What the person laid out as treasurer, and outlays that they confirmed; the words are told to who wrote them. */
async function readOutlays(tx: Tx, userId: string): Promise<OutlayRow[]> {
  const { rows } = await sql<OutlayRow>`
    select circle_id, ${titleFor(userId)}, outlays.user_id, amount_cents, day, coalesce(payee, '') as payee, coalesce(words, '') as words, outlays.at,
      case when withdrawn_at is not null then 'withdrawn' when entry_id is null then 'waiting' else 'booked' end as state
    from outlays join circles on circles.id = circle_id left join outlay_texts on outlay_id = outlays.id
    where outlays.user_id = ${userId} or confirmed_by = ${userId} order by outlays.at`.execute(tx)
  return rows
}

/** Statements of the person that were issued, as they are frozen. */
async function readStatements(tx: Tx, userId: string): Promise<BookData['statements']> {
  const rows = await tx
    .selectFrom('statements')
    .innerJoin('statement_years', (join) =>
      join.onRef('statement_years.circle_id', '=', 'statements.circle_id').onRef('statement_years.year', '=', 'statements.year'),
    )
    .innerJoin('circles', 'circles.id', 'statements.circle_id')
    .select(['statements.circle_id', titleFor(userId), 'statements.year', 'figures', 'figures_sha256', 'issued_at'])
    .where('statements.user_id', '=', userId)
    .orderBy('issued_at')
    .execute()
  return rows.map(({ year, figures, figures_sha256, issued_at, ...circle }) => ({
    ...inCircle(circle),
    year,
    figures: figures as unknown as BookData['statements'][number]['figures'],
    sha256: figures_sha256,
    issuedAt: issued_at.toISOString(),
  }))
}

const readIssuedYears = (tx: Tx, userId: string) =>
  tx
    .selectFrom('statement_years')
    .innerJoin('circles', 'circles.id', 'statement_years.circle_id')
    .select(['circle_id', titleFor(userId), 'year', 'issued_at'])
    .where('issued_by', '=', userId)
    .orderBy('issued_at')
    .execute()

/** What the person did in the books of their circles, and what stands there under their name. */
export async function readBookData(tx: Tx, userId: string): Promise<BookData> {
  return {
    bookEntries: (await readEntries(tx, userId)).map(({ number, day, kind, payee, words, at, ...circle }) => ({
      ...inCircle(circle),
      number,
      day,
      kind,
      payee,
      words,
      at: at.toISOString(),
    })),
    bookLines: (await readLines(tx, userId)).map((row) => ({
      ...inCircle(row),
      number: row.number,
      day: row.day,
      account: row.account,
      amountCents: row.amount_cents,
    })),
    bookActs: (await readActs(tx, userId)).map(({ act, month, words, at, ...circle }) => ({
      ...inCircle(circle),
      act,
      month,
      words,
      at: at.toISOString(),
    })),
    statements: await readStatements(tx, userId),
    statementsIssued: (await readIssuedYears(tx, userId)).map((row) => ({
      ...inCircle(row),
      year: row.year,
      at: row.issued_at.toISOString(),
    })),
    outlays: (await readOutlays(tx, userId)).map((row) => ({
      ...inCircle(row),
      amountCents: row.amount_cents,
      day: row.day,
      isOwn: row.user_id === userId,
      payee: row.user_id === userId ? row.payee : '',
      words: row.user_id === userId ? row.words : '',
      state: row.state,
      at: row.at.toISOString(),
    })),
  }
}
