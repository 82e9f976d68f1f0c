import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { allotArcs } from '#domain/bids.ts'
import { transaction } from '#server/db/transaction.ts'
import { changeHolding } from '#server/shared/acquisitions/change-holding.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { mailsTo } from '#server/testing/mails.ts'
import { createMotionCircle } from '#server/testing/motion-circle.ts'
import { offerCalls, withoutTriggers } from '#server/testing/offers.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

/** A circle of twelve arcs in `deciding`; Member0 is its owner. */
async function createOffering(testApp: TestApp, arcs: readonly number[]) {
  const made = await createMotionCircle(testApp, arcs)
  const people = [made.owner, ...made.members] as readonly Person[]
  const at = (index: number): Person => people[index] ?? made.owner
  return { ...made, people, at, ...offerCalls(testApp, made.circle._id) }
}

const partsOf = (round: { lots: readonly { user: { name: string }; gets: number[]; reckoned: string }[] } | undefined) =>
  Object.fromEntries((round?.lots ?? []).map(({ user, gets, reckoned }) => [user.name.split(' ')[0], [gets, reckoned]]))

describe('sealed bids', () => {
  test('two arcs for four wanted go in proportion to what was held, largest remainder first', async ({ testApp }) => {
    const { at, offer, bid, pass, read, owner } = await createOffering(testApp, [6, 2, 1, 3])
    const made = await offer(at(3), [10, 11])
    await bid(owner, made._id, 2)
    await bid(at(1), made._id, 1)
    await bid(at(2), made._id, 1)
    await pass(30)
    const opened = await read(at(2), made._id)
    expect(opened.state).toBe('handing_on')
    expect(partsOf(opened.rounds[0])).toEqual({
      Member0: [[10], '2 × 6 ÷ 9 = 1.33'],
      Member1: [[11], '2 × 2 ÷ 9 = 0.44'],
      Member2: [[], '2 × 1 ÷ 9 = 0.22'],
    })
  })

  test('who would get more than they bid gets that, and the rest is reckoned anew', async ({ testApp }) => {
    const { at, offer, bid, pass, read, owner, circle } = await createOffering(testApp, [4, 2, 1, 5])
    const made = await offer(at(3), [8, 9, 10, 11, 12])
    // The case of the rule counts holders of 6, 3 and 1, which a circle of twelve arcs cannot have beside five that are offered.
    await withoutTriggers(testApp, ['offer_holders'], async (tx) => {
      for (const [index, held] of [6, 3, 1].entries())
        await sql`update offer_holders set held = ${held} where user_id = ${at(index)._id} and offer_id = ${made._id}`.execute(tx)
    })
    await bid(owner, made._id, 2)
    await bid(at(1), made._id, 5)
    await bid(at(2), made._id, 5)
    await pass(30)
    await testApp.call(owner, 'GET', `app/circle/${circle._id}`)
    expect(partsOf((await read(owner, made._id)).rounds[0])).toEqual({
      Member1: [[10, 11], '3 × 3 ÷ 4 = 2.25'],
      Member0: [[8, 9], '5 × 6 ÷ 10 = 3'],
      Member2: [[12], '3 × 1 ÷ 4 = 0.75'],
    })
  })

  test('are read by nobody else before they are opened, and nothing tells that there is one', async ({ testApp }) => {
    const { at, offer, bid, url, owner, circle } = await createOffering(testApp, [6, 3, 3])
    const made = await offer(at(2), [10, 11])
    const admin = await testApp.seed.admin()
    const look = async () => {
      const seen: string[] = []
      for (const person of [owner, at(2), admin])
        for (const path of [`${url}/${made._id}`, url, 'app/notice', 'app/needs-you', `app/circle/${circle._id}`])
          seen.push((await testApp.call(person, 'GET', path)).text.replaceAll(/"requestId":"[^"]*"/g, ''))
      return seen
    }
    const before = await look()
    await bid(at(1), made._id, 2)
    expect(await look()).toEqual(before)
    const audited = await testApp.db.selectFrom('audit_log').select('act').where('actor_id', '=', at(1)._id).execute()
    expect(audited.filter(({ act }) => act.includes('bid'))).toEqual([])
    const own = await testApp.call(at(1), 'GET', `${url}/${made._id}`)
    expect(own.data<{ myBid: number }>().myBid).toBe(2)
  })

  test('are changed and taken back until they are opened; being early wins nothing', async ({ testApp }) => {
    const { at, offer, bid, tryBid, pass, read, owner, withdraw } = await createOffering(testApp, [6, 3, 3])
    const made = await offer(at(2), [10])
    await bid(at(1), made._id, 1)
    await bid(owner, made._id, 1)
    await bid(owner, made._id, 0)
    expect((await tryBid(at(2), made._id, 1)).body).toMatchObject({ code: 'own_offer' })
    expect((await tryBid(owner, made._id, 2)).body).toMatchObject({ code: 'more_arcs_than_offered' })
    await pass(30)
    expect((await tryBid(owner, made._id, 1)).body).toMatchObject({ code: 'bids_are_opened' })
    expect((await withdraw(at(2), made._id)).body).toMatchObject({ code: 'bids_are_opened' })
    expect(partsOf((await read(owner, made._id)).rounds[0])).toEqual({ Member1: [[10], ''] })
  })

  test('two hundred at once give one fixed result', { timeout: 120_000 }, async ({ testApp }) => {
    const { at, offer, tryBid, pass, read, owner, url } = await createOffering(testApp, [5, 3, 2, 2])
    const made = await offer(at(3), [11, 12])
    const bidders = [owner, at(1), at(2)]
    const race = (count: number, from: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => tryBid(bidders[index % 3] ?? owner, made._id, (index + from) % 3)))
    const before = await race(100, 0)
    // A busy server refuses some with 503; those change nothing.
    expect(before.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    for (const [index, person] of bidders.entries()) await tryBid(person, made._id, Math.min(2, index + 1))
    await pass(30)
    const [late] = await Promise.all([race(100, 1), testApp.runJobs(), testApp.call(owner, 'GET', `${url}/${made._id}`)])
    expect(late.filter(({ status, body }) => status !== 503 && (body as { code: string }).code !== 'bids_are_opened')).toEqual([])
    const held = [5, 3, 2]
    const bids = bidders.map((person, index) => ({
      bidder: person._id,
      wanted: Math.min(2, index + 1),
      held: held[index] ?? 0,
      memberSince: index,
    }))
    const [first] = (await read(owner, made._id)).rounds
    const expected = Object.fromEntries(allotArcs([11, 12], bids).map(({ bidder, gets }) => [bidder, gets]))
    expect(Object.fromEntries((first?.lots ?? []).map(({ user, gets }) => [user._id, gets]))).toEqual(expected)
    const openings = await testApp.db.selectFrom('offer_openings').selectAll().where('offer_id', '=', made._id).execute()
    expect(openings.length).toBe(1)
  })
})

describe('a transfer', () => {
  test('moves the arcs at once when the buyer has said paid and the seller received', async ({ testApp }) => {
    const { at, offer, bid, pass, read, owner, paid, received, holders, tryReceived, tryPaid, circle } = await createOffering(
      testApp,
      [6, 3, 3],
    )
    const made = await offer(at(2), [10, 11])
    await bid(at(1), made._id, 2)
    await pass(30)
    const [transfer] = (await read(at(1), made._id)).transfers
    const id = transfer?._id ?? ''
    expect(transfer).toMatchObject({ state: 'to_pay', mayPay: true, arcs: [10, 11] })
    expect((await tryReceived(at(2), id)).body).toMatchObject({ code: 'transfer_not_paid' })
    expect((await tryPaid(owner, id)).body).toMatchObject({ code: 'not_your_transfer' })
    await paid(at(1), id)
    expect(await holders()).toEqual({ Member0: [1, 2, 3, 4, 5, 6], Member1: [7, 8, 9], Member2: [10, 11, 12] })
    expect((await received(at(2), id)).state).toBe('handed_on')
    expect(await holders()).toEqual({ Member0: [1, 2, 3, 4, 5, 6], Member1: [7, 8, 9, 10, 11], Member2: [12] })
    const rows = await testApp.db
      .selectFrom('ledger')
      .select(['kind', 'arcs', 'amount'])
      .where('circle_id', '=', circle._id)
      .where('transfer_id', '=', id)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { kind: 'handed_on', arcs: [10, 11], amount: -150_000 },
      { kind: 'taken_over', arcs: [10, 11], amount: 150_000 },
    ])
  })

  test('needs a confirmation of who says paid or received', async ({ testApp }) => {
    const { at, offer, bid, pass, read, url } = await createOffering(testApp, [6, 3, 3])
    const made = await offer(at(2), [10])
    await bid(at(1), made._id, 1)
    await pass(30)
    const id = (await read(at(1), made._id)).transfers[0]?._id
    const answer = await testApp.call(at(1), 'POST', `${url}/transfer/${id}/paid`, {})
    expect(answer.body).toMatchObject({ code: 'step_up_required' })
  })

  test('of all arcs ends the seller’s membership; an owner hands the circle over before', async ({ testApp }) => {
    const { at, offer, bid, pass, read, owner, paid, received, tryOffer, circle } = await createOffering(testApp, [6, 3, 3])
    expect((await tryOffer(owner, [1, 2, 3, 4, 5, 6])).body).toMatchObject({ code: 'owner_hands_over_first' })
    const made = await offer(at(2), [10, 11, 12])
    await bid(at(1), made._id, 3)
    await pass(30)
    const id = (await read(at(1), made._id)).transfers[0]?._id ?? ''
    await paid(at(1), id)
    await received(at(2), id)
    const members = (await testApp.call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<{ user: { _id: string } }[]>()
    expect(members.map(({ user }) => user._id).sort()).toEqual([owner._id, at(1)._id].sort())
  })

  test('that is not paid is reckoned once more, and its buyer is barred', async ({ testApp }) => {
    const { at, offer, bid, pass, read, owner, tryBid, url } = await createOffering(testApp, [5, 3, 1, 3])
    const made = await offer(at(3), [10])
    await bid(owner, made._id, 1)
    await bid(at(1), made._id, 1)
    await pass(30)
    expect((await read(owner, made._id)).transfers[0]?.isMine).toBe(true)
    await pass(14)
    const again = await read(at(1), made._id)
    expect(again.transfers.map(({ origin, state, isMine }) => [origin, state, isMine])).toEqual([
      ['bids', 'over', false],
      ['bids_again', 'to_pay', true],
    ])
    await pass(14)
    expect(await read(at(1), made._id)).toMatchObject({ state: 'others', freeArcs: [10] })
    const other = await offer(at(3), [11])
    expect((await tryBid(owner, other._id, 1)).body).toMatchObject({ code: 'barred_from_bidding' })
    await pass(60)
    expect((await testApp.call(owner, 'GET', `${url}/${made._id}`)).data()).toMatchObject({ state: 'ended', end: 'lapsed' })
  })
})

test('a bid of who has not paid for other arcs meanwhile is not allotted', async ({ testApp }) => {
  const { at, offer, bid, pass, read, owner } = await createOffering(testApp, [5, 3, 1, 3])
  const first = await offer(at(3), [10])
  await bid(owner, first._id, 1)
  await pass(30)
  await read(owner, first._id)
  const second = await offer(at(3), [11])
  await bid(owner, second._id, 1)
  await bid(at(1), second._id, 1)
  await pass(30)
  expect((await read(owner, first._id)).transfers[0]).toMatchObject({ end: 'not_paid' })
  expect((await read(at(1), second._id)).transfers).toMatchObject([{ isMine: true, state: 'to_pay' }])
})

test('who hands on their last arc does not come back by a transfer of before', async ({ testApp }) => {
  const { at, offer, bid, pass, read, owner, paid, received, circle } = await createOffering(testApp, [6, 3, 3])
  const own = await offer(at(2), [10, 11, 12])
  await bid(at(1), own._id, 3)
  const other = await offer(owner, [1])
  await bid(at(2), other._id, 1)
  await pass(30)
  const toPay = (await read(at(2), other._id)).transfers[0]
  expect(toPay).toMatchObject({ isMine: true, state: 'to_pay' })
  const id = (await read(at(1), own._id)).transfers[0]?._id ?? ''
  await paid(at(1), id)
  await received(at(2), id)
  expect((await read(owner, other._id)).transfers[0]).toMatchObject({ state: 'over', end: 'buyer_left' })
  const members = (await testApp.call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<{ user: { _id: string } }[]>()
  expect(members.map(({ user }) => user._id)).not.toContain(at(2)._id)
})

describe('others', () => {
  async function openToOthers(testApp: TestApp) {
    const made = await createOffering(testApp, [6, 3, 3])
    const lena = await testApp.seed.investor({ firstName: 'Lena', lastName: 'Brandt' })
    expect((await testApp.call(lena, 'POST', `app/request-join/${made.circle._id}`)).status).toBe(200)
    const offered = await made.offer(made.at(2), [10, 11, 12])
    const early = await made.tryRead(lena, offered._id)
    expect(early.status).toBe(404)
    await made.pass(30)
    expect(await made.read(made.owner, offered._id)).toMatchObject({ state: 'others', freeArcs: [10, 11, 12] })
    return { ...made, lena, offered }
  }

  test('get a notice at once, say yes, and never pay less than the members’ price', async ({ testApp }) => {
    const { lena, offered, at, yes, choose, lower, tryRead } = await openToOthers(testApp)
    const told = await testApp.db.selectFrom('notices').select('kind').where('user_id', '=', lena._id).execute()
    expect(told.map(({ kind }) => kind)).toEqual(['offer_to_others'])
    const face = await tryRead(lena, offered._id)
    expect(face.data()).toMatchObject({ seller: null, holders: [], rounds: [], maySayYes: true })
    const choice = { user: lena._id, arcs: [10], price: 57_500 }
    expect((await choose(at(2), offered._id, choice)).body).toMatchObject({ code: 'has_not_said_yes' })
    expect((await yes(lena, offered._id, 57_499)).body).toMatchObject({ code: 'price_below_members' })
    expect((await yes(lena, offered._id)).status).toBe(200)
    const cheap = await choose(at(2), offered._id, { ...choice, price: 57_499 })
    expect([cheap.status, cheap.body]).toMatchObject([409, { code: 'price_below_members' }])
    const again = (await lower(at(2), offered._id, 50_000)).data<{ _id: string; state: string; replaces: string }>()
    expect(again).toMatchObject({ state: 'members', replaces: offered._id, arcs: [10, 11, 12] })
    expect((await tryRead(lena, again._id)).status).toBe(404)
  })

  test('are admitted by a motion without the seller’s vote, agree to the charter, and become members', async ({ testApp }) => {
    const { lena, offered, at, owner, yes, choose, read, tryPaid, paid, received, vote, holders, circle } = await openToOthers(testApp)
    await yes(lena, offered._id, 60_000)
    const chosen = (await choose(at(2), offered._id, { user: lena._id, arcs: [10, 11, 12], price: 60_000 })).data<{
      transfers: { _id: string; motion: string; state: string }[]
    }>()
    const [transfer] = chosen.transfers
    expect(transfer?.state).toBe('admitting')
    const motion = { _id: transfer?.motion ?? '' }
    expect((await vote(at(2), motion, 'yes')).status).toBe(403)
    for (const person of [owner, at(1)]) await vote(person, motion, 'yes')
    const id = transfer?._id ?? ''
    expect((await read(lena, offered._id)).transfers[0]).toMatchObject({ state: 'to_pay', mayPay: true })
    expect((await tryPaid(lena, id)).body).toMatchObject({ code: 'charter_not_accepted' })
    await paid(lena, id, { charterVersion: (await read(lena, offered._id)).charterVersion })
    await received(at(2), id)
    expect(await holders()).toEqual({ Member0: [1, 2, 3, 4, 5, 6], Member1: [7, 8, 9], Lena: [10, 11, 12] })
    const agreed = await testApp.db.selectFrom('charter_acceptances').select('version').where('user_id', '=', lena._id).execute()
    expect(agreed.length).toBe(1)
    expect((await testApp.call(lena, 'GET', `app/circle/${circle._id}/stage`)).status).toBe(200)
  })

  test('name the price at which they would take arcs over: the seller chooses them at no higher one', async ({ testApp }) => {
    const { lena, offered, at, yes, choose, read } = await openToOthers(testApp)
    await yes(lena, offered._id, 58_000)
    expect((await read(at(2), offered._id)).takers).toMatchObject([{ name: 'Lena Brandt', price: 58_000 }])
    expect(await read(lena, offered._id)).toMatchObject({ myYesPrice: 58_000, takers: [] })
    const choice = { user: lena._id, arcs: [10] }
    const dear = await choose(at(2), offered._id, { ...choice, price: 58_001 })
    expect([dear.status, dear.body]).toMatchObject([409, { code: 'price_above_yes' }])
    expect((await choose(at(2), offered._id, { ...choice, price: 58_000 })).status).toBe(200)
  })

  test('say no when they are chosen, until they have paid: nobody bars them, and the seller chooses anew', async ({ testApp }) => {
    const { lena, offered, at, owner, yes, choose, decline, read, offer, bid, paid, pass } = await openToOthers(testApp)
    await yes(lena, offered._id)
    await yes(owner, offered._id)
    await choose(at(2), offered._id, { user: lena._id, arcs: [10], price: 57_500 })
    await choose(at(2), offered._id, { user: owner._id, arcs: [11, 12], price: 57_500 })
    const own = async (person: Person) => (await read(person, offered._id)).transfers.find(({ isMine }) => isMine)
    for (const person of [lena, owner]) {
      expect(await own(person)).toMatchObject({ mayDecline: true })
      expect((await decline(person, offered._id)).status).toBe(200)
      expect(await own(person)).toMatchObject({ state: 'over', end: 'declined', words: 'The buyer said no', mayDecline: false })
    }
    const seen = await read(at(2), offered._id)
    expect(seen).toMatchObject({ state: 'others', freeArcs: [10, 11, 12], takers: [] })
    const { lapsed_because } = await testApp.db
      .selectFrom('motion_withdrawals')
      .select('lapsed_because')
      .where('motion_id', '=', seen.transfers.find(({ motion }) => motion)?.motion ?? '')
      .executeTakeFirstOrThrow()
    expect(lapsed_because).toBe('transfer_over')
    // Neither is barred.
    await pass(20)
    const other = await offer(at(1), [7])
    await bid(owner, other._id, 1)
    expect((await yes(lena, offered._id)).status).toBe(200)
    // Who has paid is bound.
    await yes(owner, offered._id)
    await choose(at(2), offered._id, { user: owner._id, arcs: [12], price: 57_500 })
    const live = (await read(owner, offered._id)).transfers.find(({ isMine, endedAt }) => isMine && endedAt === null)
    await paid(owner, live?._id ?? '')
    await decline(owner, offered._id)
    expect((await read(owner, offered._id)).transfers.find(({ _id }) => _id === live?._id)).toMatchObject({
      state: 'paid',
      mayDecline: false,
    })
  })

  test('are not admitted by a no, and the arcs stay open', async ({ testApp }) => {
    const { lena, offered, at, owner, yes, choose, read, vote, circle } = await openToOthers(testApp)
    await yes(lena, offered._id, 60_000)
    const chosen = (await choose(at(2), offered._id, { user: lena._id, arcs: [10], price: 60_000 })).data<{
      transfers: { motion: string }[]
    }>()
    for (const person of [owner, at(1)]) await vote(person, { _id: chosen.transfers[0]?.motion ?? '' }, 'no')
    const after = await read(at(2), offered._id)
    expect(after).toMatchObject({ state: 'others', freeArcs: [10, 11, 12] })
    expect(after.transfers[0]).toMatchObject({ state: 'over', end: 'not_admitted' })
    // The seller cannot have the circle vote on the same person again and again; on another at once.
    const choice = { user: lena._id, arcs: [11], price: 60_000 }
    expect(await choose(at(2), offered._id, choice)).toMatchObject({ status: 409, body: { code: 'motion_refused_lately' } })
    expect((await read(at(2), offered._id)).transfers).toHaveLength(1)
    const max = await testApp.seed.investor({ firstName: 'Max', lastName: 'Weiss' })
    expect((await testApp.call(max, 'POST', `app/request-join/${circle._id}`)).status).toBe(200)
    await yes(max, offered._id, 60_000)
    expect((await choose(at(2), offered._id, { ...choice, user: max._id })).status).toBe(200)
  })
})

describe('a transfer that hangs', () => {
  async function hang(testApp: TestApp) {
    const made = await createOffering(testApp, [6, 3, 3])
    const offered = await made.offer(made.at(2), [10, 11])
    await made.bid(made.at(1), offered._id, 2)
    await made.pass(30)
    const id = (await made.read(made.at(1), offered._id)).transfers[0]?._id ?? ''
    await made.paid(made.at(1), id)
    expect((await made.settle(made.owner, id, 'ended')).body).toMatchObject({ code: 'transfer_does_not_hang' })
    await made.pass(30)
    return { ...made, offered, id }
  }
  const motionOf = (answer: { data: <Data>() => Data }) => ({
    _id: answer.data<{ transfers: { settlings: string[] }[] }>().transfers[0]?.settlings[0] ?? '',
  })

  test('is ended by a motion without its parties: a false paid', async ({ testApp }) => {
    const { settle, owner, id, vote, at, read, offered, holders } = await hang(testApp)
    const mailed = async (person: Person) =>
      (await mailsTo(testApp, person.email)).filter(({ template }) => template === 'offer-result').length
    const before = [await mailed(at(1)), await mailed(at(2))]
    const motion = motionOf(await settle(owner, id, 'ended'))
    expect((await vote(at(1), motion, 'no')).status).toBe(403)
    await vote(owner, motion, 'yes')
    expect((await read(owner, offered._id)).transfers[0]).toMatchObject({ end: 'settled_ended' })
    expect([await mailed(at(1)), await mailed(at(2))]).toEqual(before.map((count) => count + 1))
    expect((await holders()).Member2).toEqual([10, 11, 12])
  })

  test('is not put to the vote again by the same person after a no', async ({ testApp }) => {
    const { settle, owner, id, vote } = await hang(testApp)
    await vote(owner, motionOf(await settle(owner, id, 'ended')), 'no')
    expect(await settle(owner, id, 'ended')).toMatchObject({ status: 409, body: { code: 'motion_refused_lately' } })
    expect((await settle(owner, id, 'done')).status).toBe(200)
  })

  test('is put to no vote where nobody but its parties holds an arc', async ({ testApp }) => {
    const made = await createOffering(testApp, [6, 6])
    const offered = await made.offer(made.at(1), [10])
    await made.bid(made.owner, offered._id, 1)
    await made.pass(30)
    const id = (await made.read(made.owner, offered._id)).transfers[0]?._id ?? ''
    await made.paid(made.owner, id)
    await made.pass(30)
    expect(await made.settle(made.owner, id, 'done')).toMatchObject({ status: 409, body: { code: 'nobody_may_settle' } })
  })

  test('is done by a motion although the seller withholds received', async ({ testApp }) => {
    const { settle, owner, id, vote, read, offered, holders } = await hang(testApp)
    await vote(owner, motionOf(await settle(owner, id, 'done')), 'yes')
    expect((await read(owner, offered._id)).transfers[0]).toMatchObject({ end: 'settled_done' })
    expect((await holders()).Member1).toEqual([7, 8, 9, 10, 11])
  })

  test('is settled while the circle buys, also by a motion that was open before', async ({ testApp }) => {
    const { settle, owner, id, vote, read, offered, holders, circle } = await hang(testApp)
    const before = motionOf(await settle(owner, id, 'ended'))
    await transaction(testApp.db, (tx) => changeHolding(tx, circle._id, 'buying'))
    const other = await settle(owner, id, 'done')
    expect([other.status, other.text]).toEqual([200, expect.any(String)])
    await vote(owner, before, 'yes')
    expect((await read(owner, offered._id)).transfers[0]).toMatchObject({ end: 'settled_ended' })
    expect((await holders()).Member2).toEqual([10, 11, 12])
    await transaction(testApp.db, (tx) => changeHolding(tx, circle._id, null))
  })
})

test('nobody offers and withdraws without end: above twenty acts a day that mail others, the next waits', async ({ testApp }) => {
  const { owner, tryOffer, withdraw } = await createOffering(testApp, [6, 6])
  for (let offers = 0; offers < 20; offers++) {
    const made = await tryOffer(owner, [1])
    expect(made.status).toBe(200)
    await withdraw(owner, made.data<{ _id: string }>()._id)
  }
  expect(await tryOffer(owner, [1])).toMatchObject({ status: 429, body: { code: 'too_many' } })
})
