import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Needs } from '#contract/needs.ts'
import type { Notice } from '#contract/notices.ts'
import type { Post } from '#contract/posts.ts'
import type { Property } from '#contract/properties.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { fullCircle } from '#server/testing/ledger-checks.ts'
import { createMotionCircle, inDays, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, inOneDay, listing, passClosingDate, setClosingDate } from '#server/testing/voting-circle.ts'

const read = async (testApp: TestApp, person: Person) => (await testApp.call(person, 'GET', 'app/needs-you')).data<Needs>()
const kindsOf = async (testApp: TestApp, person: Person) => (await read(testApp, person)).items.map(({ kind }) => kind)

describe('votes', () => {
  test('wait soonest first until they are cast or closed, only for members', async ({ testApp }) => {
    const { owner, members, broker, circle, property, vote } = await createVotingCircle(testApp, 1)
    const [member] = members as [Person]
    const dated = (await testApp.call(owner, 'POST', 'app/property', { ...listing, address: '9 Elm', circle: circle._id })).data<Property>()
    await setClosingDate(testApp, owner, dated, inOneDay())
    const about = { circle: { _id: circle._id, title: circle.title }, kind: 'vote', count: 1 }
    const { items, next } = await read(testApp, member)
    expect(items).toEqual([
      { ...about, name: '9 Elm', path: `/circle/${circle._id}?property=${dated._id}`, dueAt: expect.any(String) },
      { ...about, name: '418 Alderstone Way', path: `/circle/${circle._id}?property=${property._id}`, dueAt: null },
    ])
    expect(next).toBeNull()
    for (const person of [broker, await testApp.seed.investor(), await testApp.seed.admin()]) {
      expect(await read(testApp, person)).toEqual({ items: [], next: null })
    }

    await vote(member, 'invest')
    expect((await read(testApp, member)).items.map(({ name }) => name)).toEqual(['9 Elm'])
    await vote(member, null)
    expect((await read(testApp, member)).items).toHaveLength(2)
    await vote(member, 'veto')
    await testApp.call(member, 'PUT', `app/property-preference/${dated._id}`, { preference: 'watchList' })
    expect(await read(testApp, member)).toMatchObject({ items: [], next: { name: '9 Elm', closesAt: items[0]?.dueAt } })
    expect((await read(testApp, owner)).items).toHaveLength(2)
    // Whether or not a job has closed it.
    await passClosingDate(testApp, dated._id)
    expect((await read(testApp, owner)).items.map(({ name }) => name)).toEqual(['418 Alderstone Way'])
    expect((await read(testApp, member)).next).toBeNull()
  })

  test('of withdrawn properties without a closing date, deleted ones and former members do not wait', async ({ testApp }) => {
    const { owner, members, circle, property } = await createVotingCircle(testApp, 2)
    const [member, leaving] = members as [Person, Person]
    await testApp.call(leaving, 'DELETE', `app/circle-membership/${circle._id}`)
    expect(await kindsOf(testApp, leaving)).toEqual([])
    await testApp.call(owner, 'PUT', `app/property/${property._id}`, { listingStatus: 'withdrawn' })
    expect(await kindsOf(testApp, member)).toEqual([])
    await setClosingDate(testApp, owner, property, inOneDay())
    expect(await kindsOf(testApp, member)).toEqual(['vote'])
    await testApp.db.updateTable('properties').set({ deleted_at: new Date() }).where('id', '=', property._id).execute()
    expect(await kindsOf(testApp, member)).toEqual([])
  })

  test('on motions wait for those who may vote', async ({ testApp }) => {
    const { owner, members, made, vote, circle } = await createMotionCircle(testApp, [6, 3, 2, 1])
    const [voter, silent, related] = members as [Person, Person, Person]
    const facts = { kind: 'spend', amountCents: 480_077, category: 'repairs', repeats: null, relatedMember: related._id }
    const motion = await made(owner, { title: 'Repair the roof', facts, payee: 'Weller', closesAt: inDays(2) })
    await vote(voter, motion, 'yes')
    const waiting = async (person: Person) => (await read(testApp, person)).items.filter(({ kind }) => kind === 'motion')
    expect(await waiting(silent)).toMatchObject([
      { name: 'Repair the roof', path: `/circle/${circle._id}/motion/${motion._id}`, dueAt: motion.closesAt },
    ])
    await testApp.call(related, 'POST', `app/motion/${circle._id}/${motion._id}/claim`, { isSo: true })
    for (const person of [voter, related]) expect(await waiting(person)).toEqual([])
    expect((await read(testApp, voter)).next).toMatchObject({ name: 'Repair the roof' })
    await passMotionClosing(testApp, motion._id)
    expect(await waiting(silent)).toEqual([])
  })
})

describe('a charter', () => {
  test('waits when it is newer than the version agreed to, and not for the owner who set it', async ({ testApp }) => {
    const { owner, members, circle } = await createVotingCircle(testApp, 1)
    const [member] = members as [Person]
    const charters = async (person: Person) => (await read(testApp, person)).items.filter(({ kind }) => kind === 'charter')
    expect(await charters(member)).toEqual([])
    await testApp.call(owner, 'PUT', `app/circle/${circle._id}/rules`, { quorum: 60 })
    expect(await charters(member)).toMatchObject([{ name: 'Version 2', path: `/circle/${circle._id}?tab=vote&charter=true`, dueAt: null }])
    expect(await charters(owner)).toEqual([])
    await testApp.call(member, 'POST', `app/circle/${circle._id}/charter/accept`, { version: 2 })
    expect(await charters(member)).toEqual([])

    const full = await createMotionCircle(testApp, [6, 6])
    for (const person of [full.owner, full.members[0] as Person]) expect(await charters(person)).toEqual([])
  })

  test('waits for an owner who never agreed once every arc is held', async ({ testApp }) => {
    const [admin, owner, buyer] = [await testApp.seed.admin(), await testApp.seed.investor(), await testApp.seed.investor()]
    const form = circleForm({ totalTargetSize: 100_000, minimumShareSize: '1/2', ownerInvestmentAmount: 50_000 })
    const { _id } = (await testApp.call(admin, 'POST', 'admin/circle', { ...form, owner: owner._id })).data<{ _id: string }>()
    const charters = async (person: Person) => (await read(testApp, person)).items.filter(({ kind }) => kind === 'charter')
    expect(await charters(owner)).toEqual([])
    await testApp.call(buyer, 'POST', `app/circle-membership/${_id}`, { investmentAmount: 50_000 })
    expect(await charters(owner)).toMatchObject([{ name: 'Version 1' }])
    expect(await charters(buyer)).toEqual([])
  })
})

describe('a place', () => {
  test('waits while shares are free and the circle may be seen', async ({ testApp }) => {
    const { circle, owner, buyer } = await fullCircle(testApp)
    const waiting = await testApp.seed.investor()
    await testApp.call(waiting, 'POST', `app/request-join/${circle._id}`)
    expect(await read(testApp, waiting)).toEqual({ items: [], next: null })
    const admin = await testApp.seed.admin()
    const memberships = (await testApp.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<
      { _id: string; isOwner: boolean }[]
    >()
    await testApp.call(admin, 'DELETE', `admin/circle-membership/${memberships.find(({ isOwner }) => !isOwner)?._id}`)
    expect((await read(testApp, waiting)).items).toMatchObject([{ kind: 'place', count: 1, path: `/join-circle/${circle._id}` }])
    expect((await kindsOf(testApp, buyer)).includes('place')).toBe(false)
    const hide = (hide_circle: boolean) => testApp.db.updateTable('circles').set({ hide_circle }).where('id', '=', circle._id).execute()
    await hide(true)
    expect((await read(testApp, waiting)).items).toEqual([])
    await hide(false)
    await testApp.call(owner, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 50_000 })
    expect((await read(testApp, waiting)).items).toEqual([])
  })

  test('an invitation that is bound to the account waits until they join', async ({ testApp }) => {
    const { owner, circle } = await createVotingCircle(testApp, 0)
    const invited = await testApp.seed.investor()
    await testApp.call(owner, 'POST', `app/circle/${circle._id}/invitation`, { emails: [invited.email] })
    expect(await kindsOf(testApp, invited)).toEqual([])
    await testApp.db
      .updateTable('circle_invitations')
      .set({ user_id: invited._id, registered_at: new Date() })
      .where('circle_id', '=', circle._id)
      .execute()
    expect((await read(testApp, invited)).items).toMatchObject([
      { kind: 'invitation', path: `/circle-public/${circle._id}`, dueAt: expect.any(String) },
    ])
    await testApp.call(invited, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    expect((await kindsOf(testApp, invited)).includes('invitation')).toBe(false)
  })
})

describe('an answer', () => {
  const write = async (testApp: TestApp, person: Person, endpoint: string, text: string) =>
    (await testApp.call(person, 'POST', endpoint, { text })).data<Post>()
  const answers = async (testApp: TestApp, person: Person) => (await read(testApp, person)).items.filter(({ kind }) => kind === 'answer')

  test('waits for those who wrote or brought the property, until they visit the thread', async ({ testApp }) => {
    const { owner, members, broker, circle, property } = await createVotingCircle(testApp, 2)
    const [asking, silent] = members as [Person, Person]
    const thread = `app/property/${property._id}/thread`
    const visit = (person: Person, lastPost: unknown) => testApp.call(person, 'PUT', `${thread}/visit`, { lastPost })
    const question = await write(testApp, asking, thread, 'Is the roof new?')
    expect(await answers(testApp, owner)).toMatchObject([{ name: '418 Alderstone Way', count: 1, dueAt: null }])
    await write(testApp, broker, thread, 'Since 2019.')
    const last = await write(testApp, broker, thread, 'By Weller & Sons.')
    expect(await answers(testApp, asking)).toMatchObject([{ count: 2, path: `/circle/${circle._id}?property=${property._id}` }])
    for (const person of [silent, broker]) expect(await answers(testApp, person)).toEqual([])

    expect((await visit(asking, question._id)).status).toBe(200)
    expect(await answers(testApp, asking)).toMatchObject([{ count: 2 }])
    expect((await visit(asking, last._id)).status).toBe(200)
    expect(await answers(testApp, asking)).toEqual([])
    const unread = (await testApp.call(asking, 'GET', 'app/notice?unread=true')).data<{ items: Notice[] }>().items
    expect(unread.map(({ kind }) => kind)).not.toContain('answer')
    // A slower tab does not undo it.
    await visit(asking, question._id)
    expect(await answers(testApp, asking)).toEqual([])
    expect(await answers(testApp, owner)).toMatchObject([{ count: 3 }])
    await write(testApp, owner, thread, 'Thank you.')
    expect(await answers(testApp, owner)).toEqual([])
    expect(await answers(testApp, asking)).toMatchObject([{ count: 1 }])

    const stranger = await testApp.seed.investor()
    expect((await visit(stranger, last._id)).status).toBe(403)
    for (const wrong of ['nothing', stranger._id]) expect((await visit(asking, wrong)).status).toBe(404)
    for (const wrong of [7, undefined]) expect((await visit(asking, wrong)).status).toBe(400)
  })

  test('in a motion’s thread waits for its proposer; visits are exported and erased with the person', async ({ testApp }) => {
    const { owner, members, made, circle } = await createMotionCircle(testApp, [6, 6])
    const [asking] = members as [Person]
    const motion = await made(owner)
    const thread = `app/motion-thread/${motion._id}`
    const post = await write(testApp, asking, thread, 'Which colour?')
    expect(await answers(testApp, owner)).toMatchObject([{ name: 'Paint the fence', path: `/circle/${circle._id}/motion/${motion._id}` }])
    await testApp.call(owner, 'PUT', `${thread}/visit`, { lastPost: post._id })
    expect(await answers(testApp, owner)).toEqual([])
    const events = await testApp.db
      .selectFrom('live_events')
      .select('topic')
      .where('user_id', '=', owner._id)
      .orderBy('id', 'desc')
      .execute()
    expect(events[0]?.topic).toBe('notices')
    const exported = (await exportOf(testApp, owner)).data<{ threadVisits: unknown }>()
    expect(exported.threadVisits).toMatchObject([{ motion: motion._id, property: null, circleTitle: circle.title }])

    const votingCircle = await createVotingCircle(testApp, 1)
    const [leaving] = votingCircle.members as [Person]
    const elsewhere = `app/property/${votingCircle.property._id}/thread`
    const first = await write(testApp, votingCircle.owner, elsewhere, 'Hello')
    await testApp.call(leaving, 'PUT', `${elsewhere}/visit`, { lastPost: first._id })
    const admin = await testApp.seed.admin()
    await testApp.call(admin, 'DELETE', `admin/user/${leaving._id}`)
    const left = await testApp.db.selectFrom('thread_visits').select('user_id').where('user_id', '=', leaving._id).execute()
    expect(left).toEqual([])
  })
})

test('an ended circle only keeps answers', async ({ testApp }) => {
  const { owner, members, circle, made } = await createMotionCircle(testApp, [6, 6])
  const [member] = members as [Person]
  const motion = await made(owner)
  await testApp.call(member, 'POST', `app/motion-thread/${motion._id}`, { text: 'Why?' })
  await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: (circle as Circle)._id })
  await testApp.db.updateTable('circles').set({ ended_at: new Date(), hide_circle: true }).where('id', '=', circle._id).execute()
  expect(await kindsOf(testApp, owner)).toEqual(['answer'])
  expect(await kindsOf(testApp, member)).toEqual([])
})
