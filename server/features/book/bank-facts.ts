import { sql } from 'kysely'
import type { BankBalance } from '#domain/bank-file.ts'
import type { BankRun } from '#domain/bank-lines.ts'
import type { Cents } from '#domain/money.ts'
import { type BankMonth, type ClosingBankLine, type ClosingCashLine, type ClosingGroup, monthOf } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readLastClosed } from '#server/shared/book/closed-months.ts'

export type AccountFacts = {
  readonly id: string
  readonly name: string
  readonly purpose: 'operating' | 'deposits'
  readonly run: BankRun | null
  readonly balances: readonly BankBalance[]
  readonly bankLines: readonly ClosingBankLine[]
  readonly cashLines: readonly (ClosingCashLine & { readonly entryId: string })[]
  readonly groups: readonly ClosingGroup[]
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
type GroupRow = { readonly account: string; readonly bank: string[]; readonly cash: { entry: string; position: number }[] }

/** Standing matches of a circle. */
const standingGroups = (circleId: string) => sql<GroupRow>`
  select bank_matches.bank_account_id as account,
    (select coalesce(json_agg(line_id), '[]') from bank_match_lines where match_id = bank_matches.id) as bank,
    (select coalesce(json_agg(json_build_object('entry', entry_id, 'position', position)), '[]') from bank_match_cash
      where match_id = bank_matches.id) as cash
  from bank_matches where circle_id = ${circleId}
    and not exists (select from bank_match_ends where match_id = bank_matches.id)
  order by bank_matches.id`

/** Everything that the bank has shown of a circle's accounts, their cash in the book, and what of both belongs together. */
export async function readBankFacts(db: Database | Tx, circleId: string): Promise<BankFacts> {
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
  const balances = await sql<{ account: string; day: string; cents: Cents }>`
    select bank_account_id as account, day, amount_cents as cents from bank_balances
    where bank_account_id in (select id from bank_accounts where circle_id = ${circleId}) order by day`.execute(db)
  const bank = await sql<LineRow>`select id, bank_account_id as account, day, amount_cents as cents from bank_lines
    where circle_id = ${circleId} order by day, id`.execute(db)
  const cash = await sql<CashRow>`
    select entry_id, position, bank_account_id as account, day, amount_cents as cents, kind
    from book_lines join book_entries on book_entries.id = book_lines.entry_id
    where book_lines.circle_id = ${circleId} and account = 'cash' order by day, number, position`.execute(db)
  const groups = await standingGroups(circleId).execute(db)
  return {
    lastClosed: await readLastClosed(db, circleId),
    accounts: accounts.map(({ id, name, purpose }) => {
      const run = runs.rows.find(({ account }) => account === id)
      return {
        id,
        name,
        purpose,
        run: run ? { from: run.from, to: run.to } : null,
        balances: balances.rows.filter(({ account }) => account === id).map(({ day, cents }) => ({ day, amountCents: cents })),
        bankLines: bank.rows
          .filter(({ account }) => account === id)
          .map(({ id: line, day, cents }) => ({ id: line, day, amountCents: cents })),
        cashLines: cash.rows
          .filter(({ account }) => account === id)
          .map(({ entry_id, position, day, cents, kind }) => ({
            id: cashLineId(entry_id, position),
            entryId: entry_id,
            day,
            amountCents: cents,
            ...(kind === 'opening' && { isOpening: true }),
          })),
        groups: groups.rows
          .filter(({ account }) => account === id)
          .map((group) => ({ bankLines: group.bank, cashLines: group.cash.map(({ entry, position }) => cashLineId(entry, position)) })),
      }
    }),
  }
}

/** The first month of an account with a cash line or a day that the bank has shown; null for an account that nothing is known of. */
export function firstMonthOf({ cashLines, run }: AccountFacts): string | null {
  const days = [...cashLines.map(({ day }) => day), ...(run ? [run.from] : [])].sort()
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
