import { sql } from 'kysely'
import { accountKey, type Balances, type BookAccount, type BookLine, type MoneyHolder } from '#domain/book-accounts.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'

type LineRow = {
  readonly account: string
  readonly bank_account_id: string | null
  readonly holder: string | null
  readonly arc: number | null
  readonly user_id: string | null
}

/** A row of `book_lines` as rules take it. The checks of the table say which columns an account has. */
export function toBookLine(
  row: LineRow,
  amountCents: Cents,
  more: { readonly call?: string | null; readonly who?: string | null } = {},
): BookLine {
  const account = row.account as BookAccount
  const who = more.who ? { who: more.who } : {}
  switch (account) {
    case 'cash':
      return { account, bankAccount: row.bank_account_id ?? '', amountCents }
    case 'held':
      return { account, heldBy: (row.holder ?? '') as MoneyHolder, amountCents, ...who }
    case 'owed':
      return { account, person: row.user_id ?? '', amountCents }
    case 'capital':
    case 'paid_out':
      return { account, arc: row.arc ?? 0, amountCents, ...(row.user_id && { person: row.user_id }), ...(more.call && { call: more.call }) }
    default:
      return { account, amountCents, ...who }
  }
}

/** What every account of the circle's book holds, up to the end of a day or as of now. */
export async function readBalances(db: Database | Tx, circleId: string, until: string | null = null): Promise<Balances> {
  const rows = await db
    .selectFrom('book_lines')
    .select(['account', 'bank_account_id', 'holder', 'arc'])
    .select(sql<string | null>`case when account = 'owed' then user_id end`.as('user_id'))
    .select(sql<number>`sum(amount_cents)::bigint`.as('cents'))
    .where('circle_id', '=', circleId)
    .$if(until !== null, (lines) =>
      lines.where('entry_id', 'in', (entries) =>
        entries
          .selectFrom('book_entries')
          .select('book_entries.id')
          .where('book_entries.circle_id', '=', circleId)
          .where('day', '<=', until),
      ),
    )
    .groupBy(['account', 'bank_account_id', 'holder', 'arc', sql`case when account = 'owed' then user_id end`])
    .having(sql`sum(amount_cents)`, '<>', 0)
    .execute()
  return new Map(rows.map((row) => [accountKey(toBookLine(row, row.cents)), row.cents]))
}

/** The lines of one entry, in their order. */
export async function readLines(db: Database | Tx, entryId: string): Promise<BookLine[]> {
  const rows = await db
    .selectFrom('book_lines')
    .leftJoin('book_line_texts', (join) =>
      join.onRef('book_line_texts.entry_id', '=', 'book_lines.entry_id').onRef('book_line_texts.position', '=', 'book_lines.position'),
    )
    .select(['account', 'bank_account_id', 'holder', 'arc', 'user_id', 'amount_cents', 'call_id', 'who'])
    .where('book_lines.entry_id', '=', entryId)
    .orderBy('book_lines.position')
    .execute()
  return rows.map((row) => toBookLine(row, row.amount_cents, { call: row.call_id, who: row.who }))
}
