import { sql } from 'kysely'
import { type Admission, admissionOf, type Taker } from '#domain/offer-acts.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isAsked } from '#server/shared/offers/asked.ts'
import { readAllotments, readNotPaidAt, type StoredOffer } from '#server/shared/offers/read-offers.ts'

export type MembershipArcs = { readonly user: string; readonly membershipId: string; readonly arcs: number[]; readonly since: Date }

/** The members of a circle with the arcs that they hold. */
export async function readMembershipArcs(db: Database | Tx, circleId: string): Promise<MembershipArcs[]> {
  return db
    .selectFrom('memberships')
    .select(['user_id as user', 'id as membershipId', 'created_at as since'])
    .select(
      sql<number[]>`(select coalesce(json_agg(number order by number), '[]') from arcs where arcs.membership_id = memberships.id)`.as(
        'arcs',
      ),
    )
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
}

/** How a newcomer gets in by this offer, once its bids are opened. */
export async function readAdmission(tx: Tx, { id, circleId, seller }: StoredOffer): Promise<Admission> {
  const holders = (await readMembershipArcs(tx, circleId)).filter(({ arcs }) => arcs.length > 0)
  const bidders = (await readAllotments(tx, id)).map(({ bidder }) => bidder)
  return admissionOf(
    seller,
    holders.map(({ user }) => user),
    bidders,
  )
}

/** Arcs in offers and transfers that are not over. */
export async function readOfferedArcs(db: Database | Tx, circleId: string): Promise<number[]> {
  const rows = await db.selectFrom('offered_arcs').select('arc').where('circle_id', '=', circleId).orderBy('arc').execute()
  return rows.flatMap(({ arc }) => arc ?? [])
}

/** What is known of someone who would take arcs over. */
export async function readTaker(tx: Tx, circleId: string, userId: string): Promise<Taker> {
  const member = await tx
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  const person = await tx
    .selectFrom('users')
    .select(['status', 'verification'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return {
    person: userId,
    notPaidAt: await readNotPaidAt(tx, circleId, userId),
    isMember: member !== undefined,
    isAsked: await isAsked(tx, circleId, userId),
    isVerified: person?.status === 'active' && person.verification === 'verified',
  }
}

type Yes = { readonly user: string; readonly price: number; readonly at: Date }

/** Who would take arcs of an offer over, and at most at which price: by the newest word of each person. */
export async function readYeses(db: Database | Tx, offerId: string): Promise<Yes[]> {
  const { rows } = await sql<Yes>`
    select user_id as user, coalesce(newest.price, offers.price) as price, at
    from (select distinct on (user_id) offer_id, user_id, is_yes, price, at from offer_yeses where offer_id = ${offerId}
      order by user_id, at desc, id desc) newest
    join offers on offers.id = newest.offer_id
    where is_yes order by at, user_id`.execute(db)
  return rows
}

/** A person's own sealed bid; null if they have made none. */
export async function readOwnBid(db: Database | Tx, offerId: string, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom('offer_bids')
    .select('wanted')
    .where('offer_id', '=', offerId)
    .where('bidder', '=', userId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.wanted ?? null
}

/** When the buyer of each transfer last reminded the seller to say *received*, in milliseconds. */
export async function readReminders(db: Database | Tx, offerId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('arc_transfer_reminders')
    .innerJoin('arc_transfers', 'arc_transfers.id', 'arc_transfer_reminders.transfer_id')
    .select(({ fn }) => ['transfer_id', fn.max('at').as('at')])
    .where('arc_transfers.offer_id', '=', offerId)
    .groupBy('transfer_id')
    .execute()
  return new Map(rows.map(({ transfer_id, at }) => [transfer_id, new Date(at).getTime()]))
}
