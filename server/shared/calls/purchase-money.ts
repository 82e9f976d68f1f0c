import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'

export type PurchaseMoney = { readonly calledCents: Cents; readonly paidCents: Cents }

/** What all calls of an acquisition ask and what was paid of it. All money is collected once something was called and as much is paid. */
export async function readPurchaseMoney(db: Database | Tx, acquisitionId: string): Promise<PurchaseMoney> {
  const { rows } = await sql<PurchaseMoney>`
    select coalesce(sum(amount_cents), 0)::bigint as "calledCents",
      coalesce(sum((select -sum(book_lines.amount_cents) from book_lines
        where book_lines.call_id = calls.id and book_lines.account = 'capital')), 0)::bigint as "paidCents"
    from calls where acquisition_id = ${acquisitionId}`.execute(db)
  return rows[0] ?? { calledCents: 0, paidCents: 0 }
}

export const isAllCollected = ({ calledCents, paidCents }: PurchaseMoney): boolean => calledCents > 0 && paidCents === calledCents
