import { sql } from 'kysely'
import type { Offer } from '#contract/offers.ts'
import type { Tx } from '#server/db/connect.ts'
import { stepUpFor } from './buying-circle.ts'
import type { Person } from './seed.ts'
import type { Answer, ApiUnderTest } from './test-app.ts'

const moments = [
  ['offers', 'made_at', 'offers.circle_id'],
  ['offer_due', 'at', 'offer_due.circle_id'],
  ['arc_transfers', 'made_at', 'arc_transfers.circle_id'],
  ...['offer_bids', 'offer_openings', 'offer_allotments', 'offer_to_others', 'offer_yeses', 'offer_ends'].map(
    (table) => [table, 'at', `(select circle_id from offers where offers.id = ${table}.offer_id)`] as const,
  ),
  ...['arc_transfer_events', 'arc_transfer_reminders', 'arc_transfer_ends'].map(
    (table) => [table, 'at', `(select circle_id from arc_transfers where arc_transfers.id = ${table}.transfer_id)`] as const,
  ),
] as const

const isDeadlock = (error: unknown): boolean => (error as { readonly code?: string }).code === '40P01'

/** Does something with tables whose rows never change, while their triggers are off. */
export async function withoutTriggers(testApp: ApiUnderTest, tables: readonly string[], act: (tx: Tx) => Promise<unknown>): Promise<void> {
  const once = () =>
    testApp.db.transaction().execute(async (tx) => {
      for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
      await act(tx)
      for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
    })
  for (;;) {
    try {
      return await once()
    } catch (error) {
      // A job of an API process uses some of the tables at the same time.
      if (!isDeadlock(error)) throw error
    }
  }
}

/** Lets days of notice go by for the offers of a circle: everything that happened to them is that much longer ago. */
export const passDays = (testApp: ApiUnderTest, circleId: string, days: number): Promise<void> =>
  withoutTriggers(
    testApp,
    moments.map(([table]) => table),
    async (tx) => {
      for (const [table, column, circle] of moments)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} - ${days} * interval '1 day'
          where ${sql.raw(circle)} = ${circleId}::uuid`.execute(tx)
    },
  )

/** Calls about the offers of a circle. */
export function offerCalls(testApp: ApiUnderTest, circleId: string) {
  const url = `app/offer/${circleId}`
  const required = (answer: Answer): Offer => {
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
    return answer.data<Offer>()
  }
  const confirmed = (person: Person) => stepUpFor(testApp, person, 'confirm_money')
  const tryOffer = (person: Person, arcs: readonly number[], price = 57_500, why = '') =>
    testApp.call(person, 'POST', url, { arcs, price, why })
  const tryBid = (person: Person, offerId: string, wanted: number) => testApp.call(person, 'PUT', `${url}/${offerId}/bid`, { wanted })
  const tryPaid = async (person: Person, transferId: string, body: object = {}) => {
    await confirmed(person)
    return testApp.call(person, 'POST', `${url}/transfer/${transferId}/paid`, body)
  }
  const tryReceived = async (person: Person, transferId: string) => {
    await confirmed(person)
    return testApp.call(person, 'POST', `${url}/transfer/${transferId}/received`)
  }
  return {
    url,
    required,
    tryOffer,
    tryBid,
    tryPaid,
    tryReceived,
    pass: (days: number) => passDays(testApp, circleId, days),
    offer: async (...offered: Parameters<typeof tryOffer>) => required(await tryOffer(...offered)),
    bid: async (...made: Parameters<typeof tryBid>) => required(await tryBid(...made)),
    read: async (person: Person, offerId: string) => required(await testApp.call(person, 'GET', `${url}/${offerId}`)),
    tryRead: (person: Person, offerId: string) => testApp.call(person, 'GET', `${url}/${offerId}`),
    withdraw: (person: Person, offerId: string) => testApp.call(person, 'POST', `${url}/${offerId}/withdraw`),
    yes: (person: Person, offerId: string, price?: number) =>
      testApp.call(person, 'PUT', `${url}/${offerId}/yes`, { isYes: true, ...(price !== undefined && { price }) }),
    decline: (person: Person, offerId: string) => testApp.call(person, 'PUT', `${url}/${offerId}/yes`, { isYes: false }),
    choose: (person: Person, offerId: string, body: object) => testApp.call(person, 'POST', `${url}/${offerId}/choose`, body),
    lower: (person: Person, offerId: string, price: number) => testApp.call(person, 'POST', `${url}/${offerId}/lower-price`, { price }),
    paid: async (...said: Parameters<typeof tryPaid>) => required(await tryPaid(...said)),
    received: async (...said: Parameters<typeof tryReceived>) => required(await tryReceived(...said)),
    remind: (person: Person, transferId: string) => testApp.call(person, 'POST', `${url}/transfer/${transferId}/remind`),
    invite: (person: Person, offerId: string, emails: readonly string[]) =>
      testApp.call(person, 'POST', `${url}/${offerId}/invitation`, { emails }),
    remindInvited: (person: Person, offerId: string, id: string) => testApp.call(person, 'POST', `${url}/${offerId}/invitation/${id}`, {}),
    withdrawInvited: (person: Person, offerId: string, id: string) => testApp.call(person, 'DELETE', `${url}/${offerId}/invitation/${id}`),
    settle: (person: Person, transferId: string, end: 'done' | 'ended') =>
      testApp.call(person, 'POST', `${url}/transfer/${transferId}/settle`, { end }),
    /** Who holds which arcs, by first name. */
    holders: async (): Promise<Record<string, number[]>> => {
      const rows = await testApp.db
        .selectFrom('arcs')
        .innerJoin('memberships', 'memberships.id', 'arcs.membership_id')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(['users.first_name', 'arcs.number'])
        .where('arcs.circle_id', '=', circleId)
        .where('memberships.ended_at', 'is', null)
        .orderBy('arcs.number')
        .execute()
      const byName: Record<string, number[]> = {}
      for (const { first_name, number } of rows) byName[first_name] = [...(byName[first_name] ?? []), number]
      return byName
    },
  }
}
