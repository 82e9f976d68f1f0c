import { describe, expect } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { rateLimits } from '#server/shared/limits/rate-limits.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, type VotingCircle } from '#server/testing/voting-circle.ts'

type Thread = { items: Post[]; hasEarlier: boolean }
const threadOf = (votingCircle: VotingCircle) => `app/property/${votingCircle.property._id}/thread`
const write = (testApp: TestApp, votingCircle: VotingCircle, person: Person, text: unknown) =>
  testApp.call(person, 'POST', threadOf(votingCircle), { text })
const read = async (testApp: TestApp, votingCircle: VotingCircle, person: Person) =>
  (await testApp.call(person, 'GET', threadOf(votingCircle))).data<Thread>()
const age = (testApp: TestApp, post: Post, minutes: number) =>
  testApp.db
    .updateTable('posts')
    .set({ created_at: new Date(Date.now() - minutes * 60_000) })
    .where('id', '=', post._id)
    .execute()

describe('a thread', () => {
  test('is written by members and the circle’s brokers (whose answers are marked), as plain text', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 1)
    const [member] = votingCircle.members as [Person]
    const question = '<script>alert(1)</script> Is the roof new? https://listings.example/418'
    expect((await write(testApp, votingCircle, member, `  ${question}\n`)).data()).toMatchObject({
      text: question,
      isBroker: false,
      isMine: true,
    })
    expect((await write(testApp, votingCircle, votingCircle.broker, 'Since 2019.')).data()).toMatchObject({ isBroker: true })
    const { items, hasEarlier } = await read(testApp, votingCircle, votingCircle.owner)
    expect(items.map(({ text, author, isBroker, isMine }) => [text, author?.firstName, isBroker, isMine])).toEqual([
      [question, 'Mia', false, false],
      ['Since 2019.', 'Bruno', true, false],
    ])
    expect([hasEarlier, items[0]?.editableUntil]).toEqual([false, null])
    expect((await votingCircle.deciding(member)).posts).toBe(2)
  })

  test('is closed to everyone else, and refuses empty and too long texts', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 0)
    const [stranger, otherBroker, admin] = [await testApp.seed.investor(), await testApp.seed.broker(), await testApp.seed.admin()]
    for (const person of [stranger, otherBroker]) {
      expect((await write(testApp, votingCircle, person, 'Hello')).status).toBe(403)
      expect((await testApp.call(person, 'GET', threadOf(votingCircle))).status).toBe(403)
    }
    expect((await testApp.call(admin, 'GET', threadOf(votingCircle))).status).toBe(200)
    expect((await write(testApp, votingCircle, admin, 'Hello')).status).toBe(403)
    for (const text of ['', '   ', 'x'.repeat(2_001), 'a\0b', 7, undefined]) {
      expect((await write(testApp, votingCircle, votingCircle.owner, text)).status).toBe(400)
    }
    expect((await write(testApp, votingCircle, votingCircle.owner, 'x'.repeat(2_000))).status).toBe(200)
    await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', votingCircle.circle._id).execute()
    expect((await write(testApp, votingCircle, stranger, 'Hello')).status).toBe(404)
    expect((await testApp.call(votingCircle.owner, 'GET', 'app/property/nothing/thread')).status).toBe(404)
  })

  test('lets people edit their own posts for fifteen minutes, and delete them at any time: they keep their place without words', async ({
    testApp,
  }) => {
    const votingCircle = await createVotingCircle(testApp, 1)
    const [member] = votingCircle.members as [Person]
    const post = (await write(testApp, votingCircle, member, 'First')).data<Post>()
    const path = `${threadOf(votingCircle)}/${post._id}`
    const changed = await testApp.call(member, 'PUT', path, { text: 'Second' })
    expect(changed.data()).toMatchObject({ text: 'Second', editedAt: expect.any(String) })
    expect((await testApp.call(votingCircle.owner, 'PUT', path, { text: 'Mine' })).status).toBe(403)
    expect((await testApp.call(votingCircle.owner, 'DELETE', path)).status).toBe(403)
    expect((await testApp.call(member, 'PUT', path, { text: '' })).status).toBe(400)
    await age(testApp, post, 15)
    const late = await testApp.call(member, 'PUT', path, { text: 'Third' })
    expect([late.status, late.body.error]).toEqual([409, 'A post can be changed for 15 minutes only.'])
    expect((await testApp.call(member, 'DELETE', path)).status).toBe(204)
    expect((await testApp.call(member, 'DELETE', path)).status).toBe(404)
    expect((await read(testApp, votingCircle, votingCircle.owner)).items).toMatchObject([
      { state: 'deleted', text: '', author: { firstName: 'Mia' } },
    ])
    expect((await votingCircle.deciding(member)).posts).toBe(0)
    expect((await testApp.call(member, 'PUT', path, { text: 'Again' })).status).toBe(404)
  })

  test('is paginated by a hundred posts', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 0)
    const first = (await write(testApp, votingCircle, votingCircle.owner, 'The very first')).data<Post>()
    const values = Array.from({ length: 100 }, (_, index) => ({
      id: `ffffffff-0000-7000-8000-${String(index).padStart(12, '0')}`,
      property_id: votingCircle.property._id,
      user_id: votingCircle.owner._id,
      is_broker: false,
      body: `Post ${index}`,
    }))
    await testApp.db.insertInto('posts').values(values).execute()
    const newest = await read(testApp, votingCircle, votingCircle.owner)
    expect([newest.items.length, newest.items[0]?.text, newest.items[99]?.text, newest.hasEarlier]).toEqual([
      100,
      'Post 0',
      'Post 99',
      true,
    ])
    const earlier = (
      await testApp.call(votingCircle.owner, 'GET', `${threadOf(votingCircle)}?before=${newest.items[0]?._id}`)
    ).data<Thread>()
    expect([earlier.items.map(({ _id }) => _id), earlier.hasEarlier]).toEqual([[first._id], false])
  })

  test('limits how much one person can write', async () => {
    const testApp = await startTestApp()
    const votingCircle = await createVotingCircle(testApp, 0)
    const { most } = rateLimits.post_account
    const soon = new Date(Date.now() + 600_000)
    const used = { name: 'post_account', subject: votingCircle.owner._id, window_ends_at: soon, count: most - 1 }
    await testApp.db.insertInto('rate_counters').values(used).execute()
    const answers = await Promise.all([1, 2, 3].map(() => write(testApp, votingCircle, votingCircle.owner, 'Again')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    await testApp.close()
  })
})
