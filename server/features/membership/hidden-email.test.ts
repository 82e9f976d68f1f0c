import { expect } from 'vitest'
import { exportOf } from '#server/testing/export-data.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle } from '#server/testing/voting-circle.ts'

/** Every answer that shows people of a circle to each other. */
async function answersFor(testApp: TestApp, person: Person, circleId: string): Promise<string> {
  const reads = [
    `app/circle/${circleId}`,
    `app/circle-membership/${circleId}`,
    `app/circle-membership-owner/${circleId}`,
    `app/user-membership/${person._id}`,
    `app/user-circle/${person._id}`,
    `app/circle/${circleId}/record`,
    `app/property/${circleId}`,
    `app/ledger/${circleId}`,
    'app/circle',
  ]
  const answers = [(await exportOf(testApp, person)).text]
  for (const read of reads) answers.push((await testApp.call(person, 'GET', read)).text)
  return answers.join('\n')
}

test('members see each other’s address unless it is hidden; administrators always do, brokers never', async ({ testApp }) => {
  const { owner, members, broker, circle } = await createVotingCircle(testApp, 2)
  const [member = owner, other = owner] = members
  const admin = await testApp.seed.admin()
  for (const [seer, seen] of [
    [member, owner],
    [member, other],
    [owner, member],
  ] as const)
    expect(await answersFor(testApp, seer, circle._id)).toContain(seen.email)

  for (const person of [owner, other]) {
    const saved = await testApp.call(person, 'POST', 'app/profile', { hideEmailFromMembers: true })
    expect(saved.data()).toMatchObject({ hideEmailFromMembers: true, email: person.email })
  }
  const seen = await answersFor(testApp, member, circle._id)
  for (const person of [owner, other]) expect(seen).not.toContain(person.email)
  expect((await testApp.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).text).toContain(other.email)
  expect((await testApp.call(admin, 'GET', `app/circle/${circle._id}`)).text).toContain(owner.email)
  const brokers = await answersFor(testApp, broker, circle._id)
  for (const person of [owner, member, other]) expect(brokers).not.toContain(person.email)
})

test('the address of a creator who handed the circle over and left is hidden from its members', async ({ testApp }) => {
  const { owner, members, circle } = await createVotingCircle(testApp, 1)
  const [member = owner] = members
  expect((await testApp.call(owner, 'POST', `app/circle/${circle._id}/owner`, { user: member._id })).status).toBe(200)
  expect(await answersFor(testApp, member, circle._id)).toContain(owner.email)
  expect((await testApp.call(owner, 'DELETE', `app/circle-membership/${circle._id}`)).status).toBe(204)
  expect(await answersFor(testApp, member, circle._id)).not.toContain(owner.email)
})

test('a member who became a broker no longer sees addresses', async ({ testApp }) => {
  const { owner, members, circle } = await createVotingCircle(testApp, 1)
  const [member = owner] = members
  await testApp.call(await testApp.seed.admin(), 'PUT', `admin/user/${member._id}`, { isBroker: true })
  expect(await answersFor(testApp, member, circle._id)).not.toContain(owner.email)
})
