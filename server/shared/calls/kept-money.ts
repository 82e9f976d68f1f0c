import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/**
 * The entries that make and use kept money. What someone laid out or is to be paid out is owed to them too, but never pays a call by itself.
 * After a purchase was given up, what each is owed counts for the next one.
 */
export const keptKinds = ['contribution', 'call_opened', 'paid_back', 'give_up', 'unpaid'] as const

/**
 * What each person paid too much, or before a call, by id. Negative for someone whose payment came back after a part of it was used: their
 * next payment makes up for it first.
 */
export async function readKept(db: Database | Tx, circleId: string): Promise<ReadonlyMap<string, Cents>> {
  const { rows } = await sql<{ user_id: string; cents: Cents }>`
    select book_lines.user_id, (-sum(book_lines.amount_cents))::bigint as cents
    from book_lines join book_entries on book_entries.id = book_lines.entry_id
    left join book_entries as reversed on reversed.id = book_entries.reverses
    where book_lines.circle_id = ${circleId} and book_lines.account = 'owed'
      and coalesce(reversed.kind, book_entries.kind) = any(${[...keptKinds]}::text[])
    group by book_lines.user_id having sum(book_lines.amount_cents) <> 0
    order by book_lines.user_id`.execute(db)
  return new Map(rows.map(({ user_id, cents }) => [user_id, cents]))
}
