import { expect } from 'vitest'
import { offerCalls } from '#server/testing/offers.ts'
import { createPassedCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'

test('the start of buying ends open offers, and an unpaid part of a call goes over with a paid arc', { timeout: 120_000 }, async ({
  testApp,
}) => {
  const made = await createPassedCircle(testApp, [2, 1, 1])
  const [buyer, seller] = made.members as [Person, Person]
  const { offer, bid, pass, read, paid, received, holders } = offerCalls(testApp, made.circle._id)
  const sold = await offer(seller, [4])
  await bid(buyer, sold._id, 1)
  await pass(30)
  const id = (await read(buyer, sold._id)).transfers[0]?._id ?? ''
  await paid(buyer, id)
  expect((await read(buyer, sold._id)).unpaid).toEqual([])
  const open = await offer(made.owner, [2])
  made.required(await made.start())
  expect(await read(made.owner, open._id)).toMatchObject({ state: 'ended', end: 'buying' })
  const url = `app/call/${made.circle._id}`
  const called = await testApp.call(made.owner, 'POST', url, { amountCents: 400_000, dueDay: '2099-01-31', why: 'The closing' })
  expect(called.status).toBe(200)
  expect((await read(buyer, sold._id)).unpaid).toEqual([{ arc: 4, cents: 100_000 }])
  const owes = async (person: Person) =>
    (await testApp.call(person, 'GET', 'app/owing')).data<{ openCents?: number }[] | { items?: unknown }>()
  const before = JSON.stringify(await owes(buyer))
  await received(seller, id)
  expect(await holders()).toEqual({ Member0: [1, 2], Member1: [3, 4] })
  const after = JSON.stringify(await owes(buyer))
  expect(before).toContain('100000')
  expect(after).toContain('200000')
})
