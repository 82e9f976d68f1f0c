import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { FirstSteps } from '#contract/first-steps.ts'
import { address, hide, invite } from '#server/testing/invitations.ts'
import { buyArcs, createCircle } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { listing } from '#server/testing/voting-circle.ts'

const path = (circle: Circle) => `app/circle/${circle._id}/first-steps`
const read = async (testApp: TestApp, owner: Person, circle: Circle) => (await testApp.call(owner, 'GET', path(circle))).data<FirstSteps>()
const save = (testApp: TestApp, owner: Person, circle: Circle, body: object) => testApp.call(owner, 'PUT', path(circle), body)

describe('the first steps of an owner', () => {
  test('begin open, and nothing is stored for a new circle', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    expect(await read(testApp, owner, circle)).toEqual({
      invited: 0,
      joined: 0,
      members: 1,
      arcs: 12,
      freeArcs: 9,
      rules: expect.stringMatching(/^Passes when more than half of all arcs/),
      rulesReadAt: null,
      rulesChangedAt: null,
      properties: 0,
      isPrivate: false,
      sharedAt: null,
      isPutAway: false,
    })
    expect(await testApp.db.selectFrom('circle_first_steps').selectAll().where('circle_id', '=', circle._id).execute()).toEqual([])
  })

  test('follow from what was done', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    await invite(testApp, owner, circle, [address(), address('theo')])
    await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })
    expect(await read(testApp, owner, circle)).toMatchObject({ invited: 2, joined: 0, properties: 1 })
    await testApp.call(owner, 'PUT', `app/circle/${circle._id}/rules`, { threshold: 60 })
    await hide(testApp, circle)
    expect(await read(testApp, owner, circle)).toMatchObject({ rulesChangedAt: expect.stringMatching(/^20/), isPrivate: true })
  })

  test('keep the first time, and whether they were put away', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    const first = (await save(testApp, owner, circle, { rulesRead: true, isPutAway: true })).data<FirstSteps>()
    expect(first).toMatchObject({ rulesReadAt: expect.stringMatching(/^20/), sharedAt: null, isPutAway: true })
    const second = (await save(testApp, owner, circle, { rulesRead: true, shared: true })).data<FirstSteps>()
    expect(second).toMatchObject({ rulesReadAt: first.rulesReadAt, sharedAt: expect.stringMatching(/^20/), isPutAway: true })
    expect((await save(testApp, owner, circle, { isPutAway: false })).data()).toMatchObject({ isPutAway: false, sharedAt: second.sharedAt })
    expect((await save(testApp, owner, circle, { isPutAway: 'no' })).status).toBe(400)
  })

  test('are the present owner’s alone', async ({ testApp }) => {
    const [owner, member] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const circle = await createCircle(testApp, owner)
    await buyArcs(testApp, member, circle)
    for (const person of [member, await testApp.seed.investor(), await testApp.seed.admin()]) {
      expect((await testApp.call(person, 'GET', path(circle))).status).toBe(403)
      expect((await save(testApp, person, circle, { shared: true })).status).toBe(403)
    }
    await save(testApp, owner, circle, { shared: true })
    expect((await testApp.call(owner, 'POST', `app/circle/${circle._id}/owner`, { user: member._id })).status).toBe(200)
    expect(await read(testApp, member, circle)).toMatchObject({ members: 2, sharedAt: expect.stringMatching(/^20/) })
    expect((await testApp.call(owner, 'GET', path(circle))).status).toBe(403)
  })
})
