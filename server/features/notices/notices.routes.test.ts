import { describe, expect } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import type { Property } from '#contract/properties.ts'
import { reminderHours, reminderWords } from '#domain/notice-period.ts'
import { closeVotes } from '#server/features/deciding/close-votes.ts'
import { remindVoters } from '#server/features/deciding/remind-voters.ts'
import { exportOf } from '#server/testing/export-data.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, listing, passClosingDate, setClosingDateIn, setHoldingAge } from '#server/testing/voting-circle.ts'
import { sendDigests } from './send-digests.ts'

type Inbox = { items: Notice[]; total: number; unread: number }
const readInbox = async (testApp: TestApp, person: Person, query = '') =>
  (await testApp.call(person, 'GET', `app/notice${query}`)).data<Inbox>()
const wordsOf = async (testApp: TestApp, person: Person) => (await readInbox(testApp, person)).items.map(({ words }) => words)
const mailsTo = async (testApp: TestApp, person: Person, template: string) =>
  testApp.db.selectFrom('mails').select(['props']).where('to_address', '=', person.email).where('template', '=', template).execute()
const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1_000).toISOString()
const publicUrl = 'https://arcstead.example'

describe('notices', () => {
  test('are sent for new properties, posts, outcomes and a complete circle, each to the people concerned', async ({ testApp }) => {
    const { owner, members, broker, circle, property, vote } = await createVotingCircle(testApp, 1)
    const [member] = members as [Person]
    expect(await wordsOf(testApp, member)).toEqual(['418 Alderstone Way was brought to Larkspur Terrace'])
    expect(await wordsOf(testApp, broker)).toEqual(['418 Alderstone Way was brought to Larkspur Terrace'])
    expect(await wordsOf(testApp, owner)).toEqual(['1 new member joined Larkspur Terrace'])
    const write = (person: Person) => testApp.call(person, 'POST', `app/property/${property._id}/thread`, { text: 'Is the roof new?' })
    await write(member)
    await write(broker)
    await write(broker)
    expect((await wordsOf(testApp, member))[0]).toBe('2 new posts about 418 Alderstone Way')
    expect((await wordsOf(testApp, owner))[0]).toBe('3 new posts about 418 Alderstone Way')
    await vote(owner, 'invest')
    expect((await readInbox(testApp, member)).items[0]).toMatchObject({
      kind: 'outcome',
      words: '418 Alderstone Way passes',
      path: `/circle/${circle._id}?property=${property._id}`,
      circle: { _id: circle._id, title: 'Larkspur Terrace' },
      property: { _id: property._id, address: '418 Alderstone Way' },
      readAt: null,
    })
    expect(await wordsOf(testApp, owner)).not.toContain('418 Alderstone Way passes')
    const buyer = await testApp.seed.investor()
    await testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 600_000 })
    for (const person of [owner, member, broker, buyer])
      expect(await wordsOf(testApp, person)).toContain('Larkspur Terrace is fully funded')
    expect(await wordsOf(testApp, buyer)).toContain('1 property waits for your vote in Larkspur Terrace')
  })

  test('keep their original text: a former member of a hidden circle reads nothing newer, not even in the export', async ({ testApp }) => {
    const { members, circle, property, vote } = await createVotingCircle(testApp, 1)
    const [member] = members as [Person]
    await vote(member, 'invest')
    const before = await wordsOf(testApp, member)
    const admin = await testApp.seed.admin()
    const held = (await testApp.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<
      { _id: string; user: { _id: string } }[]
    >()
    await testApp.call(admin, 'DELETE', `admin/circle-membership/${held.find(({ user }) => user._id === member._id)?._id}`)
    await testApp.db.updateTable('circles').set({ hide_circle: true, title: 'Quiet Plan' }).where('id', '=', circle._id).execute()
    await testApp.db.updateTable('properties').set({ address: '77 New Road' }).where('id', '=', property._id).execute()
    expect(before).toContain('418 Alderstone Way was brought to Larkspur Terrace')
    expect(await wordsOf(testApp, member)).toEqual(expect.arrayContaining(before))
    const exported = await exportOf(testApp, member)
    expect(exported.data()).toMatchObject({
      memberships: [{ circle: circle._id, circleTitle: null }],
      voteHistory: expect.arrayContaining([expect.objectContaining({ address: null, circleTitle: null })]),
    })
    for (const { text } of [exported, await testApp.call(member, 'GET', 'app/notice')]) expect(text).not.toMatch(/Quiet Plan|77 New Road/)
  })

  test('are sent for free shares, new rules, a changed property, and verification', async ({ testApp }) => {
    const { owner, members, circle, property, vote } = await createVotingCircle(testApp, 1)
    const [member] = members as [Person]
    const waiting = await testApp.seed.investor()
    await testApp.db.insertInto('waiting_list').values({ circle_id: circle._id, user_id: waiting._id }).execute()
    await testApp.call(owner, 'PUT', `app/circle/${circle._id}/rules`, { quorum: 60 })
    expect((await wordsOf(testApp, member))[0]).toBe('Larkspur Terrace has new rules')
    await vote(member, 'invest')
    await testApp.call(owner, 'PUT', `app/property/${property._id}`, { price: 1 })
    expect((await wordsOf(testApp, member))[0]).toBe('418 Alderstone Way changed after you voted: please look again')
    await vote(member, 'invest')
    expect((await readInbox(testApp, member)).items[0]?.readAt).not.toBeNull()
    await testApp.call(member, 'DELETE', `app/circle-membership/${circle._id}`)
    expect((await readInbox(testApp, waiting)).items).toMatchObject([
      { words: '1 arc came free in Larkspur Terrace', path: `/join-circle/${circle._id}` },
    ])
    const pending = await testApp.seed.pending()
    const admin = await testApp.seed.admin()
    for (const suffix of ['user-verification', 'approve-registration'])
      await testApp.call(admin, 'POST', `admin/${suffix}`, { user: pending._id })
    expect((await readInbox(testApp, pending)).items).toMatchObject([{ kind: 'verified', circle: null, path: '/dashboard' }])
    const other = await testApp.seed.pending()
    await testApp.call(admin, 'PUT', `admin/user/${other._id}`, { isVerified: true })
    expect((await readInbox(testApp, other)).items).toMatchObject([{ kind: 'verified' }])
  })

  test('are marked read one by one or all at once, only by their own person', async ({ testApp }) => {
    const { owner, members, circle } = await createVotingCircle(testApp, 1)
    const [member] = members as [Person]
    for (const address of ['1 Elm', '2 Elm', '3 Elm'])
      await testApp.call(owner, 'POST', 'app/property', { ...listing, address, circle: circle._id })
    const { items, unread, total } = await readInbox(testApp, member)
    expect([unread, total, items.length]).toEqual([4, 4, 4])
    const read = (person: Person, id: unknown) => testApp.call(person, 'POST', `app/notice/${id}`, {})
    expect((await read(owner, items[0]?._id)).status).toBe(404)
    expect((await read(member, 'nothing')).status).toBe(404)
    expect((await read(member, items[0]?._id)).data()).toEqual({ unread: 3 })
    expect((await read(member, items[0]?._id)).data()).toEqual({ unread: 3 })
    const page = await readInbox(testApp, member, '?unread=true&page=2&pageSize=2')
    expect([page.items.length, page.total, page.unread]).toEqual([1, 3, 3])
    expect((await read(member, 'all')).data()).toEqual({ unread: 0 })
    expect((await readInbox(testApp, member, '?unread=true')).items).toEqual([])
    expect((await testApp.call(member, 'GET', 'app/notice?page=0')).status).toBe(400)
  })

  test('are pushed to open pages', async ({ testApp }) => {
    const { owner, members, circle } = await createVotingCircle(testApp, 1)
    await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })
    const events = await testApp.db
      .selectFrom('live_events')
      .select('topic')
      .where('user_id', '=', (members[0] as Person)._id)
      .execute()
    expect(events.filter(({ topic }) => topic === 'notices').length).toBeGreaterThanOrEqual(2)
  })
})

describe('a reminder', () => {
  test('is sent once, shortly before the closing date, to members who have not voted', async ({ testApp }) => {
    const { owner, members, broker, circle, property, vote } = await createVotingCircle(testApp, 3)
    await setHoldingAge(testApp, circle._id, [owner, ...members], 48 * 60 * 60)
    const [silent, quiet, voter] = members as [Person, Person, Person]
    await testApp.call(quiet, 'PUT', 'app/notice-settings', { mails: { vote: false } })
    await vote(voter, 'watchList')
    await vote(owner, 'invest')
    const close = (hours: number) => testApp.call(owner, 'PUT', `app/property/${property._id}/closing`, { closesAt: inHours(hours) })
    await close(reminderHours + 6)
    await remindVoters(testApp.db, publicUrl)
    expect(await mailsTo(testApp, silent, 'vote-reminder')).toEqual([])
    await setClosingDateIn(testApp, property._id, (reminderHours - 1) * 60 * 60)
    await Promise.all([remindVoters(testApp.db, publicUrl), remindVoters(testApp.db, publicUrl)])
    await remindVoters(testApp.db, publicUrl)
    const reminded = `418 Alderstone Way closes within ${reminderWords}, and your vote is missing`
    expect(await mailsTo(testApp, silent, 'vote-reminder')).toMatchObject([
      { props: { address: '418 Alderstone Way', link: expect.stringContaining(`?property=${property._id}`) } },
    ])
    for (const person of [silent, quiet]) expect(await wordsOf(testApp, person)).toContain(reminded)
    for (const person of [owner, voter, broker]) {
      expect(await wordsOf(testApp, person)).not.toContain(reminded)
      expect(await mailsTo(testApp, person, 'vote-reminder')).toEqual([])
    }
    expect(await mailsTo(testApp, quiet, 'vote-reminder')).toEqual([])
    await vote(silent, 'invest')
    await passClosingDate(testApp, property._id)
    await closeVotes(testApp.db, testApp.services.settings)
    await remindVoters(testApp.db, publicUrl)
    expect((await wordsOf(testApp, quiet))[0]).toBe('418 Alderstone Way passed')
    expect(await mailsTo(testApp, silent, 'vote-reminder')).toHaveLength(1)
  })
})

describe('a digest', () => {
  test('mails unread notices once, as often as the person chose', async () => {
    const testApp = await startTestApp()
    const { owner, members, circle } = await createVotingCircle(testApp, 3)
    const [weekly, daily, off] = members as [Person, Person, Person]
    expect((await testApp.call(weekly, 'GET', 'app/notice-settings')).data()).toMatchObject({ digest: 'weekly' })
    expect((await testApp.call(daily, 'PUT', 'app/notice-settings', { digest: 'daily' })).data()).toMatchObject({ digest: 'daily' })
    await testApp.call(off, 'PUT', 'app/notice-settings', { digest: 'off' })
    expect((await testApp.call(off, 'PUT', 'app/notice-settings', { digest: 'hourly' })).status).toBe(400)
    await Promise.all([sendDigests(testApp.db, publicUrl), sendDigests(testApp.db, publicUrl)])
    await sendDigests(testApp.db, publicUrl)
    for (const person of [weekly, daily]) {
      expect(await mailsTo(testApp, person, 'digest')).toMatchObject([
        {
          props: {
            count: 1,
            notices: [{ words: '418 Alderstone Way was brought to Larkspur Terrace' }],
            settingsLink: `${publicUrl}/profile`,
          },
        },
      ])
    }
    expect(await mailsTo(testApp, off, 'digest')).toEqual([])
    expect(await mailsTo(testApp, owner, 'digest')).toMatchObject([
      { props: { notices: [{ words: '3 new members joined Larkspur Terrace' }] } },
    ])

    const second = (
      await testApp.call(owner, 'POST', 'app/property', { ...listing, address: '9 Elm', circle: circle._id })
    ).data<Property>()
    expect(second.address).toBe('9 Elm')
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1_000)
    await testApp.db.updateTable('notice_settings').set({ last_digest_at: yesterday }).where('last_digest_at', 'is not', null).execute()
    await sendDigests(testApp.db, publicUrl)
    expect(await mailsTo(testApp, weekly, 'digest')).toHaveLength(1)
    const [, latest] = await mailsTo(testApp, daily, 'digest')
    expect(latest).toMatchObject({ props: { count: 1, notices: [{ words: '9 Elm was brought to Larkspur Terrace' }] } })
    await testApp.runJobs()
    const digests = testApp.db.selectFrom('mails').select(['status', 'body']).where('template', '=', 'digest')
    const mail = await digests.where('to_address', '=', daily.email).execute()
    expect(mail.map(({ status }) => status)).toEqual(['kept', 'kept'])
    for (const { body } of mail) expect(body).toContain(`/unsubscribe?token=${daily._id}.digest.`)
    await testApp.close()
  })
})
