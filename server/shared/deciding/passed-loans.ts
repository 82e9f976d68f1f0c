import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { payeeOf } from './payees.ts'

/** What a passed motion lets the circle borrow. A lender whose name was erased has none, and is nobody, unless it was asked for. */
type PassedLoan = {
  readonly amountCents: Cents
  readonly lender: string
  /** What the lender is paid in a month, at most; null if the motion does not say it. */
  readonly monthlyCents: Cents | null
}

/** The loans that motions of the circle have allowed, oldest first. By the lenders `asked` for an erased name is known again. */
export async function readPassedLoans(db: Database | Tx, circleId: string, asked: readonly string[] = []): Promise<readonly PassedLoan[]> {
  const rows = await db
    .selectFrom('motions')
    .innerJoin('motion_closings', 'motion_closings.motion_id', 'motions.id')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .select(['motions.id', 'motion_texts.payee', 'motion_texts.payee_hash'])
    .select([
      sql<number>`(motions.facts ->> 'amountCents')::float8`.as('amountCents'),
      sql<number | null>`(motions.facts ->> 'monthlyCents')::float8`.as('monthlyCents'),
    ])
    .where('motions.circle_id', '=', circleId)
    .where('motions.kind', '=', 'spend')
    .where('motion_closings.outcome', '=', 'passed')
    .where(sql<boolean>`motions.facts ->> 'category' = 'loan'`)
    .orderBy('motion_closings.at')
    .orderBy('motions.id')
    .execute()
  return rows.map(({ amountCents, monthlyCents, ...row }) => ({ amountCents, lender: payeeOf(row, asked) ?? '', monthlyCents }))
}
