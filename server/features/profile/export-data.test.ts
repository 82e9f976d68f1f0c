import { expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { type Export, exportReply } from '#contract/export.ts'
import { newId } from '#server/db/ids.ts'
import { createBookCircle } from '#server/testing/book-circle.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { createMotionCircle, inDays } from '#server/testing/motion-circle.ts'
import { offerCalls } from '#server/testing/offers.ts'
import { test } from '#server/testing/test-app.ts'

test('the export contains all data of the person and nobody else’s, and is in the audit log', async ({ testApp }) => {
  const [maya, other] = [await testApp.seed.investor({ firstName: 'Maya' }), await testApp.seed.investor({ firstName: 'Otherwise' })]
  const circle = (await testApp.call(maya, 'POST', 'app/circle', circleForm())).data<Circle>()
  await testApp.call(other, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
  const property = newId()
  await testApp.db
    .insertInto('properties')
    .values({
      id: property,
      circle_id: circle._id,
      uploaded_by: maya._id,
      address: '418 Alderstone Way',
      city: 'Denver',
      state: 'Colorado',
      zip_code: '80202',
      url: 'https://example.com/418',
      price: 845_000,
    })
    .execute()
  await testApp.db
    .insertInto('preferences')
    .values([
      { property_id: property, user_id: maya._id, preference: 'invest' },
      { property_id: property, user_id: other._id, preference: 'veto' },
    ])
    .execute()

  const answer = await exportOf(testApp, maya)
  expect(answer.status).toBe(200)
  const data = answer.data<Export>()
  expect(() => exportReply.parse(answer.body)).not.toThrow()
  expect(data.user).toMatchObject({ _id: maya._id, firstName: 'Maya', email: maya.email })
  expect(data.memberships).toMatchObject([
    { circle: circle._id, circleTitle: 'Larkspur Terrace', isOwner: true, investmentAmount: 225_000 },
  ])
  expect(data.ledger).toMatchObject([{ kind: 'bought', arcs: [1, 2, 3], amount: 225_000 }])
  expect(data.votes).toMatchObject([{ property, address: '418 Alderstone Way', preference: 'invest' }])
  expect(data.properties).toMatchObject([{ _id: property, price: 845_000 }])
  expect(data.sessions).toMatchObject([{ isCurrent: true, userAgent: 'seed' }])
  expect(answer.text).not.toMatch(/Otherwise|password|hash/i)

  const acts = await testApp.db.selectFrom('audit_log').select('act').where('actor_id', '=', maya._id).execute()
  expect(acts.map(({ act }) => act)).toContain('data.exported')
})

test('the export needs a step-up, which it uses up, or the password; a stolen session alone reads nothing', async ({ testApp }) => {
  const password = 'Larkspur-Terrace-75'
  const maya = await testApp.seed.investor({ password })
  const take = (headers = {}) => testApp.call(maya, 'GET', 'app/export', undefined, headers)
  const refused = await take()
  expect([refused.status, refused.body.code]).toEqual([400, 'step_up_required'])
  expect(refused.text).not.toContain(maya.email)
  expect((await take({ 'x-current-password': 'Wrong-Password-1' })).body.code).toBe('wrong_current_password')
  expect((await testApp.call(maya, 'POST', 'auth/step-up', { purpose: 'export_data', password })).status).toBe(200)
  const both = await Promise.all([take(), take()])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await take({ 'x-current-password': password })).status).toBe(200)
})

test('the export has the person’s motions, votes with reasons, conflicts, posts about motions, and the age of the calendar address', async ({
  testApp,
}) => {
  const { owner, members, made, vote, circle } = await createMotionCircle(testApp, [6, 6])
  const [other] = members
  if (!other) throw new Error('no member')
  const facts = { kind: 'spend', amountCents: 480_000, category: 'repairs', repeats: null, relatedMember: other._id }
  const spend = await made(owner, { title: 'Repair the roof', facts, payee: 'Weller' })
  const general = await made(other)
  await vote(owner, general, 'no', 'Too early')
  await testApp.call(owner, 'POST', `app/motion-thread/${general._id}`, { text: 'Who paints?' })
  await testApp.call(owner, 'POST', 'app/calendar')
  await testApp.call(other, 'POST', `app/motion/${circle._id}/${spend._id}/claim`, { isSo: true })
  const [answer, otherAnswer] = [await exportOf(testApp, owner), await exportOf(testApp, other)]
  expect(() => exportReply.parse(answer.body)).not.toThrow()
  const data = answer.data<Export>()
  expect(data.motions).toMatchObject([{ _id: spend._id, circle: circle._id, title: 'Repair the roof', payee: 'Weller', facts }])
  expect(data.motionVotes).toMatchObject([{ motion: general._id, title: 'Paint the fence', choice: 'no', reason: 'Too early' }])
  expect(data.posts).toMatchObject([{ property: null, motion: general._id, circle: circle._id, text: 'Who paints?' }])
  expect([data.motionClaims, data.motionConflicts]).toEqual([[], []])
  expect(data.calendarSince).not.toBeNull()
  const others = otherAnswer.data<Export>()
  expect(others.motionConflicts).toMatchObject([{ motion: spend._id, isOwnWord: true }])
  expect(others.motionClaims).toMatchObject([{ motion: spend._id, isSo: true }])
  expect([others.motionVotes, others.calendarSince]).toEqual([[], null])
})

test('the export has what the person did for the purchase and for money of others', {
  timeout: 180_000,
}, async ({ testApp }) => {
  const { ann, ben, cy, circleId, operating } = await createBookCircle(testApp)
  const { db } = testApp
  const call = { amountCents: 10_000_000, dueDay: inDays(20).slice(0, 10), why: 'Closing' }
  const opened = (await testApp.call(ann, 'POST', `app/call/${circleId}`, call)).data<{ _id: string }>()
  expect((await testApp.call(ann, 'POST', `app/call/${circleId}/${opened._id}/remind`)).status).toBe(200)
  const acquisition = await db.selectFrom('acquisitions').select('id').where('circle_id', '=', circleId).executeTakeFirstOrThrow()
  const [step, contribution] = [newId(), newId()]
  await db
    .insertInto('acquisition_steps')
    .values([
      { id: step, acquisition_id: acquisition.id, position: 90, key: 'other', added_by: ann._id },
      { id: newId(), acquisition_id: acquisition.id, position: 91, key: 'title', state: 'done', ended_by: ann._id, ended_at: new Date() },
    ])
    .execute()
  await db.insertInto('acquisition_step_texts').values({ step_id: step, title: 'Ask the notary' }).execute()
  const money = { circle_id: circleId, bank_account_id: operating, amount_cents: 100, day: '2025-01-10' }
  await db
    .insertInto('contributions')
    .values({ ...money, id: contribution, payer: ben._id, recorded_by: ben._id })
    .execute()
  const returned = newId()
  await db
    .insertInto('contribution_returns')
    .values({ id: returned, contribution_id: contribution, day: '2025-01-11', recorded_by: ann._id })
    .execute()
  await db.insertInto('contribution_return_words').values({ return_id: returned, user_id: cy._id }).execute()
  await db
    .insertInto('paid_backs')
    .values({ ...money, id: newId(), receiver: cy._id, recorded_by: ann._id })
    .execute()

  const answer = await exportOf(testApp, ann)
  expect(() => exportReply.parse(answer.body)).not.toThrow()
  const done = answer.data<Export>().bookActs.map(({ act, words }) => [act, words])
  for (const [act, words] of [
    ['purchase_started', ''],
    ['payers_reminded', ''],
    ['step_added', 'Ask the notary'],
    ['step_done', ''],
    ['return_recorded', ''],
    ['paid_back_recorded', ''],
  ])
    expect(done).toContainEqual([act, words])
  const others = (await exportOf(testApp, cy)).data<Export>()
  expect(others.bookActs.map(({ act }) => act)).toEqual(['return_confirmed'])
  expect(others.paidBacks).toMatchObject([{ amountCents: 100 }])
})

test('the export has a transfer on both sides', { timeout: 180_000 }, async ({ testApp }) => {
  const { owner, members, circle } = await createMotionCircle(testApp, [6, 6])
  const [member] = members
  if (!member) throw new Error('no member')
  const calls = offerCalls(testApp, circle._id)
  const offered = await calls.offer(owner, [6])
  await calls.bid(member, offered._id, 1)
  await calls.pass(30)
  await testApp.runTask('close-votes')
  const transfer = (await calls.read(member, offered._id)).transfers.at(-1)?._id ?? ''
  await calls.paid(member, transfer)
  const ofOffer = { offer: offered._id, arcs: [6], price: 57_500, end: null, paidAt: expect.any(String) }
  expect((await exportOf(testApp, owner)).data<Export>().arcTransfers).toMatchObject([{ ...ofOffer, isSeller: true }])
  expect((await exportOf(testApp, member)).data<Export>().arcTransfers).toMatchObject([{ ...ofOffer, isSeller: false }])
})
