import { Refusal } from '#contract/errors.ts'
import type { Arc } from '#domain/arcs.ts'
import type { Tx } from '#server/db/connect.ts'

/** Locks the circle's row: buying, leaving, voting, closing and editing in one circle run one after the other. False if it was deleted. */
export async function lockLiveCircle(tx: Tx, circleId: string): Promise<boolean> {
  const circle = await tx
    .selectFrom('circles')
    .select('id')
    .where('id', '=', circleId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return circle !== undefined
}

export async function lockCircle(tx: Tx, circleId: string): Promise<void> {
  if (!(await lockLiveCircle(tx, circleId))) throw new Refusal('circle_not_found')
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
