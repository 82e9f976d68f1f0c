import { Refusal } from '#contract/errors.ts'
import type { Arc } from '#domain/arcs.ts'
import type { Tx } from '#server/db/connect.ts'

/** Locks the circle's row: buying, leaving, voting, waiting and editing in one circle run one after the other. */
export async function lockCircle(tx: Tx, circleId: string): Promise<void> {
  const circle = await tx
    .selectFrom('circles')
    .select('id')
    .where('id', '=', circleId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!circle) throw new Refusal('circle_not_found')
}

export async function lockArcs(tx: Tx, circleId: string): Promise<Arc[]> {
  await lockCircle(tx, circleId)
  const rows = await tx
    .selectFrom('arcs')
    .select(['number', 'price', 'membership_id'])
    .where('circle_id', '=', circleId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({ number: row.number, price: row.price, isFree: row.membership_id === null }))
}
