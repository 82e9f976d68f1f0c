import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { createMotionCircle } from '#server/testing/motion-circle.ts'
import { offerCalls } from '#server/testing/offers.ts'
import type { Person } from '#server/testing/seed.ts'
import type { ApiUnderTest } from '#server/testing/test-app.ts'
import type { OfferHistoryStep } from './steps.ts'

type Holders = ReadonlyMap<number, string>

/** Who holds each arc. Each has exactly one holder, whose membership has not ended. */
async function readHolders(db: Tx, circleId: string): Promise<Holders> {
  const rows = await db
    .selectFrom('arcs')
    .innerJoin('memberships', 'memberships.id', 'arcs.membership_id')
    .select(['arcs.number', 'memberships.user_id'])
    .where('arcs.circle_id', '=', circleId)
    .where('memberships.ended_at', 'is', null)
    .execute()
  expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  return new Map(rows.map(({ number, user_id }) => [number, user_id]))
}

/** Transfers that are done, with what they moved. */
async function readDone(db: Tx, circleId: string) {
  const { rows } = await sql<{ id: string; seller: string; buyer: string; arcs: number[] }>`
    select arc_transfers.id, offers.seller, arc_transfers.buyer,
      (select json_agg(arc order by arc) from arc_transfer_arcs where transfer_id = arc_transfers.id) as arcs
    from arc_transfers join offers on offers.id = arc_transfers.offer_id
    join arc_transfer_ends on arc_transfer_ends.transfer_id = arc_transfers.id and how in ('received', 'settled_done')
    where arc_transfers.circle_id = ${circleId} order by arc_transfer_ends.at, arc_transfers.id`.execute(db)
  return rows
}

async function act(testApp: ApiUnderTest, circleId: string, people: readonly Person[], step: OfferHistoryStep): Promise<void> {
  const calls = offerCalls(testApp, circleId)
  const person = (index: number) => people[index % people.length] as Person
  const offers = await testApp.db
    .selectFrom('offers')
    .select('id')
    .where('circle_id', '=', circleId)
    .orderBy('made_at', 'desc')
    .limit(4)
    .execute()
  const live = await testApp.db
    .selectFrom('live_transfers')
    .select(['id', 'seller', 'buyer'])
    .where('circle_id', '=', circleId)
    .orderBy('id')
    .execute()
  const offerOf = (index: number) => offers[index % Math.max(1, offers.length)]?.id ?? circleId
  const transferOf = (index: number) => live[index % Math.max(1, live.length)]
  switch (step.do) {
    case 'offer': {
      const { _id } = person(step.who)
      const holders = await snapshot(testApp.db, (tx) => readHolders(tx, circleId))
      const held = [...holders].flatMap(([arc, holder]) => (holder === _id ? [arc] : [])).sort((a, b) => a - b)
      // One or two arcs are of those that the person holds, more may be of others.
      const isOwn = step.arcs.length <= 2 && held.length > 0
      const arcs = isOwn ? [...new Set(step.arcs.map((arc) => held[arc % held.length] as number))] : step.arcs
      return void (await calls.tryOffer(person(step.who), arcs, step.price))
    }
    case 'bid':
      return void (await calls.tryBid(person(step.who), offerOf(step.which), step.wanted))
    case 'withdraw':
      return void (await calls.withdraw(person(step.who), offerOf(step.which)))
    case 'yes':
      return void (await calls.yes(person(step.who), offerOf(step.which), 1_000_000))
    case 'lower':
      return void (await calls.lower(person(step.who), offerOf(step.which), 30_000))
    case 'choose': {
      const offer = offerOf(step.which)
      const yes = await testApp.db
        .selectFrom('offer_yeses')
        .select('user_id')
        .where('offer_id', '=', offer)
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      const { seller } = (await testApp.db.selectFrom('offers').select('seller').where('id', '=', offer).executeTakeFirst()) ?? {
        seller: '',
      }
      const chooser = people.find(({ _id }) => _id === seller) ?? person(step.who)
      const taken = yes ? await testApp.db.selectFrom('offer_arcs').select('arc').where('offer_id', '=', offer).execute() : []
      const arcs = taken.map(({ arc }) => arc).slice(0, step.arcs.length)
      return void (await calls.choose(chooser, offer, {
        user: yes?.user_id ?? '',
        arcs: arcs.length > 0 ? arcs : step.arcs,
        price: step.price,
      }))
    }
    case 'paid':
    case 'received': {
      const transfer = transferOf(step.which)
      const party = people.find(({ _id }) => _id === (step.do === 'paid' ? transfer?.buyer : transfer?.seller))
      const by = step.isByParty && party ? party : person(step.who)
      const id = transfer?.id ?? circleId
      return void (step.do === 'paid' ? await calls.tryPaid(by, id, { charterVersion: 1 }) : await calls.tryReceived(by, id))
    }
    case 'settle':
      return void (await calls.settle(person(step.who), transferOf(step.which)?.id ?? circleId, step.end))
    case 'vote': {
      const open = await testApp.db
        .selectFrom('open_decisions')
        .select('motion_id')
        .where('circle_id', '=', circleId)
        .limit(1)
        .executeTakeFirst()
      if (open?.motion_id)
        await testApp.call(person(step.who), 'POST', `app/motion/${circleId}/${open.motion_id}/vote`, { choice: step.choice })
      return
    }
    case 'leave':
      return void (await testApp.call(person(step.who), 'DELETE', `app/circle-membership/${circleId}`))
    case 'wait':
      await calls.pass(step.days)
      return void (await testApp.call(person(0), 'GET', `app/circle/${circleId}/stage`))
  }
}

/**
 * Runs a random history in a new circle with four members and two people who wait. After every step each arc has exactly one holder, and it is
 * another one only by a transfer that was done in that step.
 */
export async function runOfferHistory(
  testApp: ApiUnderTest & { readonly databaseUrl: string },
  history: readonly OfferHistoryStep[],
): Promise<void> {
  const { circle, owner, members } = await createMotionCircle(testApp, [4, 3, 3, 2])
  const waiting = [await testApp.seed.investor(), await testApp.seed.investor()]
  for (const person of waiting) await testApp.call(person, 'POST', `app/request-join/${circle._id}`)
  const people = [owner, ...members, ...waiting]
  let holders = await snapshot(testApp.db, (tx) => readHolders(tx, circle._id))
  let done = 0
  for (const step of history) {
    await act(testApp, circle._id, people, step)
    // Of one moment: a job may do what is due between two reads.
    const [now, moved] = await snapshot(
      testApp.db,
      async (tx) => [await readHolders(tx, circle._id), await readDone(tx, circle._id)] as const,
    )
    const expected = new Map(holders)
    for (const { seller, buyer, arcs } of moved.slice(done)) {
      for (const arc of arcs) {
        expect(expected.get(arc)).toBe(seller)
        expected.set(arc, buyer)
      }
    }
    expect([...now].sort(([a], [b]) => a - b)).toEqual([...expected].sort(([a], [b]) => a - b))
    holders = now
    done = moved.length
  }
  expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
}
