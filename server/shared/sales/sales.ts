import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** Whether the circle has sold its property. */
export async function isSold(db: Database | Tx, circleId: string): Promise<boolean> {
  const { rows } = await sql`
    select from settlements where circle_id = ${circleId} and kind = 'sale' and confirmed_at is not null`.execute(db)
  return rows.length > 0
}

export type SellMotion = {
  readonly id: string
  readonly title: string
  readonly leastPriceCents: Cents
  readonly relatedMember: string | null
  readonly passedAt: Date
}

/** The newest passed motion to sell: a later decision takes the place of an earlier one. */
export async function readSellMotion(db: Database | Tx, circleId: string): Promise<SellMotion | null> {
  const row = await db
    .selectFrom('motions')
    .innerJoin('motion_closings', 'motion_closings.motion_id', 'motions.id')
    .innerJoin('motion_texts', 'motion_texts.motion_id', 'motions.id')
    .select(['motions.id', 'motion_texts.title', 'motion_closings.at as passedAt'])
    .select([
      sql<Cents>`(motions.facts ->> 'leastPriceCents')::float8`.as('leastPriceCents'),
      sql<string | null>`motions.facts ->> 'relatedMember'`.as('relatedMember'),
    ])
    .where('motions.circle_id', '=', circleId)
    .where('motions.kind', '=', 'sell')
    .where('motion_closings.outcome', '=', 'passed')
    .orderBy('motion_closings.at', 'desc')
    .orderBy('motions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
