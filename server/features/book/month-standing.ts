import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import { type MonthStanding, monthOf, monthStanding, nextMonth } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { type AccountFacts, type BankFacts, bankMonthOf, firstMonthOf } from './bank-facts.ts'

type SuspenseLine = { readonly id: string; readonly day: string; readonly amountCents: Cents }

/** Lines in suspense that nobody has put words to: their words were erased. */
export async function readWordlessSuspense(db: Database | Tx, circleId: string): Promise<SuspenseLine[]> {
  const { rows } = await sql<SuspenseLine>`
    select book_lines.entry_id || ':' || position as id, day, amount_cents as "amountCents"
    from book_lines join book_entries on book_entries.id = book_lines.entry_id
      join book_entry_texts on book_entry_texts.entry_id = book_entries.id
    where book_lines.circle_id = ${circleId} and account = 'suspense' and words = ''
      and (select sum(amount_cents) from book_lines where circle_id = ${circleId} and account = 'suspense') <> 0`.execute(db)
  return rows
}

export type MonthOfAccount = { readonly account: AccountFacts; readonly standing: MonthStanding }

/** The first month of a circle's bank accounts; null while nothing is known of any. */
export function firstMonth({ accounts }: BankFacts): string | null {
  return accounts.flatMap((account) => firstMonthOf(account) ?? []).sort()[0] ?? null
}

/** Which month is closed next; null while there is none. */
export function nextToCloseOf(facts: BankFacts): string | null {
  return facts.lastClosed === null ? firstMonth(facts) : nextMonth(facts.lastClosed)
}

/** How a month stands on each account that it concerns. */
export function standingsOf(facts: BankFacts, month: string, today: string, suspense: readonly SuspenseLine[]): MonthOfAccount[] {
  const first = firstMonth(facts)
  if (first === null) return []
  const wordlessSuspense = suspense.filter(({ day }) => monthOf(day) <= month)
  return facts.accounts.flatMap((account) => {
    const bankMonth = bankMonthOf(account, { month, today, lastClosed: facts.lastClosed, firstMonth: first, wordlessSuspense })
    return bankMonth ? [{ account, standing: monthStanding(bankMonth) }] : []
  })
}

/** Whether the month agrees on every account; that an earlier one comes first is no matter. */
export const agrees = (standings: readonly MonthOfAccount[]): boolean =>
  standings.length > 0 && standings.every(({ standing }) => standing.reasons.every(({ reason }) => reason === 'month_out_of_sequence'))

/** Whether a month was sent back and has not been offered again. */
export async function isSentBack(db: Database | Tx, circleId: string, month: string): Promise<boolean> {
  const last = await db
    .selectFrom('month_offers')
    .select('sent_back_by')
    .where('circle_id', '=', circleId)
    .where('month', '=', `${month}-01`)
    .orderBy('offered_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last !== undefined && last.sent_back_by !== null
}
