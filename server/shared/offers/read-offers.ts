import { sql } from 'kysely'
import type { Allotment, Bid } from '#domain/bids.ts'
import type { Offer, OfferEnd } from '#domain/offers.ts'
import { type Clock, daysBarred, type Transfer, type TransferEnd, type TransferOrigin } from '#domain/transfers.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

export type StoredTransfer = Transfer & { readonly motionId: string | null; readonly charterVersion: number | null }

export type StoredOffer = Omit<Offer, 'transfers'> & {
  readonly id: string
  readonly circleId: string
  readonly membershipId: string
  readonly why: string
  readonly noticeSeconds: number
  readonly replaces: string | null
  readonly transfers: readonly StoredTransfer[]
}

type TransferJson = {
  readonly id: string
  readonly origin: TransferOrigin
  readonly buyer: string
  readonly arcs: readonly number[]
  readonly price: number
  readonly madeAt: number
  readonly motionId: string | null
  readonly admittedAt: number | null
  readonly paidAt: number | null
  readonly charterVersion: number | null
  readonly end: { readonly how: TransferEnd; readonly at: number } | null
}

const toTransfer = ({ admittedAt, ...row }: TransferJson): StoredTransfer => ({
  ...row,
  admit: row.motionId === null ? null : { openedAt: row.madeAt, passedAt: admittedAt },
})

const milliseconds = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)`)

const transfers = sql<TransferJson[]>`(select coalesce(json_agg(json_build_object(
    'id', arc_transfers.id, 'origin', origin, 'buyer', buyer, 'price', arc_transfers.price, 'madeAt', ${milliseconds('arc_transfers.made_at')},
    'motionId', motion_id,
    'arcs', (select json_agg(arc order by arc) from arc_transfer_arcs where transfer_id = arc_transfers.id),
    'admittedAt', (select ${milliseconds('at')} from arc_transfer_events where transfer_id = arc_transfers.id and kind = 'admitted'),
    'paidAt', (select ${milliseconds('at')} from arc_transfer_events where transfer_id = arc_transfers.id and kind = 'paid'),
    'charterVersion', (select charter_version from arc_transfer_events where transfer_id = arc_transfers.id and kind = 'charter'),
    'end', (select json_build_object('how', how, 'at', ${milliseconds('at')}) from arc_transfer_ends where transfer_id = arc_transfers.id))
  order by arc_transfers.made_at, (select min(arc) from arc_transfer_arcs where transfer_id = arc_transfers.id), arc_transfers.id), '[]')
  from arc_transfers where arc_transfers.offer_id = offers.id)`

const selectOffers = (db: Database | Tx) =>
  db
    .selectFrom('offers')
    .innerJoin('offer_texts', 'offer_texts.offer_id', 'offers.id')
    .select([
      'offers.id',
      'offers.circle_id as circleId',
      'offers.seller',
      'offers.membership_id as membershipId',
      'offers.price',
      'offers.notice_seconds as noticeSeconds',
      'offers.replaces',
      'offer_texts.why',
    ])
    .select([
      sql<number>`${milliseconds('offers.made_at')}::float8`.as('madeAt'),
      sql<number[]>`(select json_agg(arc order by arc) from offer_arcs where offer_arcs.offer_id = offers.id)`.as('arcs'),
      sql<number | null>`(select ${milliseconds('at')}::float8 from offer_openings where offer_openings.offer_id = offers.id)`.as(
        'openedAt',
      ),
      sql<number | null>`(select ${milliseconds('max(at)')}::float8 from offer_to_others where offer_to_others.offer_id = offers.id)`.as(
        'othersSince',
      ),
      sql<{ how: OfferEnd; at: number } | null>`(select json_build_object('how', how, 'at', ${milliseconds('at')}) from offer_ends
        where offer_ends.offer_id = offers.id)`.as('end'),
      transfers.as('transfers'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectOffers>['executeTakeFirstOrThrow']>>

const toOffer = (row: Row): StoredOffer => ({ ...row, transfers: row.transfers.map(toTransfer) })

export async function findOffer(db: Database | Tx, circleId: string, offerId: string): Promise<StoredOffer | null> {
  if (!isId(offerId) || !isId(circleId)) return null
  const row = await selectOffers(db).where('offers.id', '=', offerId).where('offers.circle_id', '=', circleId).executeTakeFirst()
  return row ? toOffer(row) : null
}

export async function findOfferById(db: Database | Tx, offerId: string): Promise<StoredOffer> {
  return toOffer(await selectOffers(db).where('offers.id', '=', offerId).executeTakeFirstOrThrow())
}

/** The offer of a transfer, with the transfer. */
export async function findTransfer(
  db: Database | Tx,
  circleId: string,
  transferId: string,
): Promise<{ readonly offer: StoredOffer; readonly transfer: StoredTransfer } | null> {
  if (!isId(transferId)) return null
  const row = await db
    .selectFrom('arc_transfers')
    .select('offer_id')
    .where('id', '=', transferId)
    .where('circle_id', '=', circleId)
    .executeTakeFirst()
  const offer = row ? await findOffer(db, circleId, row.offer_id) : null
  const transfer = offer?.transfers.find(({ id }) => id === transferId)
  return offer && transfer ? { offer, transfer } : null
}

/** All offers of a circle, newest first. */
export const readOffers = async (db: Database | Tx, circleId: string): Promise<StoredOffer[]> =>
  (await selectOffers(db).where('offers.circle_id', '=', circleId).orderBy('offers.made_at', 'desc').orderBy('offers.id').execute()).map(
    toOffer,
  )

/** Offers that have not ended, or have a transfer that is not over. */
export const readLiveOffers = async (tx: Tx, circleId: string): Promise<StoredOffer[]> =>
  (
    await selectOffers(tx)
      .where('offers.circle_id', '=', circleId)
      .where('offers.id', 'in', sql<string>`(select offer_id from offered_arcs where circle_id = ${circleId})`)
      .orderBy('offers.made_at')
      .orderBy('offers.id')
      .execute()
  ).map(toOffer)

/**
 * The newest bid of each bidder, with what they held when the offer was made. Only of people who are members still, and not of who did not
 * pay for arcs of the circle lately: a bid that was made before counts no more. Sealed until the offer is opened: read them for nothing else.
 */
export async function readBids(tx: Tx, offerId: string): Promise<Bid[]> {
  const { rows } = await sql<Bid>`
    select newest.bidder, newest.wanted, coalesce(offer_holders.held, 0) as held,
      floor(extract(epoch from coalesce(offer_holders.member_since, memberships.created_at)) * 1000)::float8 as "memberSince"
    from (select distinct on (bidder) bidder, wanted from offer_bids where offer_id = ${offerId} order by bidder, at desc, id desc) newest
    join offers on offers.id = ${offerId}
    join memberships on memberships.circle_id = offers.circle_id and memberships.user_id = newest.bidder and memberships.ended_at is null
    left join offer_holders on offer_holders.offer_id = offers.id and offer_holders.user_id = newest.bidder
    where newest.wanted > 0
      and not exists (select from arc_transfers join arc_transfer_ends on arc_transfer_ends.transfer_id = arc_transfers.id
        where arc_transfers.circle_id = offers.circle_id and arc_transfers.buyer = newest.bidder and how = 'not_paid'
          and arc_transfer_ends.at > clock_timestamp() - ${daysBarred} * offers.notice_seconds * interval '1 second')
    order by newest.bidder`.execute(tx)
  return rows
}

/** What each bid got in each round, as it was recorded. */
export async function readAllotments(db: Database | Tx, offerId: string): Promise<(Allotment & { readonly round: number })[]> {
  const rows = await db
    .selectFrom('offer_allotments')
    .selectAll()
    .where('offer_id', '=', offerId)
    .orderBy('round')
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    round: row.round,
    bidder: row.bidder,
    wanted: row.wanted,
    held: row.held,
    memberSince: row.member_since.getTime(),
    gets: row.arcs,
    reckoning:
      row.reckoned_arcs === null || row.reckoned_held === null || row.reckoned_of === null
        ? null
        : { arcs: row.reckoned_arcs, held: row.reckoned_held, of: row.reckoned_of },
  }))
}

export async function readClock(db: Database | Tx, { noticeSeconds }: Pick<StoredOffer, 'noticeSeconds'>): Promise<Clock> {
  return { now: (await readDatabaseClock(db)).getTime(), noticeSeconds }
}

/** For each transfer whether anyone but its parties holds an arc, so that it can be settled by a motion. */
export async function readOtherHolders(db: Database | Tx, { circleId, seller }: StoredOffer): Promise<(transfer: Transfer) => boolean> {
  const rows = await db
    .selectFrom('arcs')
    .innerJoin('memberships', 'memberships.id', 'arcs.membership_id')
    .select('memberships.user_id')
    .distinct()
    .where('arcs.circle_id', '=', circleId)
    .execute()
  return ({ buyer }) => rows.some(({ user_id }) => user_id !== seller && user_id !== buyer)
}

/** When someone last did not pay for arcs of this circle; null if never. */
export async function readNotPaidAt(db: Database | Tx, circleId: string, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom('arc_transfers')
    .innerJoin('arc_transfer_ends', 'arc_transfer_ends.transfer_id', 'arc_transfers.id')
    .select(({ fn }) => fn.max('arc_transfer_ends.at').as('at'))
    .where('arc_transfers.circle_id', '=', circleId)
    .where('arc_transfers.buyer', '=', userId)
    .where('arc_transfer_ends.how', '=', 'not_paid')
    .executeTakeFirst()
  return row?.at ? new Date(row.at).getTime() : null
}
