import { sql } from 'kysely'
import type { BankBalance } from '#domain/bank-file.ts'
import type { BankRun } from '#domain/bank-lines.ts'
import { sumCents } from '#domain/cents.ts'
import type { Cents } from '#domain/money.ts'
import { type BankMonth, type ClosingBankLine, type ClosingCashLine, type ClosingGroup, lastDayOf, monthOf } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readLastClosed } from '#server/shared/book/closed-months.ts'
import { readStartDay } from '#server/shared/book/first-day.ts'

export type AccountFacts = {
  readonly id: string
  readonly name: string
  readonly purpose: 'operating' | 'deposits'
  readonly run: BankRun | null
  readonly balances: readonly BankBalance[]
  readonly bankLines: readonly ClosingBankLine[]
  readonly cashLines: readonly (ClosingCashLine & { readonly entryId: string })[]
  readonly groups: readonly ClosingGroup[]
  /** The day on which the circle began to buy. */
  readonly startDay: string | null
}

export type BankFacts = { readonly accounts: readonly AccountFacts[]; readonly lastClosed: string | null }

/** How a cash line is named where rules need one id. */
export const cashLineId = (entryId: string, position: number): string => `${entryId}:${position}`

type LineRow = { readonly id: string; readonly account: string; readonly day: string; readonly cents: Cents }
type CashRow = {
  readonly entry_id: string
  readonly position: number
  readonly account: string
  readonly day: string
  readonly cents: Cents
  readonly kind: string
}
type GroupRow = {
  readonly id: string
  readonly account: string
  readonly bank: string[]
  readonly cash: { entry: string; position: number }[]
}
type BalanceRow = { readonly account: string; readonly day: string; readonly cents: Cents }

/** Only what comes after a day, or belongs together with it; everything without a day. */
type After = string | null

/** In SQL: matches that stand and have a line after the day. */
const openMatches = (circleId: string, after: After) => sql`
  bank_matches.circle_id = ${circleId} and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_matches.id)
  ${
    after === null
      ? sql``
      : sql`and bank_matches.id in (
          select match_id from bank_lines join bank_match_lines on line_id = bank_lines.id
            where bank_lines.bank_account_id in (select id from bank_accounts where circle_id = ${circleId}) and day > ${after}
          union all select match_id from book_entries join bank_match_cash on entry_id = book_entries.id
            where circle_id = ${circleId} and day > ${after})`
  }`

async function readGroups(db: Database | Tx, circleId: string, after: After): Promise<readonly GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select bank_matches.id, bank_matches.bank_account_id as account,
      (select coalesce(json_agg(line_id), '[]') from bank_match_lines where match_id = bank_matches.id) as bank,
      (select coalesce(json_agg(json_build_object('entry', entry_id, 'position', position)), '[]') from bank_match_cash
        where match_id = bank_matches.id) as cash
    from bank_matches where ${openMatches(circleId, after)} order by bank_matches.id`.execute(db)
  return rows
}

/** Lines of the bank after the day, of open matches, and without a match. */
async function readLinesOfBank(
  db: Database | Tx,
  circleId: string,
  after: After,
  groups: readonly GroupRow[],
): Promise<readonly LineRow[]> {
  const open =
    after === null
      ? sql``
      : sql`and (day > ${after} or id = any(${groups.flatMap(({ bank }) => bank)}::uuid[])
          or not exists (select from bank_match_lines where line_id = bank_lines.id
            and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_match_lines.match_id)))`
  const { rows } = await sql<LineRow>`
    select id, bank_account_id as account, day, amount_cents as cents from bank_lines
    where circle_id = ${circleId} ${open} order by day, id`.execute(db)
  return rows
}

/** Cash lines of the book after the day, of open matches, and without a match. */
async function readCashOfBook(db: Database | Tx, circleId: string, after: After, groups: readonly GroupRow[]): Promise<readonly CashRow[]> {
  const open =
    after === null
      ? sql``
      : sql`and (day > ${after} or (entry_id, position) in (select entry_id, position from bank_match_cash
            where match_id = any(${groups.map(({ id }) => id)}::uuid[]))
          or not exists (select from bank_match_cash where bank_match_cash.entry_id = book_lines.entry_id
            and bank_match_cash.position = book_lines.position
            and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_match_cash.match_id)))`
  const { rows } = await sql<CashRow>`
    select entry_id, position, bank_account_id as account, day, amount_cents as cents, kind
    from book_lines join book_entries on book_entries.id = book_lines.entry_id
    where book_lines.circle_id = ${circleId} and account = 'cash' ${open} order by day, number, position`.execute(db)
  return rows
}

/** Every balance that the bank gave; after a day the one of that day, as the first one and the lines between say, and later ones. */
async function readGiven(db: Database | Tx, circleId: string, after: After): Promise<readonly BalanceRow[]> {
  const accounts = sql`(select id from bank_accounts where circle_id = ${circleId})`
  if (after === null)
    return (
      await sql<BalanceRow>`select bank_account_id as account, day, amount_cents as cents from bank_balances
        where bank_account_id in ${accounts} order by day`.execute(db)
    ).rows
  const { rows } = await sql<BalanceRow>`
    with given as (select distinct on (bank_account_id) bank_account_id, day, amount_cents from bank_balances
      where bank_account_id in ${accounts} order by bank_account_id, day)
    select bank_account_id as account, ${after}::date::text as day, (amount_cents + (select coalesce(sum(bank_lines.amount_cents), 0) from bank_lines
        where bank_lines.bank_account_id = given.bank_account_id and bank_lines.day > given.day and bank_lines.day <= ${after})
      - (select coalesce(sum(bank_lines.amount_cents), 0) from bank_lines
        where bank_lines.bank_account_id = given.bank_account_id and bank_lines.day > ${after} and bank_lines.day <= given.day))::bigint as cents
    from given
    union all select bank_account_id, day::text, amount_cents from bank_balances where bank_account_id in ${accounts} and day > ${after}
    order by day`.execute(db)
  return rows
}

/** What each account had in the book at the end of the last closed month, as its last closing says. */
async function readClosedCash(db: Database | Tx, circleId: string, lastClosed: string): Promise<ReadonlyMap<string, Cents>> {
  const rows = await db
    .selectFrom('month_balances')
    .select(['bank_account_id', 'book_cents'])
    .where('circle_id', '=', circleId)
    .where('month', '=', `${lastClosed}-01`)
    .orderBy('ordinal')
    .execute()
  return new Map(rows.map((row) => [row.bank_account_id, row.book_cents]))
}

const sumOf = (lines: readonly { readonly amountCents: Cents }[]): Cents => sumCents(lines.map(({ amountCents }) => amountCents))

/**
 * Everything that the bank has shown of a circle's accounts, their cash in the book, and what of both belongs together. With `isOpenOnly` what
 * was closed and agrees is one cash line of the last closed day, so that a book of ten years is read as quickly as one of a year; then only
 * months after it can be asked for.
 */
export async function readBankFacts(db: Database | Tx, circleId: string, isOpenOnly = true): Promise<BankFacts> {
  const accounts = await db
    .selectFrom('bank_accounts')
    .select(['id', 'name'])
    .select(sql<'operating' | 'deposits'>`purpose`.as('purpose'))
    .where('circle_id', '=', circleId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const runs = await sql<{ account: string; from: string; to: string }>`
    select bank_account_id as account, min(from_day) as from, max(to_day) as to from bank_imports where circle_id = ${circleId} group by 1`.execute(
    db,
  )
  const lastClosed = await readLastClosed(db, circleId)
  const startDay = await readStartDay(db, circleId)
  const after = isOpenOnly && lastClosed !== null ? lastDayOf(lastClosed) : null
  const closed = after !== null && lastClosed !== null ? await readClosedCash(db, circleId, lastClosed) : new Map<string, Cents>()
  const groups = await readGroups(db, circleId, after)
  const bank = await readLinesOfBank(db, circleId, after, groups)
  const cash = await readCashOfBook(db, circleId, after, groups)
  const given = await readGiven(db, circleId, after)
  return {
    lastClosed,
    accounts: accounts.map(({ id, name, purpose }) => {
      const run = runs.rows.find(({ account }) => account === id)
      const cashLines = cash
        .filter(({ account }) => account === id)
        .map(({ entry_id, position, day, cents, kind }) => ({
          id: cashLineId(entry_id, position),
          entryId: entry_id,
          day,
          amountCents: cents,
          ...(kind === 'opening' && { isOpening: true }),
        }))
      const closedCents = closed.get(id)
      const earlier =
        after === null || closedCents === undefined
          ? []
          : [
              {
                id,
                entryId: '',
                day: after,
                amountCents: closedCents - sumOf(cashLines.filter(({ day }) => day <= after)),
                isOpening: true,
              },
            ]
      return {
        id,
        name,
        purpose,
        run: run ? { from: run.from, to: run.to } : null,
        balances: given.filter(({ account }) => account === id).map(({ day, cents }) => ({ day, amountCents: cents })),
        bankLines: bank.filter(({ account }) => account === id).map(({ id: line, day, cents }) => ({ id: line, day, amountCents: cents })),
        cashLines: [...earlier, ...cashLines],
        groups: groups
          .filter(({ account }) => account === id)
          .map((group) => ({ bankLines: group.bank, cashLines: group.cash.map(({ entry, position }) => cashLineId(entry, position)) })),
        startDay,
      }
    }),
  }
}

/**
 * The first month of an account with money of the book or the bank; null for an account that nothing is known of. An entry that its reversal
 * cancels is none, and a file of the bank that begins long before the purchase makes no months in which nothing was.
 */
export function firstMonthOf({ cashLines, bankLines, groups, run, startDay }: AccountFacts): string | null {
  const cancelled = new Set(groups.filter((group) => group.bankLines.length === 0).flatMap((group) => group.cashLines))
  const isOpening = (line: AccountFacts['cashLines'][number]) => line.isOpening === true && line.entryId !== ''
  const moved = [...bankLines, ...cashLines.filter((line) => !isOpening(line) && !cancelled.has(line.id))].map(({ day }) => day)
  const shown = [...(run ? [run.from] : []), ...cashLines.filter(isOpening).map(({ day }) => day)]
  const days = [...moved, ...shown.map((day) => (startDay !== null && day < startDay ? startDay : day))].sort()
  return days[0] ? monthOf(days[0]) : null
}

/** What decides whether a month of this account agrees; null for months before it began. Months of all accounts are closed together. */
export function bankMonthOf(
  account: AccountFacts,
  {
    month,
    today,
    lastClosed,
    firstMonth,
    wordlessSuspense,
  }: Pick<BankMonth, 'month' | 'today' | 'lastClosed' | 'firstMonth' | 'wordlessSuspense'>,
): BankMonth | null {
  const first = firstMonthOf(account)
  if (first === null || first > month) return null
  const { run, balances, bankLines, cashLines, groups } = account
  return { month, today, firstMonth, lastClosed, run, balances, bankLines, cashLines, groups, wordlessSuspense }
}

/** Lines of the bank that are in no standing match. */
export function unmatchedOf({ bankLines, groups }: AccountFacts): readonly ClosingBankLine[] {
  const taken = new Set(groups.flatMap((group) => group.bankLines))
  return bankLines.filter(({ id }) => !taken.has(id))
}

/** Cash lines of the book that are in no standing match. */
export function unshownOf({ cashLines, groups }: AccountFacts): AccountFacts['cashLines'] {
  const taken = new Set(groups.flatMap((group) => group.cashLines))
  return cashLines.filter(({ id, isOpening }) => !isOpening && !taken.has(id))
}
