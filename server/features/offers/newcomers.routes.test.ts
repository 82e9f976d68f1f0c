import { describe, expect } from 'vitest'
import type { Offer, OfferList } from '#contract/offers.ts'
import { address, list, open, tokenFor } from '#server/testing/invitations.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { mailsTo } from '#server/testing/mails.ts'
import { createMotionCircle } from '#server/testing/motion-circle.ts'
import { offerCalls } from '#server/testing/offers.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

/** Arcs that the last member offers are open to others; Lena Brandt waits for the circle. The others bid as given. */
async function openToOthers(testApp: TestApp, holdings: readonly number[], arcs: readonly number[], bids: readonly number[] = []) {
  const made = await createMotionCircle(testApp, holdings)
  const calls = offerCalls(testApp, made.circle._id)
  const people = [made.owner, ...made.members] as readonly Person[]
  const seller = people.at(-1) ?? made.owner
  const lena = await testApp.seed.investor({ firstName: 'Lena', lastName: 'Brandt' })
  expect((await testApp.call(lena, 'POST', `app/request-join/${made.circle._id}`)).status).toBe(200)
  const offered = await calls.offer(seller, arcs)
  for (const [index, wanted] of bids.entries()) await calls.bid(people[index] ?? made.owner, offered._id, wanted)
  await calls.pass(30)
  const read = () => calls.read(seller, offered._id)
  expect(await read()).toMatchObject({ state: 'others' })
  const listOf = async (person: Person) => (await testApp.call(person, 'GET', calls.url)).data<OfferList>()
  return { ...made, ...calls, people, seller, lena, offered, read, listOf }
}

const transferOf = ({ transfers }: Offer) => transfers.at(-1)

describe('a newcomer', () => {
  test('of a seller who holds every arc needs no vote, because nobody is there to vote', async ({ testApp }) => {
    const { seller, lena, offered, yes, choose, read, required, paid, received, holders } = await openToOthers(testApp, [12], [11, 12])
    await yes(lena, offered._id)
    expect((await read()).admission).toBe('at_once')
    const chosen = required(await choose(seller, offered._id, { user: lena._id, arcs: [11, 12], price: 57_500 }))
    expect(transferOf(chosen)).toMatchObject({ state: 'to_pay', motion: null, isNewcomer: true })
    const id = transferOf(chosen)?._id ?? ''
    await paid(lena, id, { charterVersion: chosen.charterVersion })
    await received(seller, id)
    expect((await holders()).Lena).toEqual([11, 12])
  })

  test('is not chosen while every other holder has bid, until some do not bid on the arcs at a lower price', async ({ testApp }) => {
    const made = await openToOthers(testApp, [6, 3, 3], [10, 11, 12], [1, 1])
    const { seller, lena, offered, yes, choose, read, required, lower, pass, owner, vote, people } = made
    await yes(lena, offered._id)
    const free = (await read()).freeArcs
    expect((await read()).admission).toBe('nobody_may_vote')
    const choice = { user: lena._id, arcs: free, price: 57_500 }
    expect(await choose(seller, offered._id, choice)).toMatchObject({ status: 409, body: { code: 'nobody_may_admit' } })
    // A member who says yes needs no vote.
    await yes(owner, offered._id)
    expect((await choose(seller, offered._id, { ...choice, user: owner._id })).status).toBe(200)
    // The bids are paid, or the price could not be lowered while they wait.
    for (const person of people.slice(0, 2)) {
      const own = (await made.read()).transfers.find(({ buyer, origin }) => buyer?._id === person._id && origin === 'bids')
      await made.paid(person, own?._id ?? '')
      await made.received(seller, own?._id ?? '')
    }
    const again = required(await lower(seller, offered._id, 50_000))
    await pass(30)
    await yes(lena, again._id)
    const chosen = required(await choose(seller, again._id, { user: lena._id, arcs: again.arcs, price: 50_000 }))
    const motion = { _id: transferOf(chosen)?.motion ?? '' }
    await testApp.db
      .updateTable('arcs')
      .set({ held_since: new Date(0) })
      .where('circle_id', '=', made.circle._id)
      .execute()
    for (const person of people.slice(0, 2)) await vote(person, motion, 'yes')
    expect(transferOf(await made.tryRead(lena, again._id).then((answer) => answer.data<Offer>()))).toMatchObject({ state: 'to_pay' })
  })
})

describe('who could take arcs over', () => {
  test('is shown to the seller: the waiting list by name, until they have said yes', async ({ testApp }) => {
    const { lena, offered, yes, read, owner, tryRead } = await openToOthers(testApp, [6, 3, 3], [10])
    expect((await read()).waiting).toMatchObject([{ who: 'Lena Brandt', origin: 'waiting_list', state: 'told' }])
    // Who may take the arcs over reads what stands beside their price.
    expect((await tryRead(lena, offered._id)).data<Offer>().aids).toEqual({
      paidInCents: 0,
      appraisalCents: null,
      appraisalDay: null,
      bookValueCents: 0,
    })
    for (const person of [owner, lena]) expect((await tryRead(person, offered._id)).data<Offer>().waiting).toEqual([])
    await yes(lena, offered._id)
    expect(await read()).toMatchObject({ waiting: [], takers: [{ name: 'Lena Brandt', isMember: false }] })
  })

  test('is invited by the seller, finds the offer by the circle, and can say yes once verified', async ({ testApp }) => {
    const { seller, owner, circle, offered, invite, read, listOf, yes, tryRead } = await openToOthers(testApp, [6, 3, 3], [10])
    const email = address('ines')
    expect((await invite(owner, offered._id, [email])).body).toMatchObject({ code: 'not_your_offer' })
    expect((await invite(seller, offered._id, ['nobody'])).status).toBe(400)
    const sent = await invite(seller, offered._id, [email])
    expect(sent.data()).toEqual({ sent: 1, skipped: 0 })
    expect(await mailsTo(testApp, email)).toMatchObject([{ template: 'circle-invitation' }])
    const stateOf = async () => (await read()).waiting.find(({ who }) => who === email)?.state
    expect(await stateOf()).toBe('sent')
    // Whom a seller invites is theirs alone.
    expect(await list(testApp, owner, circle)).toEqual([])
    const ines = await testApp.seed.pending({ email, firstName: 'Ines', lastName: 'Duarte' })
    await open(testApp, ines, circle, await tokenFor(testApp, email))
    expect(await stateOf()).toBe('not_verified')
    expect((await yes(ines, offered._id)).status).toBe(403)
    await testApp.db.updateTable('users').set({ is_verified: true }).where('id', '=', ines._id).execute()
    expect(await stateOf()).toBe('told')
    expect(await listOf(ines)).toMatchObject({ open: [{ _id: offered._id, seller: null }], over: [], basis: null })
    expect((await tryRead(ines, offered._id)).data()).toMatchObject({ maySayYes: true })
    expect((await yes(ines, offered._id)).status).toBe(200)
    expect(await read()).toMatchObject({ takers: [{ name: 'Ines Duarte' }] })
  })

  test('is nobody else: strangers find no offer, and nobody is invited while members come first', async ({ testApp }) => {
    const { seller, listOf, offer, invite } = await openToOthers(testApp, [6, 3, 3], [10])
    expect(await listOf(await testApp.seed.investor())).toEqual({ open: [], over: [], basis: null })
    const early = await offer(seller, [11])
    expect((await invite(seller, early._id, [address()])).body).toMatchObject({ code: 'not_with_others' })
  })
})

describe('an invitation of a seller', () => {
  test('is read, reminded of and withdrawn by them alone, and stays when the circle is handed over', async ({ testApp }) => {
    const made = await openToOthers(testApp, [6, 3, 3], [10])
    const { seller, owner, circle, offered, invite, read, remindInvited, withdrawInvited, people } = made
    const email = address('ines')
    await invite(seller, offered._id, [email])
    // Neither learns that the other invited the same address.
    const ofOwner = await testApp.call(owner, 'POST', `app/circle/${circle._id}/invitation`, { emails: [email] })
    expect(ofOwner.data()).toMatchObject({ sent: 1, skipped: 0, items: [{ email }] })
    expect((await invite(seller, offered._id, [email])).data()).toEqual({ sent: 0, skipped: 1 })
    const invited = async () => (await read()).waiting.filter(({ origin }) => origin === 'invited')
    const [own] = await invited()
    expect(own).toMatchObject({ who: email, state: 'sent', invitation: { mayRemind: true } })
    const id = own?.invitation?._id ?? ''
    expect((await testApp.call(owner, 'DELETE', `app/circle/${circle._id}/invitation/${id}`)).status).toBe(404)
    expect((await testApp.call(owner, 'POST', `app/circle/${circle._id}/invitation/${id}`, {})).status).toBe(404)
    expect((await withdrawInvited(owner, offered._id, id)).body).toMatchObject({ code: 'not_your_offer' })
    expect((await testApp.call(owner, 'POST', `app/circle/${circle._id}/owner`, { user: people[1]?._id })).status).toBe(200)
    expect(await list(testApp, people[1] ?? owner, circle)).toEqual([])
    expect((await remindInvited(seller, offered._id, id)).status).toBe(200)
    expect(await invited()).toMatchObject([{ invitation: { _id: id, mayRemind: false } }])
    expect((await withdrawInvited(seller, offered._id, id)).status).toBe(204)
    expect(await invited()).toEqual([])
  })

  test('that has expired asks nobody any more: neither a page nor a mail', async ({ testApp }) => {
    const { seller, circle, offered, invite, offer, pass, tryRead, yes } = await openToOthers(testApp, [6, 3, 3], [10])
    const email = address('ines')
    await invite(seller, offered._id, [email])
    const ines = await testApp.seed.investor({ email })
    await open(testApp, ines, circle, await tokenFor(testApp, email))
    expect((await tryRead(ines, offered._id)).data()).toMatchObject({ maySayYes: true })
    const told = async () => (await mailsTo(testApp, email)).filter(({ template }) => template === 'offer-made').length
    const needs = async () =>
      (await testApp.call(ines, 'GET', 'app/needs-you'))
        .data<{ items: { kind: string }[] }>()
        .items.some(({ kind }) => kind === 'arcs_to_take')
    await offer(seller, [11])
    await pass(30)
    await testApp.runTask('close-votes')
    expect([await told(), await needs()]).toEqual([1, true])
    const last = await offer(seller, [12])
    await testApp.db
      .updateTable('circle_invitations')
      .set({ expires_at: new Date(0) })
      .where('circle_id', '=', circle._id)
      .execute()
    await pass(30)
    await testApp.runTask('close-votes')
    expect([await told(), await needs()]).toEqual([1, false])
    expect((await tryRead(ines, offered._id)).status).toBe(404)
    expect((await yes(ines, last._id)).status).toBe(404)
  })

  test('goes with its seller when they leave the circle', async ({ testApp }) => {
    const { seller, owner, circle, offered, invite, yes, choose, read, paid, received } = await openToOthers(testApp, [9, 3], [10, 11, 12])
    await invite(seller, offered._id, [address('ines')])
    await yes(owner, offered._id)
    await choose(seller, offered._id, { user: owner._id, arcs: [10, 11, 12], price: 57_500 })
    const id = transferOf(await read())?._id ?? ''
    await paid(owner, id)
    await received(seller, id)
    const left = testApp.db.selectFrom('circle_invitations').select('email').where('circle_id', '=', circle._id)
    expect(await left.execute()).toEqual([])
  })
})

test('once the seller replaces the motion that admits a newcomer, the transfer is over', async ({ testApp }) => {
  const { seller, lena, offered, yes, choose, read, required, propose } = await openToOthers(testApp, [6, 3, 3], [10])
  await yes(lena, offered._id)
  const chosen = required(await choose(seller, offered._id, { user: lena._id, arcs: [10], price: 57_500 }))
  expect((await propose(seller, { supersedes: transferOf(chosen)?.motion })).status).toBe(200)
  expect(await read()).toMatchObject({ freeArcs: [10], transfers: [{ state: 'over', end: 'not_admitted' }] })
})

test('a buyer who has paid reminds the seller once a day of notice', async ({ testApp }) => {
  const made = await createMotionCircle(testApp, [6, 3, 3])
  const { offer, bid, pass, read, paid, remind } = offerCalls(testApp, made.circle._id)
  const [buyer, seller] = made.members as [Person, Person]
  const { _id } = await offer(seller, [10])
  await bid(buyer, _id, 1)
  await pass(30)
  const transfer = transferOf(await read(buyer, _id))?._id ?? ''
  expect((await remind(buyer, transfer)).body).toMatchObject({ code: 'transfer_not_paid' })
  await paid(buyer, transfer)
  expect((await remind(buyer, transfer)).body).toMatchObject({ code: 'seller_reminded' })
  await pass(1)
  expect(transferOf(await read(buyer, _id))).toMatchObject({ mayRemind: true, remindedAt: null })
  expect((await remind(made.owner, transfer)).body).toMatchObject({ code: 'not_your_transfer' })
  const before = (await mailsTo(testApp, seller.email)).length
  expect((await remind(buyer, transfer)).status).toBe(200)
  expect((await mailsTo(testApp, seller.email)).length).toBe(before + 1)
  expect(transferOf(await read(buyer, _id))?.mayRemind).toBe(false)
  expect((await remind(buyer, transfer)).body).toMatchObject({ code: 'seller_reminded' })
})
