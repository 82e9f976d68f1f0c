import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** What is held of each tenant; without a name what nobody is named for. */
export async function readDeposits(db: Database | Tx, circleId: string): Promise<{ readonly tenant: string; readonly heldCents: Cents }[]> {
  const { rows } = await sql<{ tenant: string; heldCents: Cents }>`
    select min(coalesce(who, '')) as tenant, (-sum(amount_cents))::bigint as "heldCents" from book_lines
    left join book_line_texts using (entry_id, position)
    where book_lines.circle_id = ${circleId} and account = 'deposits_held'
    group by lower(trim(coalesce(who, ''))) having sum(amount_cents) <> 0 order by 1`.execute(db)
  return rows
}
