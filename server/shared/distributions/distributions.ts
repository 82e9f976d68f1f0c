import { sql } from 'kysely'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** A distribution whose motion was proposed, with its receivers of that moment. */
export type ProposedDistribution = {
  readonly id: string
  readonly circleId: string
  readonly amountCents: Cents
  readonly note: string
  readonly motionId: string
  readonly proposedBy: string
  readonly noticeSeconds: number
}

export async function findProposed(db: Database | Tx, distributionId: string): Promise<ProposedDistribution> {
  const { rows } = await sql<ProposedDistribution>`
    select distributions.id, distributions.circle_id as "circleId", distributions.amount_cents as "amountCents", coalesce(note, '') as note,
      motions.id as "motionId", motions.proposed_by as "proposedBy", notice_seconds as "noticeSeconds"
    from distributions join distribution_motions on distribution_motions.distribution_id = distributions.id and act = 'post'
    join motions on motions.id = distribution_motions.motion_id
    left join distribution_texts on distribution_texts.distribution_id = distributions.id
    where distributions.id = ${distributionId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error(`distribution ${distributionId} was not proposed`)
  return found
}

export const isReversed = async (db: Database | Tx, distributionId: string): Promise<boolean> =>
  (await db
    .selectFrom('distribution_reversals')
    .select('distribution_id')
    .where('distribution_id', '=', distributionId)
    .executeTakeFirst()) !== undefined
