import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'

export type Deposit = {
  readonly tenant: string
  readonly heldCents: Cents
  /** Less what was booked as taken and the bank has not shown: only this can go back. */
  readonly shownCents: Cents
}

/** In SQL, of a line of the book: its entry brought money that no bank has shown. */
const isUnshown = sql`exists (select from book_lines as cash where cash.entry_id = book_lines.entry_id and cash.account = 'cash'
  and cash.amount_cents > 0 and not exists (select from bank_match_cash where bank_match_cash.entry_id = cash.entry_id
    and bank_match_cash.position = cash.position
    and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_match_cash.match_id)))`

/** What is held of each tenant; without a name what nobody is named for. */
export async function readDeposits(db: Database | Tx, circleId: string): Promise<Deposit[]> {
  const { rows } = await sql<Deposit>`
    select min(coalesce(who, '')) as tenant, (-sum(amount_cents))::bigint as "heldCents",
      coalesce(-sum(amount_cents) filter (where not ${isUnshown}), 0)::bigint as "shownCents"
    from book_lines
    left join book_line_texts using (entry_id, position)
    where book_lines.circle_id = ${circleId} and account = 'deposits_held'
    group by lower(trim(coalesce(who, ''))) having sum(amount_cents) <> 0 order by 1`.execute(db)
  return rows
}

const plain = (name: string): string => name.trim().toLowerCase()

/** What is held of a tenant, or of those whom nobody has named. */
export const findDeposit = (deposits: readonly { readonly tenant: string; readonly heldCents: Cents }[], tenant: string): Cents =>
  deposits.find((deposit) => plain(deposit.tenant) === plain(tenant))?.heldCents ?? 0
