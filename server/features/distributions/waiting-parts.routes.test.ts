import { expect } from 'vitest'
import { createBookCircle } from '#server/testing/book-circle.ts'
import { readEntries } from '#server/testing/buying-circle.ts'
import { asIf, distributionCalls, startOwning } from '#server/testing/distributions.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import { offerCalls } from '#server/testing/offers.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders, type TestApp, test } from '#server/testing/test-app.ts'
import { unzip } from '#server/testing/unzip.ts'
import { postDistributions } from './post-distributions.ts'

const site = { publicUrl: 'https://arcstead.example' }

/** A circle that owns and has $1,000 in cash. Cy offers arc 4 to the members, and Ann, the only bidder, is to take it over. */
async function createHandingOn(testApp: TestApp) {
  const circle = await createBookCircle(testApp)
  const { circleId, ann, ben, cy, operating, decide } = circle
  await decide({ kind: 'treasurer', member: ben._id })
  await startOwning(testApp, circleId)
  const rent = { what: 'rent', bankAccountId: operating, amountCents: 100_000, day: '2025-01-10', payee: 'Tenant' }
  expect((await circle.post(ben, 'income', rent)).status).toBe(200)
  const offers = offerCalls(testApp, circleId)
  const offered = await offers.offer(cy, [4], 25_000)
  await offers.bid(ann, offered._id, 1)
  await offers.pass(30)
  const transferId = (await offers.read(cy, offered._id)).transfers[0]?._id ?? ''
  const calls = distributionCalls(testApp, { circleId, treasurer: ben, voters: [ann, ben, cy] })
  const owed = async () => {
    const lines = (await readEntries(testApp, circleId)).flat()
    const to = (person: { _id: string }) =>
      lines.reduce((sum, line) => (line.account === 'owed' && line.person === person._id ? sum - line.amountCents : sum), 0)
    return { ann: to(ann), ben: to(ben), cy: to(cy) }
  }
  const post = () => postDistributions(testApp.db, site)
  const vote = (person: Person, motionId: string) =>
    testApp.call(person, 'POST', `app/motion/${circleId}/${motionId}/vote`, { choice: 'yes' })
  const { draft, propose, distribute, vote: passDistribution } = calls
  const proposeDeposit = (distributionId: string, receiver: Person) => {
    const facts = { closesAt: inDays(3), receiver: receiver._id, payee: 'State of Colorado', why: 'The address is unknown' }
    return calls.call(ben, 'POST', `/${distributionId}/propose-deposit`, facts)
  }
  return {
    ...circle,
    ...offers,
    transferId,
    offered: () => offers.read(cy, offered._id),
    draft,
    propose,
    passDistribution,
    distribute,
    readDistribution: calls.read,
    owed,
    post,
    vote,
    proposeDeposit,
  }
}

test('a part on an arc between paid and received waits, and is the buyer’s once the seller has received', async ({ testApp }) => {
  const { ann, cy, transferId, paid, received, distribute, owed, post } = await createHandingOn(testApp)
  await paid(ann, transferId)
  await distribute(40_000)
  await post()
  expect(await owed()).toEqual({ ann: 20_000, ben: 10_000, cy: 0 })
  await received(cy, transferId)
  await post()
  expect(await owed()).toEqual({ ann: 30_000, ben: 10_000, cy: 0 })
  await post()
  expect(await owed()).toEqual({ ann: 30_000, ben: 10_000, cy: 0 })
})

test('what was declared before the buyer paid stays the seller’s', async ({ testApp }) => {
  const { ann, cy, transferId, paid, received, distribute, owed, post } = await createHandingOn(testApp)
  await distribute(40_000)
  expect(await owed()).toEqual({ ann: 20_000, ben: 10_000, cy: 10_000 })
  await paid(ann, transferId)
  await received(cy, transferId)
  await post()
  expect(await owed()).toEqual({ ann: 20_000, ben: 10_000, cy: 10_000 })
})

test('a waiting part stays the seller’s when the circle ends the transfer', async ({ testApp }) => {
  const { ann, ben, offered, transferId, paid, pass, settle, distribute, owed, post, vote } = await createHandingOn(testApp)
  await paid(ann, transferId)
  await distribute(40_000)
  await pass(30)
  expect((await settle(ben, transferId, 'ended')).status).toBe(200)
  const { settlings } = (await offered()).transfers[0] ?? { settlings: [] }
  expect((await vote(ben, settlings[0] ?? '')).status).toBe(200)
  await post()
  expect(await owed()).toEqual({ ann: 20_000, ben: 10_000, cy: 10_000 })
  expect((await offered()).transfers[0]).toMatchObject({ end: 'settled_ended' })
})

test('a part that was proposed before the buyer paid waits while the transfer hangs, and is the seller’s', async ({ testApp }) => {
  const { ann, cy, circleId, transferId, paid, received, draft, propose, passDistribution, owed, post } = await createHandingOn(testApp)
  const motionId = await propose(await draft(40_000))
  await paid(ann, transferId)
  await passDistribution(motionId)
  await post()
  expect(await owed()).toEqual({ ann: 20_000, ben: 10_000, cy: 0 })
  const parts = async () => {
    const url = `/api/app/year-pack/${circleId}/${new Date().getUTCFullYear()}`
    const { rawPayload } = await testApp.app.inject({ method: 'GET', url, headers: authHeaders(cy.token) })
    return (unzip(rawPayload).get('distributions.csv') ?? '').split('\r\n').slice(1, -1)
  }
  expect((await parts()).map((row) => row.split(',').slice(2))).toMatchObject([
    ['"1"', '"100.00"', '"0.00"', expect.any(String), '"0.00"', '"100.00"', expect.stringMatching(/\d/), '""'],
    ['"2"', '"100.00"', '"0.00"', expect.any(String), '"0.00"', '"100.00"', expect.stringMatching(/\d/), '""'],
    ['"3"', '"100.00"', '"0.00"', expect.any(String), '"0.00"', '"100.00"', expect.stringMatching(/\d/), '""'],
    ['"4"', '"100.00"', '"0.00"', '""', '"0.00"', '"0.00"', '""', '""'],
  ])
  await received(cy, transferId)
  await post()
  expect(await owed()).toEqual({ ann: 20_000, ben: 10_000, cy: 10_000 })
})

test('a part that waited may be deposited 90 days after it could be paid, not after the posting', async ({ testApp }) => {
  const { ann, ben, cy, circleId, transferId, paid, received, distribute, post, proposeDeposit } = await createHandingOn(testApp)
  await paid(ann, transferId)
  const { _id } = await distribute(40_000)
  for (const table of ['distribution_postings set at = at', 'book_entries set recorded_at = recorded_at'])
    await asIf(testApp, `update ${table} - interval '90 days' where circle_id = '${circleId}'`)
  await received(cy, transferId)
  await post()
  expect((await proposeDeposit(_id, ann)).body.code).toBe('deposit_too_early')
  expect((await proposeDeposit(_id, ben)).status).toBe(200)
})

test('an unpaid part of a call goes over with its arc, and the waiting part is set off against it', async ({ testApp }) => {
  const { ann, cy, circleId, decide, transferId, paid, received, distribute, readDistribution, post } = await createHandingOn(testApp)
  await decide({ kind: 'call', amountCents: 40_000, dueDay: inDays(20).slice(0, 10), why: 'The roof' })
  await paid(ann, transferId)
  const { _id } = await distribute(48_000)
  await received(cy, transferId)
  await post()
  const { receivers } = await readDistribution(_id)
  expect(receivers.map(({ user, setOffCents, owedCents }) => [user._id === ann._id, setOffCents, owedCents])).toEqual([
    [true, 30_000, 6_000],
    [false, 10_000, 2_000],
  ])
  const open = async (person: Person) =>
    (await testApp.call(person, 'GET', `app/call/${circleId}`)).data<{ mine: { openCents: number } | null }>().mine?.openCents ?? 0
  expect(await open(ann)).toBe(0)
})
