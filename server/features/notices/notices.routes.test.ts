import { describe, expect } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import type { Property } from '#contract/properties.ts'
import { closeVotes } from '#server/features/deciding/close-votes.ts'
import { remindVoters } from '#server/features/deciding/remind-voters.ts'
import { closesIn, decidingStage, letItClose, letThemHold, listing } from '#server/testing/deciding-stage.ts'
import { type House, openHouse, test } from '#server/testing/house.ts'
import type { Person } from '#server/testing/seed.ts'
import { sendDigests } from './send-digests.ts'

type Inbox = { items: Notice[]; total: number; unread: number }
const inboxOf = async (house: House, person: Person, query = '') => (await house.call(person, 'GET', `app/notice${query}`)).data<Inbox>()
const wordsOf = async (house: House, person: Person) => (await inboxOf(house, person)).items.map(({ words }) => words)
const mailsTo = async (house: House, person: Person, template: string) =>
  house.db.selectFrom('mails').select(['props']).where('to_address', '=', person.email).where('template', '=', template).execute()
const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1_000).toISOString()
const publicUrl = 'https://arcstead.example'

describe('notices', () => {
  test('tell of new properties, posts, outcomes and a complete circle, each to those it concerns', async ({ house }) => {
    const { owner, members, broker, circle, property, vote } = await decidingStage(house, 1)
    const [member] = members as [Person]
    expect(await wordsOf(house, member)).toEqual(['418 Alderstone Way was brought to Larkspur Terrace'])
    expect(await wordsOf(house, broker)).toEqual(['418 Alderstone Way was brought to Larkspur Terrace'])
    expect(await wordsOf(house, owner)).toEqual(['1 new member joined Larkspur Terrace'])
    const write = (person: Person) => house.call(person, 'POST', `app/property/${property._id}/thread`, { text: 'Is the roof new?' })
    await write(member)
    await write(broker)
    await write(broker)
    expect((await wordsOf(house, member))[0]).toBe('2 new posts about 418 Alderstone Way')
    expect((await wordsOf(house, owner))[0]).toBe('3 new posts about 418 Alderstone Way')
    await vote(owner, 'invest')
    expect((await inboxOf(house, member)).items[0]).toMatchObject({
      kind: 'outcome',
      words: '418 Alderstone Way passes',
      path: `/circle/${circle._id}?property=${property._id}`,
      circle: { _id: circle._id, title: 'Larkspur Terrace' },
      property: { _id: property._id, address: '418 Alderstone Way' },
      readAt: null,
    })
    expect(await wordsOf(house, owner)).not.toContain('418 Alderstone Way passes')
    const buyer = await house.seed.investor()
    await house.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 600_000 })
    for (const person of [owner, member, broker, buyer]) expect(await wordsOf(house, person)).toContain('Larkspur Terrace is fully funded')
    expect(await wordsOf(house, buyer)).toContain('1 property waits for your vote in Larkspur Terrace')
  })

  test('keep the words of their moment: who has left a hidden circle reads nothing newer, in the export neither', async ({ house }) => {
    const { members, circle, property, vote } = await decidingStage(house, 1)
    const [member] = members as [Person]
    await vote(member, 'invest')
    const before = await wordsOf(house, member)
    const admin = await house.seed.admin()
    const held = (await house.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<{ _id: string; user: { _id: string } }[]>()
    await house.call(admin, 'DELETE', `admin/circle-membership/${held.find(({ user }) => user._id === member._id)?._id}`)
    await house.db.updateTable('circles').set({ hide_circle: true, title: 'Quiet Plan' }).where('id', '=', circle._id).execute()
    await house.db.updateTable('properties').set({ address: '77 New Road' }).where('id', '=', property._id).execute()
    expect(before).toContain('418 Alderstone Way was brought to Larkspur Terrace')
    expect(await wordsOf(house, member)).toEqual(expect.arrayContaining(before))
    const exported = await house.call(member, 'GET', 'app/export')
    expect(exported.data()).toMatchObject({
      memberships: [{ circle: circle._id, circleTitle: null }],
      voteHistory: expect.arrayContaining([expect.objectContaining({ address: null, circleTitle: null })]),
    })
    for (const { text } of [exported, await house.call(member, 'GET', 'app/notice')]) expect(text).not.toMatch(/Quiet Plan|77 New Road/)
  })

  test('tell of free shares, of new rules, of a changed property, and of being verified', async ({ house }) => {
    const { owner, members, circle, property, vote } = await decidingStage(house, 1)
    const [member] = members as [Person]
    const waiting = await house.seed.investor()
    await house.db.insertInto('waiting_list').values({ circle_id: circle._id, user_id: waiting._id }).execute()
    await house.call(owner, 'PUT', `app/circle/${circle._id}/rules`, { quorum: 60 })
    expect((await wordsOf(house, member))[0]).toBe('Larkspur Terrace has new rules')
    await vote(member, 'invest')
    await house.call(owner, 'PUT', `app/property/${property._id}`, { price: 1 })
    expect((await wordsOf(house, member))[0]).toBe('418 Alderstone Way changed after you voted: please look again')
    await vote(member, 'invest')
    expect((await inboxOf(house, member)).items[0]?.readAt).not.toBeNull()
    await house.call(member, 'DELETE', `app/circle-membership/${circle._id}`)
    expect((await inboxOf(house, waiting)).items).toMatchObject([
      { words: '1 share came free in Larkspur Terrace', path: `/join-circle/${circle._id}` },
    ])
    const pending = await house.seed.pending()
    const admin = await house.seed.admin()
    for (const suffix of ['user-verification', 'approve-registration'])
      await house.call(admin, 'POST', `admin/${suffix}`, { user: pending._id })
    expect((await inboxOf(house, pending)).items).toMatchObject([{ kind: 'verified', circle: null, path: '/dashboard' }])
    const other = await house.seed.pending()
    await house.call(admin, 'PUT', `admin/user/${other._id}`, { isVerified: true })
    expect((await inboxOf(house, other)).items).toMatchObject([{ kind: 'verified' }])
  })

  test('are read one by one or all at once, by their own person', async ({ house }) => {
    const { owner, members, circle } = await decidingStage(house, 1)
    const [member] = members as [Person]
    for (const address of ['1 Elm', '2 Elm', '3 Elm'])
      await house.call(owner, 'POST', 'app/property', { ...listing, address, circle: circle._id })
    const { items, unread, total } = await inboxOf(house, member)
    expect([unread, total, items.length]).toEqual([4, 4, 4])
    const read = (person: Person, id: unknown) => house.call(person, 'POST', `app/notice/${id}`, {})
    expect((await read(owner, items[0]?._id)).status).toBe(404)
    expect((await read(member, 'nothing')).status).toBe(404)
    expect((await read(member, items[0]?._id)).data()).toEqual({ unread: 3 })
    expect((await read(member, items[0]?._id)).data()).toEqual({ unread: 3 })
    const page = await inboxOf(house, member, '?unread=true&page=2&pageSize=2')
    expect([page.items.length, page.total, page.unread]).toEqual([1, 3, 3])
    expect((await read(member, 'all')).data()).toEqual({ unread: 0 })
    expect((await inboxOf(house, member, '?unread=true')).items).toEqual([])
    expect((await house.call(member, 'GET', 'app/notice?page=0')).status).toBe(400)
  })

  test('are told to open pages as they come', async ({ house }) => {
    const { owner, members, circle } = await decidingStage(house, 1)
    await house.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })
    const told = await house.db
      .selectFrom('live_events')
      .select('topic')
      .where('user_id', '=', (members[0] as Person)._id)
      .execute()
    expect(told.filter(({ topic }) => topic === 'notices').length).toBeGreaterThanOrEqual(2)
  })
})

describe('a reminder', () => {
  test('goes within a day of the closing date, once, to those who have not voted', async ({ house }) => {
    const { owner, members, broker, circle, property, vote } = await decidingStage(house, 3)
    await letThemHold(house, circle._id, [owner, ...members], 48 * 60 * 60)
    const [silent, quiet, voter] = members as [Person, Person, Person]
    await house.call(quiet, 'PUT', 'app/notice-settings', { digest: 'off' })
    await vote(voter, 'watchList')
    await vote(owner, 'invest')
    const close = (hours: number) => house.call(owner, 'PUT', `app/property/${property._id}/closing`, { closesAt: inHours(hours) })
    await close(30)
    await remindVoters(house.db, publicUrl)
    expect(await mailsTo(house, silent, 'vote-reminder')).toEqual([])
    await closesIn(house, property._id, 23 * 60 * 60)
    await Promise.all([remindVoters(house.db, publicUrl), remindVoters(house.db, publicUrl)])
    await remindVoters(house.db, publicUrl)
    const reminded = '418 Alderstone Way closes within a day, and your vote is missing'
    expect(await mailsTo(house, silent, 'vote-reminder')).toMatchObject([
      { props: { address: '418 Alderstone Way', link: expect.stringContaining(`?property=${property._id}`) } },
    ])
    for (const person of [silent, quiet]) expect(await wordsOf(house, person)).toContain(reminded)
    for (const person of [owner, voter, broker]) {
      expect(await wordsOf(house, person)).not.toContain(reminded)
      expect(await mailsTo(house, person, 'vote-reminder')).toEqual([])
    }
    expect(await mailsTo(house, quiet, 'vote-reminder')).toEqual([])
    await vote(silent, 'invest')
    await letItClose(house, property._id)
    await closeVotes(house.db)
    await remindVoters(house.db, publicUrl)
    expect((await wordsOf(house, quiet))[0]).toBe('418 Alderstone Way passed')
    expect(await mailsTo(house, silent, 'vote-reminder')).toHaveLength(1)
  })
})

describe('a digest', () => {
  test('mails what is unread, once, as often as the person wishes', async () => {
    const house = await openHouse()
    const { owner, members, circle } = await decidingStage(house, 3)
    const [weekly, daily, off] = members as [Person, Person, Person]
    expect((await house.call(weekly, 'GET', 'app/notice-settings')).data()).toEqual({ digest: 'weekly' })
    expect((await house.call(daily, 'PUT', 'app/notice-settings', { digest: 'daily' })).data()).toEqual({ digest: 'daily' })
    await house.call(off, 'PUT', 'app/notice-settings', { digest: 'off' })
    expect((await house.call(off, 'PUT', 'app/notice-settings', { digest: 'hourly' })).status).toBe(400)
    await Promise.all([sendDigests(house.db, publicUrl), sendDigests(house.db, publicUrl)])
    await sendDigests(house.db, publicUrl)
    for (const person of [weekly, daily]) {
      expect(await mailsTo(house, person, 'digest')).toMatchObject([
        {
          props: {
            count: 1,
            notices: [{ words: '418 Alderstone Way was brought to Larkspur Terrace' }],
            settingsLink: `${publicUrl}/profile`,
          },
        },
      ])
    }
    expect(await mailsTo(house, off, 'digest')).toEqual([])
    expect(await mailsTo(house, owner, 'digest')).toMatchObject([
      { props: { notices: [{ words: '3 new members joined Larkspur Terrace' }] } },
    ])

    const second = (await house.call(owner, 'POST', 'app/property', { ...listing, address: '9 Elm', circle: circle._id })).data<Property>()
    expect(second.address).toBe('9 Elm')
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1_000)
    await house.db.updateTable('notice_settings').set({ last_digest_at: yesterday }).where('last_digest_at', 'is not', null).execute()
    await sendDigests(house.db, publicUrl)
    expect(await mailsTo(house, weekly, 'digest')).toHaveLength(1)
    const [, latest] = await mailsTo(house, daily, 'digest')
    expect(latest).toMatchObject({ props: { count: 1, notices: [{ words: '9 Elm was brought to Larkspur Terrace' }] } })
    await house.runJobs()
    const mail = await house.db.selectFrom('mails').select(['status', 'body']).where('to_address', '=', daily.email).execute()
    expect(mail.map(({ status }) => status)).toEqual(['kept', 'kept'])
    await house.close()
  })
})
