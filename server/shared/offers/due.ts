import { type RawBuilder, sql } from 'kysely'
import { offerStatus } from '#domain/offers.ts'
import type { Tx } from '#server/db/connect.ts'
import { readClock, readLiveOffers, readOtherHolders } from './read-offers.ts'

/** Writes when time does the next step of each offer of the circle. Called whenever an offer or who holds arcs has changed. */
export async function refreshDue(tx: Tx, circleId: string): Promise<void> {
  await tx.deleteFrom('offer_due').where('circle_id', '=', circleId).execute()
  for (const offer of await readLiveOffers(tx, circleId)) {
    const { next } = offerStatus(offer, await readClock(tx, offer), await readOtherHolders(tx, offer))
    if (next)
      await tx
        .insertInto('offer_due')
        .values({ offer_id: offer.id, circle_id: circleId, at: new Date(next.at) })
        .execute()
  }
}

/** In SQL: whether time has to do a step of an offer of this circle. */
export const isOfferDueIn = (circleId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from offer_due where offer_due.circle_id = ${circleId} and offer_due.at <= clock_timestamp())`

export const findDueOffer = (tx: Tx, circleId: string) =>
  tx
    .selectFrom('offer_due')
    .select(['offer_id', 'at'])
    .where('circle_id', '=', circleId)
    .where('at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('at')
    .orderBy('offer_id')
    .limit(1)
    .executeTakeFirst()
