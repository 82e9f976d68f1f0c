import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Notice } from '#contract/notices.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { buyArcs, createCircle, fullCircle } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, inOneDay, listing, passClosingDate, setClosingDate } from '#server/testing/voting-circle.ts'

const follow = (testApp: TestApp, person: Person, circle: Circle, query = '') =>
  testApp.call(person, 'POST', `app/follow/${circle._id}${query}`, {})
const followed = async (testApp: TestApp, person: Person) =>
  (await testApp.call(person, 'GET', 'app/follow')).data<Circle[]>().map(({ _id }) => _id)
const notices = async (testApp: TestApp, person: Person) =>
  (await testApp.call(person, 'GET', 'app/notice')).data<{ items: Notice[] }>().items.map(({ words, path }) => [words, path])
const setHidden = (testApp: TestApp, owner: Person, circle: Circle, hideCircle: boolean) =>
  testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { hideCircle })

describe('following a circle', () => {
  test('lists it for a waiting person, as outsiders see it, until they stop', async ({ testApp }) => {
    const owner = await testApp.seed.investor({ lastName: 'Lindqvist' })
    const [first, second] = [await createCircle(testApp, owner), await createCircle(testApp, owner)]
    const person = await testApp.seed.pending()
    for (const circle of [first, first, second]) expect((await follow(testApp, person, circle)).data()).toEqual({ isFollowing: true })
    expect(await followed(testApp, person)).toEqual([second._id, first._id])
    expect((await testApp.call(person, 'GET', 'app/follow')).text).not.toContain('Lindqvist')
    expect(await followed(testApp, await testApp.seed.investor())).toEqual([])
    expect((await testApp.call(person, 'DELETE', `app/follow/${first._id}`)).status).toBe(204)
    expect((await testApp.call(person, 'GET', `app/follow/${first._id}`)).data()).toEqual({ isFollowing: false })
    expect(await followed(testApp, person)).toEqual([second._id])
  })

  test('is refused to members and for circles that the person may not see', async ({ testApp }) => {
    const { circle, owner, buyer } = await fullCircle(testApp)
    expect((await follow(testApp, buyer, circle)).status).toBe(409)
    const person = await testApp.seed.investor()
    await setHidden(testApp, owner, circle, true)
    expect((await follow(testApp, person, circle)).status).toBe(404)
    expect((await testApp.call(person, 'DELETE', `app/follow/${circle._id}`)).status).toBe(404)
  })

  test('ends with joining and with the circle', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const [joined, deleted] = [await createCircle(testApp, owner), await createCircle(testApp, owner)]
    const person = await testApp.seed.investor()
    for (const circle of [joined, deleted]) await follow(testApp, person, circle)
    await buyArcs(testApp, person, joined)
    await testApp.call(owner, 'DELETE', `app/circle/${deleted._id}`)
    expect(await testApp.db.selectFrom('circle_follows').selectAll().where('user_id', '=', person._id).execute()).toEqual([])
  })

  test('is in the export and is erased with the person', async ({ testApp }) => {
    const password = 'Correct-horse-7'
    const person = await testApp.seed.investor({ password })
    const circle = await createCircle(testApp, await testApp.seed.investor())
    await follow(testApp, person, circle)
    expect((await exportOf(testApp, person)).data()).toMatchObject({
      followedCircles: [{ circle: circle._id, circleTitle: circle.title }],
    })
    await testApp.call(person, 'DELETE', `app/user/${person._id}`, { currentPassword: password })
    expect(await testApp.db.selectFrom('circle_follows').selectAll().where('user_id', '=', person._id).execute()).toEqual([])
  })
})

describe('a followed circle', () => {
  test('that is hidden by its owner’s own hand disappears for outsiders and comes back when shown', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    const person = await testApp.seed.investor()
    await follow(testApp, person, circle)
    expect((await setHidden(testApp, owner, circle, true)).data<Circle>().hideCircle).toBe(true)
    expect(await followed(testApp, person)).toEqual([])
    expect((await testApp.call(null, 'GET', `public/circle/${circle._id}`)).status).toBe(404)
    await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })
    expect(await notices(testApp, person)).toEqual([])
    await setHidden(testApp, owner, circle, false)
    expect(await followed(testApp, person)).toEqual([circle._id])
    expect((await testApp.call(person, 'GET', `app/circle/${circle._id}`)).status).toBe(200)
  })

  test('stays in sight of people who were invited to it', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner)
    await setHidden(testApp, owner, circle, true)
    const { token } = (await testApp.call(owner, 'POST', `app/circle/${circle._id}/invite`)).data<{ token: string }>()
    const person = await testApp.seed.pending()
    expect((await follow(testApp, person, circle, `?invite=${token}`)).status).toBe(200)
    expect(await followed(testApp, person)).toEqual([circle._id])
    expect((await testApp.call(person, 'GET', `app/circle/${circle._id}`)).status).toBe(200)
    await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })
    expect(await notices(testApp, person)).toHaveLength(1)
    await testApp.call(owner, 'DELETE', `app/circle/${circle._id}/invite`)
    expect(await followed(testApp, person)).toEqual([])
    expect((await testApp.call(person, 'DELETE', `app/follow/${circle._id}`)).status).toBe(204)
  })

  test('tells of new properties, decisions, free shares and full funding, without an address or a result', async ({ testApp }) => {
    const { owner, members, circle, property } = await createVotingCircle(testApp, 1)
    const [member] = members as [Person]
    const person = await testApp.seed.investor()
    await follow(testApp, person, circle)
    const path = `/circle-public/${circle._id}`
    for (const address of ['1 Elm', '2 Elm']) await testApp.call(owner, 'POST', 'app/property', { ...listing, address, circle: circle._id })
    expect(await notices(testApp, person)).toEqual([[`2 properties were brought to ${circle.title}, which you follow`, path]])

    await setClosingDate(testApp, owner, property, inOneDay())
    await passClosingDate(testApp, property._id)
    await testApp.call(member, 'DELETE', `app/circle-membership/${circle._id}`)
    const words = (await notices(testApp, person)).map(([each]) => each)
    expect(words).toContain(`${circle.title} decided on a property; you follow it`)
    expect(words.some((each) => each?.includes(`came free in ${circle.title}, which you follow`))).toBe(true)
    expect(words.join()).not.toMatch(/Elm|Alderstone|passed|pass/)
    const waiting = (await notices(testApp, member)).map(([each]) => each)
    expect(waiting.join()).not.toContain('follow')
  })

  test('tells when it is fully funded, and of free shares not twice to people who wait', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await createCircle(testApp, owner, { totalTargetSize: 100_000, minimumShareSize: '1/2', ownerInvestmentAmount: 50_000 })
    const [person, buyer] = [await testApp.seed.investor(), await testApp.seed.investor()]
    await follow(testApp, person, circle)
    await buyArcs(testApp, buyer, circle, 50_000)
    expect(await notices(testApp, person)).toEqual([[`${circle.title}, which you follow, is fully funded`, `/circle-public/${circle._id}`]])
    await testApp.call(person, 'POST', `app/request-join/${circle._id}`)
    const held = (await testApp.call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<{ _id: string; user: { _id: string } }[]>()
    const admin = await testApp.seed.admin()
    await testApp.call(admin, 'DELETE', `admin/circle-membership/${held.find(({ user }) => user._id === buyer._id)?._id}`)
    const words = (await notices(testApp, person)).map(([each]) => each)
    expect(words.filter((each) => each?.includes('came free'))).toEqual([`1 arc came free in ${circle.title}`])
  })
})
