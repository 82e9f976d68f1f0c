import { describe, expect } from 'vitest'
import type { Needs } from '#contract/needs.ts'
import type { Notice } from '#contract/notices.ts'
import type { CirclePerson, Post } from '#contract/posts.ts'
import { mentionOf } from '#domain/mentions.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { createMotionCircle, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle } from '#server/testing/voting-circle.ts'

type Thread = { items: Post[]; hasEarlier: boolean; unread: { count: number; first: string | null } }

/** A circle with two members and a broker, and what its tests do in its conversation. */
async function createConversation(testApp: TestApp) {
  const { owner, members, broker, circle, property } = await createVotingCircle(testApp, 2, ['Mia', 'Jonah'])
  const [mia, jonah] = members as [Person, Person]
  const url = `app/circle/${circle._id}/conversation`
  const write = async (person: Person, text: string) => (await testApp.call(person, 'POST', url, { text })).data<Post>()
  const read = async (person: Person, query = '') => (await testApp.call(person, 'GET', `${url}${query}`)).data<Thread>()
  const visit = (person: Person, post: Post) => testApp.call(person, 'PUT', `${url}/visit`, { lastPost: post._id })
  const hide = (post: Post) => testApp.db.updateTable('posts').set({ hidden_at: new Date() }).where('id', '=', post._id).execute()
  return { owner, mia, jonah, broker, circle, property, url, write, read, visit, hide }
}

const noticesOf = async (testApp: TestApp, person: Person, kind = 'mention') =>
  (await testApp.call(person, 'GET', 'app/notice')).data<{ items: Notice[] }>().items.filter((notice) => notice.kind === kind)
const mailsTo = (testApp: TestApp, person: Person) =>
  testApp.db.selectFrom('mails').select(['props', 'status']).where('user_id', '=', person._id).where('template', '=', 'mention').execute()
const needsOf = async (testApp: TestApp, person: Person) =>
  (await testApp.call(person, 'GET', 'app/needs-you')).data<Needs>().items.filter(({ kind }) => kind === 'conversation')
const unconfirm = (testApp: TestApp, person: Person) =>
  testApp.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', person._id).execute()

describe('a circle’s conversation', () => {
  test('is read and written by members and the circle’s brokers, read by administrators, and closed to everyone else', async ({
    testApp,
  }) => {
    const { owner, mia, broker, circle, url, write, read } = await createConversation(testApp)
    expect(await write(mia, '  Hello, I am Mia. ')).toMatchObject({ text: 'Hello, I am Mia.', isBroker: false, isMine: true })
    expect(await write(broker, 'Welcome.')).toMatchObject({ isBroker: true })
    const admin = await testApp.seed.admin()
    for (const person of [owner, admin]) {
      expect((await read(person)).items.map(({ text, author }) => [text, author?.firstName])).toEqual([
        ['Hello, I am Mia.', 'Mia'],
        ['Welcome.', 'Bruno'],
      ])
    }
    expect((await testApp.call(admin, 'POST', url, { text: 'Hello' })).status).toBe(403)
    for (const person of [await testApp.seed.investor(), await testApp.seed.broker()]) {
      for (const method of ['GET', 'POST'] as const) {
        expect((await testApp.call(person, method, url, method === 'POST' ? { text: 'Hello' } : undefined)).status).toBe(403)
      }
      expect((await testApp.call(person, 'GET', `app/circle/${circle._id}/people`)).status).toBe(403)
    }
    await testApp.call(mia, 'DELETE', `app/circle-membership/${circle._id}`)
    expect((await testApp.call(mia, 'GET', url)).status).toBe(403)
    expect((await testApp.call(owner, 'GET', 'app/circle/nothing/conversation')).status).toBe(404)
    await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circle._id).execute()
    expect((await testApp.call(mia, 'GET', url)).status).toBe(404)
  })

  test('of one circle does not change posts of another one', async ({ testApp }) => {
    const { owner, write } = await createConversation(testApp)
    const post = await write(owner, 'Hello')
    const other = await createConversation(testApp)
    const path = `${other.url}/${post._id}`
    for (const person of [owner, other.owner]) {
      expect((await testApp.call(person, 'PUT', path, { text: 'Changed' })).status).not.toBe(200)
      expect((await testApp.call(person, 'DELETE', path)).status).not.toBe(204)
    }
    expect((await other.visit(other.owner, post)).status).toBe(404)
  })

  test('makes no notice, and gives the newest posts first if asked for few', async ({ testApp }) => {
    const { owner, mia, broker, write, read } = await createConversation(testApp)
    for (const text of ['One', 'Two', 'Three', 'Four']) await write(mia, text)
    const { items, hasEarlier } = await read(owner, '?most=3')
    expect([items.map(({ text }) => text), hasEarlier]).toEqual([['Two', 'Three', 'Four'], true])
    for (const person of [owner, broker]) expect(await noticesOf(testApp, person, 'answer')).toEqual([])
  })

  test('says who reads it: members as they joined, then brokers; the treasurer is named to members only', async ({ testApp }) => {
    const { owner, jonah, broker, circle } = await createConversation(testApp)
    const people = async (person: Person) =>
      (await testApp.call(person, 'GET', `app/circle/${circle._id}/people`))
        .data<CirclePerson[]>()
        .map((each) => [each.firstName, each.role])
    expect(await people(owner)).toEqual([
      ['Olga', 'owner'],
      ['Mia', null],
      ['Jonah', null],
      ['Bruno', 'broker'],
    ])
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: jonah._id }).execute()
    expect((await people(broker)).map(([name]) => name)).toEqual(['Olga', 'Mia', 'Jonah', 'Bruno'])
    expect(JSON.stringify((await testApp.call(owner, 'GET', `app/circle/${circle._id}/people`)).body)).not.toContain('@')

    const { owner: chair, members, made, vote, circle: full } = await createMotionCircle(testApp, [6, 6])
    const [keeper] = members as [Person]
    const motion = await made(chair, { facts: { kind: 'treasurer', member: keeper._id } })
    for (const person of [chair, keeper]) await vote(person, motion, 'yes')
    await passMotionClosing(testApp, motion._id)
    const agent = await testApp.seed.broker()
    await testApp.db.insertInto('broker_assignments').values({ circle_id: full._id, broker_id: agent._id }).execute()
    const rolesFor = async (person: Person) =>
      (await testApp.call(person, 'GET', `app/circle/${full._id}/people`)).data<CirclePerson[]>().map(({ role }) => role)
    expect(await rolesFor(chair)).toEqual(['owner', 'treasurer', 'broker'])
    expect(await rolesFor(agent)).toEqual(['owner', null, 'broker'])
  })
})

describe('mentions', () => {
  test('are notices and mails with the words, for people of the circle; a stranger’s stays text and tells nobody', async ({ testApp }) => {
    const { owner, mia, jonah, broker, circle, write, read } = await createConversation(testApp)
    const stranger = await testApp.seed.investor()
    await unconfirm(testApp, broker)
    const text = `${mentionOf(mia._id)} and ${mentionOf(stranger._id)}: see ${mentionOf(broker._id)}`
    const post = await write(owner, text)
    expect(post).toMatchObject({ text, mentions: expect.arrayContaining([{ _id: mia._id, name: 'Mia Member' }]) })
    expect(post.mentions.map(({ _id }) => _id).sort()).toEqual([mia._id, broker._id].sort())
    expect(await noticesOf(testApp, mia)).toMatchObject([
      { words: `Someone mentioned you in ${circle.title}`, path: `/circle/${circle._id}/conversation`, readAt: null },
    ])
    expect(await noticesOf(testApp, broker)).toHaveLength(1)
    for (const person of [stranger, owner, jonah]) {
      expect(await noticesOf(testApp, person)).toEqual([])
      expect(await mailsTo(testApp, person)).toEqual([])
    }
    expect(await mailsTo(testApp, mia)).toMatchObject([
      {
        props: {
          firstName: 'Mia',
          writer: 'Olga Owner',
          circleTitle: circle.title,
          text: `@Mia Member and ${mentionOf(stranger._id)}: see @Bruno Broker`,
          path: `/circle/${circle._id}/conversation#post-${post._id}`,
        },
      },
    ])
    // The broker's address is not confirmed, so nothing that people wrote reaches it.
    expect(JSON.stringify(await mailsTo(testApp, broker))).not.toMatch(/Olga|Mia|Larkspur/)
    expect((await read(jonah)).items[0]?.mentions).toHaveLength(2)
  })

  test('in an edit tell only those who are new, and keep those who have left', async ({ testApp }) => {
    const { owner, mia, jonah, circle, url, write } = await createConversation(testApp)
    const post = await write(owner, `Hello ${mentionOf(mia._id)}`)
    await testApp.call(mia, 'DELETE', `app/circle-membership/${circle._id}`)
    const text = `Hello ${mentionOf(mia._id)} and ${mentionOf(jonah._id)} and myself, ${mentionOf(owner._id)}`
    const changed = (await testApp.call(owner, 'PUT', `${url}/${post._id}`, { text })).data<Post>()
    expect(changed.mentions.map(({ name }) => name).sort()).toEqual(['Jonah Member', 'Mia Member', 'Olga Owner'])
    expect(await mailsTo(testApp, mia)).toHaveLength(1)
    expect(await mailsTo(testApp, jonah)).toHaveLength(1)
    expect(await mailsTo(testApp, owner)).toEqual([])
    expect(await noticesOf(testApp, jonah)).toHaveLength(1)
    // Someone who has left is not told by a new post, and stays text.
    expect((await write(owner, `And ${mentionOf(mia._id)}`)).mentions).toEqual([])
    expect(await mailsTo(testApp, mia)).toHaveLength(1)
  })

  test('are mailed only to those who want it', async ({ testApp }) => {
    const { owner, mia, write } = await createConversation(testApp)
    await testApp.call(mia, 'PUT', 'app/notice-settings', { mails: { mention: false } })
    await write(owner, `Hello ${mentionOf(mia._id)}`)
    expect(await mailsTo(testApp, mia)).toEqual([])
    expect(await noticesOf(testApp, mia)).toHaveLength(1)
  })

  test('of one writer are mailed at most ten times a day to one person; notices go on', async () => {
    const limited = await startTestApp()
    const { owner, mia, jonah, broker, url, write } = await createConversation(limited)
    for (let nth = 1; nth <= 11; nth++) await write(owner, `${mentionOf(mia._id)}, number ${nth}`)
    expect(await mailsTo(limited, mia)).toHaveLength(10)
    const post = await write(owner, 'Hello')
    await limited.call(owner, 'PUT', `${url}/${post._id}`, { text: `Hello ${mentionOf(mia._id)} and ${mentionOf(jonah._id)}` })
    expect([await mailsTo(limited, mia), await mailsTo(limited, jonah)].map(({ length }) => length)).toEqual([10, 1])
    await write(broker, mentionOf(mia._id))
    expect(await mailsTo(limited, mia)).toHaveLength(11)
    await limited.close()
  })

  test('in the discussion of a property name the property; brokers are not mentioned in that of a motion', async ({ testApp }) => {
    const { owner, mia, property, circle } = await createConversation(testApp)
    await testApp.call(owner, 'POST', `app/property/${property._id}/thread`, { text: `${mentionOf(mia._id)} you asked` })
    expect(await noticesOf(testApp, mia)).toMatchObject([{ path: `/circle/${circle._id}?property=${property._id}` }])
    expect(await noticesOf(testApp, mia, 'answer')).toEqual([])
    expect(await mailsTo(testApp, mia)).toMatchObject([{ props: { address: '418 Alderstone Way', motionTitle: null } }])

    const full = await createMotionCircle(testApp, [6, 6])
    const [member] = full.members as [Person]
    const agent = await testApp.seed.broker()
    await testApp.db.insertInto('broker_assignments').values({ circle_id: full.circle._id, broker_id: agent._id }).execute()
    const motion = await full.made(full.owner)
    const text = `${mentionOf(agent._id)} ${mentionOf(member._id)}`
    const post = (await testApp.call(full.owner, 'POST', `app/motion-thread/${motion._id}`, { text })).data<Post>()
    expect(post.mentions.map(({ _id }) => _id)).toEqual([member._id])
    expect(await noticesOf(testApp, agent)).toEqual([])
    expect(await noticesOf(testApp, member)).toMatchObject([{ path: `/circle/${full.circle._id}/motion/${motion._id}` }])
  })

  test('show the name of today, and none of an erased person', async ({ testApp }) => {
    const { owner, mia, jonah, circle, write, read } = await createConversation(testApp)
    await write(owner, `${mentionOf(mia._id)} and ${mentionOf(jonah._id)}`)
    await testApp.call(mia, 'POST', 'app/profile', { firstName: 'Maria', lastName: 'Member' })
    const admin = await testApp.seed.admin()
    await testApp.call(admin, 'DELETE', `admin/user/${jonah._id}`)
    const { items } = await read(owner)
    expect(items[0]?.mentions.map(({ name }) => name).sort()).toEqual(['Former member', 'Maria Member'])
    const left = await testApp.db.selectFrom('mails').select('props').where('template', '=', 'mention').execute()
    expect(JSON.stringify(left.filter(({ props }) => JSON.stringify(props).includes(circle._id)))).not.toContain('Jonah')
  })

  test('are read with a visit, also if the post was seen before it mentioned the person', async ({ testApp }) => {
    const { owner, mia, url, write, visit } = await createConversation(testApp)
    const post = await write(owner, 'Hello')
    await visit(mia, post)
    await testApp.call(owner, 'PUT', `${url}/${post._id}`, { text: `Hello ${mentionOf(mia._id)}` })
    expect(await noticesOf(testApp, mia)).toMatchObject([{ readAt: null }])
    await visit(mia, post)
    expect(await noticesOf(testApp, mia)).toMatchObject([{ readAt: expect.any(String) }])
  })
})

describe('posts that are not shown any more', () => {
  test('leak neither words nor, if hidden, their author: not in answers, mails, notices or exports of others', async () => {
    const testApp = await startTestApp()
    const { owner, mia, jonah, broker, circle, url, write, read, hide } = await createConversation(testApp)
    const canary = 'Quixotry'
    const hidden = await write(mia, `${canary} ${mentionOf(jonah._id)}`)
    await hide(hidden)
    const deleted = await write(mia, `${canary} again ${mentionOf(jonah._id)}`)
    await testApp.call(mia, 'DELETE', `${url}/${deleted._id}`)
    await hide(await write(broker, canary))
    const shown = await write(owner, 'What was that?')
    const thread = await read(jonah)
    expect(thread.items).toMatchObject([
      { state: 'hidden', text: '', author: null, mentions: [], isMine: false },
      { state: 'deleted', text: '', author: { firstName: 'Mia' }, mentions: [] },
      { state: 'hidden', author: null, isBroker: false },
      { _id: shown._id },
    ])
    // The deleted post's mail has not left and never will.
    expect(JSON.stringify(await mailsTo(testApp, jonah))).not.toContain('again')
    const answers = [
      thread,
      await read(owner),
      (await testApp.call(jonah, 'GET', 'app/notice')).body,
      (await exportOf(testApp, jonah)).body,
    ]
    answers.push(
      (await testApp.call(jonah, 'GET', `app/circle/${circle._id}`)).body,
      (await testApp.call(jonah, 'GET', 'app/needs-you')).body,
    )
    expect(JSON.stringify(answers)).not.toContain(canary)
    expect(JSON.stringify(thread.items[0])).not.toMatch(new RegExp(`${mia._id}|Mia`))
    for (const method of ['PUT', 'DELETE'] as const) {
      expect((await testApp.call(mia, method, `${url}/${hidden._id}`, method === 'PUT' ? { text: 'Again' } : undefined)).status).toBe(404)
    }
    await testApp.close()
  })
})

describe('unread posts', () => {
  test('of a conversation are one need per circle until it is visited; one’s own, deleted and hidden ones are none', async ({
    testApp,
  }) => {
    const { owner, mia, jonah, broker, circle, url, write, read, visit, hide } = await createConversation(testApp)
    const first = await write(owner, 'Hello')
    const last = await write(owner, 'Is anyone there?')
    const need = { circle: { _id: circle._id, title: circle.title }, count: 1, path: `/circle/${circle._id}/conversation`, dueAt: null }
    for (const person of [mia, broker]) expect(await needsOf(testApp, person)).toMatchObject([need])
    expect((await read(mia)).unread).toEqual({ count: 2, first: first._id })
    for (const person of [owner, await testApp.seed.admin(), await testApp.seed.investor()])
      expect(await needsOf(testApp, person)).toEqual([])
    await visit(mia, first)
    expect((await read(mia)).unread).toEqual({ count: 1, first: last._id })
    await visit(mia, last)
    expect(await needsOf(testApp, mia)).toEqual([])
    expect((await read(mia)).unread).toEqual({ count: 0, first: null })
    // Who answers has read what was there.
    const answer = await write(jonah, 'I am.')
    expect(await needsOf(testApp, jonah)).toEqual([])
    expect(await needsOf(testApp, mia)).toHaveLength(1)
    await testApp.call(jonah, 'DELETE', `${url}/${answer._id}`)
    expect(await needsOf(testApp, mia)).toEqual([])
    const rude = await write(jonah, 'Rude.')
    await hide(rude)
    expect(await needsOf(testApp, mia)).toEqual([])
  })

  test('from before someone joined do not wait for them', async ({ testApp }) => {
    const { owner, circle, write, read } = await createConversation(testApp)
    await write(owner, 'Long ago')
    const newcomer = await testApp.seed.investor()
    await testApp.call(newcomer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    expect(await needsOf(testApp, newcomer)).toEqual([])
    expect((await read(newcomer)).unread).toEqual({ count: 0, first: null })
    await write(owner, 'Welcome!')
    expect(await needsOf(testApp, newcomer)).toHaveLength(1)
    expect((await read(newcomer)).unread.count).toBe(1)
  })

  test('and one’s own posts and visits are exported', async ({ testApp }) => {
    const { owner, mia, circle, write, visit } = await createConversation(testApp)
    const post = await write(owner, `Hello ${mentionOf(mia._id)}`)
    await visit(owner, post)
    const data = (await exportOf(testApp, owner)).data<{ posts: unknown[]; threadVisits: unknown[] }>()
    const about = { circle: circle._id, circleTitle: circle.title, property: null, motion: null }
    expect(data.posts).toMatchObject([{ ...about, text: `Hello ${mentionOf(mia._id)}` }])
    expect(data.threadVisits).toMatchObject([about])
  })
})
