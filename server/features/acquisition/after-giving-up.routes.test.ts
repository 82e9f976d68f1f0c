import { expect } from 'vitest'
import { totalOf } from '#domain/book-accounts.ts'
import { monthOf } from '#domain/month-close.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import { closeMonths } from '#server/testing/owning-circle.ts'
import { createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

test('what comes or goes after giving up is shared like what was spent before: no cash is nobody’s', { timeout: 400_000 }, async ({
  testApp,
}) => {
  const made = await createPurchaseCircle(testApp, [2, 1, 1])
  const { owner, people, circle, account, today } = made
  await made.call(100_000)
  for (const [index, person] of people.entries()) await made.pay(person, 25_000 * ([2, 1, 1][index] ?? 0))
  await made.decide({ kind: 'give_up', why: 'The roof' })
  expect(await made.stage()).toBe('deciding')
  const book = async (path: string, body: object) => {
    const booked = await testApp.call(owner, 'POST', `app/book/${circle._id}/${path}`, { bankAccountId: account, day: today(), ...body })
    expect([booked.status, booked.text]).toEqual([200, expect.any(String)])
    return booked.data<{ entryId: string }>().entryId
  }
  const balances = () => readBalances(testApp.db, circle._id)
  const owedTo = async () => {
    const now = await balances()
    return people.map(({ _id }) => 0 - (now.get(`owed:${_id}`) ?? 0))
  }
  expect(await owedTo()).toEqual([50_000, 25_000, 25_000])
  await book('income', { what: 'other_income', amountCents: 10 })
  // 10 cents over four arcs: the odd ones to the lowest numbers.
  expect(await owedTo()).toEqual([50_006, 25_002, 25_002])
  const second = await book('income', { what: 'other_income', amountCents: 1_200 })
  expect(await owedTo()).toEqual([50_606, 25_302, 25_302])
  const taken = await testApp.call(owner, 'POST', `app/book/${circle._id}/reversal/${second}`, { words: 'Not ours', day: today() })
  expect([taken.status, taken.text]).toEqual([200, expect.any(String)])
  expect(await owedTo()).toEqual([50_006, 25_002, 25_002])
  const now = await balances()
  expect(totalOf(now, 'cash') + totalOf(now, 'owed')).toBe(0)
})

test('what the title company does not give back is booked as kept, by a motion, and shared: the circle can end', {
  timeout: 400_000,
}, async ({ testApp }) => {
  const made = await createPurchaseCircle(testApp, [2, 1, 1])
  const { owner, people, circle, account, today } = made
  const [ann, ben, cy] = people as [Person, Person, Person]
  // Ann pays $2,000 to the title company; the rest comes to the account.
  await made.pay(ann, 200_000, { bankAccountId: null })
  await made.call(400_000)
  await made.pay(ben, 100_000)
  await made.pay(cy, 100_000)
  await made.decide({ kind: 'give_up', why: 'The roof' })
  const balances = () => readBalances(testApp.db, circle._id)
  const owedTo = async () => {
    const now = await balances()
    return people.map(({ _id }) => 0 - (now.get(`owed:${_id}`) ?? 0))
  }
  const book = (person: Person, body: object) => testApp.call(person, 'POST', `app/book/${circle._id}/payment`, body)
  const obstacles = async () =>
    (await testApp.call(owner, 'GET', `app/sale/${circle._id}/ending`)).data<{ obstacles: { reason: string }[] }>().obstacles
  expect(await owedTo()).toEqual([200_000, 100_000, 100_000])

  const kept = { what: 'held', heldBy: 'title', day: today(), amountCents: 150_001, account: 'other_costs', relatedMember: null }
  const unpermitted = await book(owner, { ...kept, payee: 'Front Range Title' })
  expect([unpermitted.status, unpermitted.body.code]).toEqual([409, 'payment_not_permitted'])
  await made.decide({ kind: 'spend', amountCents: 250_000, category: 'other', repeats: null, relatedMember: null }, 'Front Range Title')
  const { motions } = (await testApp.call(owner, 'GET', `app/book/${circle._id}/form`)).data<{ motions: { _id: string }[] }>()
  const permitted = { ...kept, motionId: motions[0]?._id }
  expect((await book(ben, permitted)).body.code).toBe('not_treasurer')
  expect((await book(owner, { ...permitted, amountCents: 200_001 })).body).toMatchObject({
    code: 'more_than_held',
    error: 'At most $2,000.00 are held there.',
  })
  expect((await book(owner, { ...permitted, heldBy: 'lender' })).body.code).toBe('more_than_held')
  const booked = await book(owner, permitted)
  expect([booked.status, booked.text]).toEqual([200, expect.any(String)])
  // 150,001 cents over four arcs: the odd one to the lowest.
  expect(await owedTo()).toEqual([200_000 - 75_001, 25_000 * 4 - 37_500, 25_000 * 4 - 37_500])
  expect((await balances()).get('held:title')).toBe(49_999)

  // Taken back, and booked again in full: nothing is left there.
  const { entryId } = booked.data<{ entryId: string }>()
  const back = await testApp.call(owner, 'POST', `app/book/${circle._id}/reversal/${entryId}`, { words: 'Wrong amount', day: today() })
  expect([back.status, back.text]).toEqual([200, expect.any(String)])
  expect(await owedTo()).toEqual([200_000, 100_000, 100_000])
  expect((await book(owner, { ...permitted, amountCents: 200_000 })).status).toBe(200)
  expect(await owedTo()).toEqual([100_000, 50_000, 50_000])
  expect((await obstacles()).map(({ reason }) => reason)).toEqual(['owed', 'owed', 'owed', 'cash', 'month_open'])

  // Everyone gets the rest, the month is closed, and the circle ends.
  for (const [person, amountCents] of [
    [ann, 100_000],
    [ben, 50_000],
    [cy, 50_000],
  ] as const) {
    const paid = await book(owner, { what: 'owed', bankAccountId: account, day: today(), amountCents, person: person._id })
    expect([paid.status, paid.text]).toEqual([200, expect.any(String)])
  }
  const now = await balances()
  expect(['cash', 'held', 'owed', 'property'].map((name) => totalOf(now, name as 'cash'))).toEqual([0, 0, 0, 0])
  await made.decide({ kind: 'wind_up' })
  expect((await obstacles()).map(({ reason }) => reason)).toEqual(['month_open'])
  await closeMonths(testApp, circle._id, cy, [monthOf(today())])
  expect(await made.stage()).toBe('ended')
})

test('a member who is gone and owes their part stops nothing: by a motion the others bear it', { timeout: 400_000 }, async ({
  testApp,
}) => {
  const made = await createPurchaseCircle(testApp, [2, 1, 1])
  const { owner, people, circle, account, today } = made
  const [ann, ben, cy] = people as [Person, Person, Person]
  await made.call(400_000)
  await made.pay(ann, 200_000)
  await made.pay(ben, 100_000)
  const book = async (body: object) => testApp.call(owner, 'POST', `app/book/${circle._id}/payment`, body)
  const inspection = { what: 'cost', account: 'professional_fees', bankAccountId: account, day: today(), payee: 'Inspectors' }
  expect((await book({ ...inspection, amountCents: 40_000, relatedMember: null })).status).toBe(200)
  await made.decide({ kind: 'give_up', why: 'The inspection' })
  const owedTo = async () => {
    const now = await readBalances(testApp.db, circle._id)
    return people.map(({ _id }) => 0 - (now.get(`owed:${_id}`) ?? 0))
  }
  expect(await owedTo()).toEqual([180_000, 90_000, -10_000])
  const propose = (facts: object) =>
    testApp.call(owner, 'POST', `app/motion/${circle._id}`, { title: 'x', text: 'x', facts, closesAt: inDays(3) })
  expect((await propose({ kind: 'wind_up' })).body.code).toBe('something_is_owed')

  const spend = { kind: 'spend', amountCents: 10_000, category: 'other', repeats: null }
  const permitting = async (relatedMember: string | null) => {
    await made.decide({ ...spend, relatedMember }, `What Cy owes ${relatedMember ?? ''}`)
    const { motions } = (await testApp.call(owner, 'GET', `app/book/${circle._id}/form`)).data<{
      motions: { _id: string; relatedMember: object | null }[]
    }>()
    return motions.find((motion) => (motion.relatedMember === null) === (relatedMember === null))?._id
  }
  const others = await permitting(null)
  expect((await book({ what: 'unpaid', person: cy._id, motionId: others })).body.code).toBe('payment_not_permitted')
  const motionId = await permitting(cy._id)
  expect((await book({ what: 'unpaid', person: ben._id, motionId })).body.code).toBe('more_than_held')
  const booked = await book({ what: 'unpaid', person: cy._id, motionId })
  expect([booked.status, booked.text]).toEqual([200, expect.any(String)])
  expect(await owedTo()).toEqual([180_000 - 6_667, 90_000 - 3_333, 0])
  expect((await book({ what: 'unpaid', person: cy._id, motionId })).body.code).toBe('more_than_held')

  // Cy pays after all: it is taken back.
  const { entryId } = booked.data<{ entryId: string }>()
  const back = await testApp.call(owner, 'POST', `app/book/${circle._id}/reversal/${entryId}`, { words: 'Cy is back', day: today() })
  expect([back.status, await owedTo()]).toEqual([200, [180_000, 90_000, -10_000]])
  expect((await book({ what: 'unpaid', person: cy._id, motionId })).status).toBe(200)

  for (const [person, amountCents] of [
    [ann, 173_333],
    [ben, 86_667],
  ] as const)
    expect((await book({ what: 'owed', bankAccountId: account, day: today(), amountCents, person: person._id })).status).toBe(200)
  expect(await owedTo()).toEqual([0, 0, 0])
  expect((await propose({ kind: 'wind_up' })).status).toBe(200)
})
