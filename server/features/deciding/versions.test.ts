import { expect } from 'vitest'
import type { Property } from '#contract/properties.ts'
import { changeBeforeLock } from '#server/testing/change-before-lock.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, inOneDay, setClosingDate } from '#server/testing/voting-circle.ts'

const versionOf = async (testApp: TestApp, person: Person, { _id, circle }: Property) =>
  (await testApp.call(person, 'GET', `app/property/${circle._id}?id=${_id}`)).data<Property[]>()[0]?.version

test('each change of what is voted on makes a new version of a property; a closing date or a listing status does not', async ({
  testApp,
}) => {
  const { owner, property } = await createVotingCircle(testApp, 1)
  const change = (body: object) => testApp.call(owner, 'PUT', `app/property/${property._id}`, body)
  expect(property.version).toBe(1)
  let version = 1
  for (const body of [
    { price: 1 },
    { address: '1 Other Road' },
    { url: 'https://listings.example/2' },
    { bedrooms: 3 },
    { city: 'Boulder' },
  ]) {
    await change(body)
    version += 1
    expect([body, await versionOf(testApp, owner, property)]).toEqual([body, version])
  }
  await change({ price: 1, listingStatus: 'under_offer' })
  await setClosingDate(testApp, owner, property, inOneDay())
  expect(await versionOf(testApp, owner, property)).toBe(version)
})

test('a vote on an earlier version of a property is refused; without a version it counts for what stands', async ({ testApp }) => {
  const { owner, members, property, vote, deciding } = await createVotingCircle(testApp, 1)
  const [member] = members as [Person]
  await testApp.call(owner, 'PUT', `app/property/${property._id}`, { price: 9_000_000 })
  const stale = await vote(member, 'invest', { version: 1 })
  expect([stale.status, stale.body.code]).toEqual([409, 'property_changed'])
  expect((await deciding(member)).standing.voted).toBe(0)
  expect((await vote(member, 'invest', { version: 2 })).status).toBe(200)
  expect((await vote(member, 'veto')).status).toBe(200)
})

test('a property that changes while a vote waits for the circle does not get that vote', async ({ testApp }) => {
  const { members, property, circle, vote, deciding } = await createVotingCircle(testApp, 1)
  const [member] = members as [Person]
  const answer = await changeBeforeLock(
    testApp,
    circle._id,
    () => vote(member, 'invest', { version: 1 }),
    (tx) => tx.updateTable('properties').set({ price: 2, version: 2 }).where('id', '=', property._id).execute(),
  )
  expect([answer.status, answer.body.code]).toEqual([409, 'property_changed'])
  expect((await deciding(member)).standing.voted).toBe(0)
})
