import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import type { Tx } from '#server/db/connect.ts'
import { titleFor } from './export-visible.ts'

type OfferData = Pick<Export, 'offers' | 'offerBids' | 'offerYeses' | 'arcTransfers'>

/** Arcs that the person offered, their own bids and words, and what they were to take over or hand on. Nothing of others. */
export async function readOfferData(tx: Tx, userId: string): Promise<OfferData> {
  const inCircle = (row: { circle_id: string; title: string | null }) => ({ circle: row.circle_id, circleTitle: row.title })
  const offers = await tx
    .selectFrom('offers')
    .innerJoin('circles', 'circles.id', 'offers.circle_id')
    .innerJoin('offer_texts', 'offer_texts.offer_id', 'offers.id')
    .select(['offers.circle_id', titleFor(userId), 'offers.id', 'offers.price', 'offer_texts.why', 'offers.made_at'])
    .select(sql<number[]>`(select json_agg(arc order by arc) from offer_arcs where offer_arcs.offer_id = offers.id)`.as('arcs'))
    .where('seller', '=', userId)
    .orderBy('made_at')
    .execute()
  const bids = await tx
    .selectFrom('offer_bids')
    .innerJoin('offers', 'offers.id', 'offer_bids.offer_id')
    .innerJoin('circles', 'circles.id', 'offers.circle_id')
    .select(['offers.circle_id', titleFor(userId), 'offers.id', 'offer_bids.wanted', 'offer_bids.at'])
    .where('bidder', '=', userId)
    .orderBy('offer_bids.at')
    .execute()
  const yeses = await tx
    .selectFrom('offer_yeses')
    .innerJoin('offers', 'offers.id', 'offer_yeses.offer_id')
    .innerJoin('circles', 'circles.id', 'offers.circle_id')
    .select(['offers.circle_id', titleFor(userId), 'offers.id', 'offer_yeses.is_yes', 'offer_yeses.price', 'offer_yeses.at'])
    .where('offer_yeses.user_id', '=', userId)
    .orderBy('offer_yeses.at')
    .execute()
  const transfers = await tx
    .selectFrom('arc_transfers')
    .innerJoin('circles', 'circles.id', 'arc_transfers.circle_id')
    .innerJoin('offers', 'offers.id', 'arc_transfers.offer_id')
    .leftJoin('arc_transfer_ends', 'arc_transfer_ends.transfer_id', 'arc_transfers.id')
    .leftJoin('arc_transfer_events as paid', (join) => join.onRef('paid.transfer_id', '=', 'arc_transfers.id').on('paid.kind', '=', 'paid'))
    .select(['arc_transfers.circle_id', titleFor(userId), 'arc_transfers.offer_id', 'arc_transfers.price', 'arc_transfers.made_at'])
    .select(['paid.at as paid_at', 'arc_transfer_ends.how', 'arc_transfer_ends.at as ended_at'])
    .select(sql<number[]>`(select json_agg(arc order by arc) from arc_transfer_arcs where transfer_id = arc_transfers.id)`.as('arcs'))
    .select('offers.seller')
    .where(({ or, eb }) => or([eb('buyer', '=', userId), eb('offers.seller', '=', userId)]))
    .orderBy('arc_transfers.made_at')
    .execute()
  return {
    offers: offers.map(({ id, arcs, price, why, made_at, ...row }) => ({
      ...inCircle(row),
      offer: id,
      arcs,
      price,
      why,
      at: made_at.toISOString(),
    })),
    offerBids: bids.map(({ id, wanted, at, ...row }) => ({ ...inCircle(row), offer: id, wanted, at: at.toISOString() })),
    offerYeses: yeses.map(({ id, is_yes, price, at, ...row }) => ({
      ...inCircle(row),
      offer: id,
      isYes: is_yes,
      price,
      at: at.toISOString(),
    })),
    arcTransfers: transfers.map(({ offer_id, seller, arcs, price, made_at, paid_at, how, ended_at, ...row }) => ({
      ...inCircle(row),
      offer: offer_id,
      isSeller: seller === userId,
      arcs,
      price,
      at: made_at.toISOString(),
      paidAt: paid_at?.toISOString() ?? null,
      end: how,
      endedAt: ended_at?.toISOString() ?? null,
    })),
  }
}
