import { sql } from 'kysely'
import type { Balances } from '#domain/book-accounts.ts'
import { freeCashOf } from '#domain/distributions.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readReserve } from '#server/shared/deciding/treasurer.ts'

/** In SQL: parts that wait for the end of a transfer. They are not booked yet. */
export const waitingParts = sql`distribution_parts
  where not exists (select from distribution_reversals where distribution_reversals.distribution_id = distribution_parts.distribution_id)
    and not exists (select from distribution_payouts where distribution_payouts.distribution_id = distribution_parts.distribution_id
      and distribution_payouts.arc = distribution_parts.arc)`

async function readWaitingCents(db: Database | Tx, circleId: string): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ${waitingParts} and circle_id = ${circleId}`.execute(db)
  return rows[0]?.cents ?? 0
}

/** Cash less deposits held and less what persons are owed, of which parts that wait for a transfer are not booked yet. */
export const readFreeCash = async (db: Database | Tx, circleId: string, balances?: Balances): Promise<Cents> =>
  freeCashOf(balances ?? (await readBalances(db, circleId)), await readWaitingCents(db, circleId))

export const readCash = async (db: Database | Tx, circleId: string) => ({
  freeCashCents: await readFreeCash(db, circleId),
  floorCents: (await readReserve(db, circleId)).floorCents,
})
