import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** What a passed motion lets the circle borrow. The lender's name is empty once the proposer's words were erased. */
type PassedLoan = {
  readonly amountCents: Cents
  readonly lender: string
  /** What the lender is paid in a month, at most; null if the motion does not say it. */
  readonly monthlyCents: Cents | null
}

/** The loans that motions of the circle have allowed, oldest first. */
export async function readPassedLoans(db: Database | Tx, circleId: string): Promise<readonly PassedLoan[]> {
  return db
    .selectFrom('motions')
    .innerJoin('motion_closings', 'motion_closings.motion_id', 'motions.id')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .select([
      sql<number>`(motions.facts ->> 'amountCents')::float8`.as('amountCents'),
      sql<string>`coalesce(motion_texts.payee, '')`.as('lender'),
      sql<number | null>`(motions.facts ->> 'monthlyCents')::float8`.as('monthlyCents'),
    ])
    .where('motions.circle_id', '=', circleId)
    .where('motions.kind', '=', 'spend')
    .where('motion_closings.outcome', '=', 'passed')
    .where(sql<boolean>`motions.facts ->> 'category' = 'loan'`)
    .orderBy('motion_closings.at')
    .orderBy('motions.id')
    .execute()
}
