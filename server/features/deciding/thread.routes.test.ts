import { describe, expect } from 'vitest'
import type { Post } from '#contract/deciding.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'
import { decidingStage, type Stage } from '#server/testing/voting-circle.ts'

type Thread = { items: Post[]; hasEarlier: boolean }
const threadOf = (stage: Stage) => `app/property/${stage.property._id}/thread`
const write = (testApp: TestApp, stage: Stage, person: Person, text: unknown) => testApp.call(person, 'POST', threadOf(stage), { text })
const read = async (testApp: TestApp, stage: Stage, person: Person) => (await testApp.call(person, 'GET', threadOf(stage))).data<Thread>()
const age = (testApp: TestApp, post: Post, minutes: number) =>
  testApp.db
    .updateTable('posts')
    .set({ created_at: new Date(Date.now() - minutes * 60_000) })
    .where('id', '=', post._id)
    .execute()

describe('a thread', () => {
  test('is written by members and the circle’s brokers, whose answers are marked, as plain text', async ({ testApp }) => {
    const stage = await decidingStage(testApp, 1)
    const [member] = stage.members as [Person]
    const question = '<script>alert(1)</script> Is the roof new? https://listings.example/418'
    expect((await write(testApp, stage, member, `  ${question}\n`)).data()).toMatchObject({ text: question, isBroker: false, isMine: true })
    expect((await write(testApp, stage, stage.broker, 'Since 2019.')).data()).toMatchObject({ isBroker: true })
    const { items, hasEarlier } = await read(testApp, stage, stage.owner)
    expect(items.map(({ text, author, isBroker, isMine }) => [text, author.firstName, isBroker, isMine])).toEqual([
      [question, 'Mia', false, false],
      ['Since 2019.', 'Bruno', true, false],
    ])
    expect([hasEarlier, items[0]?.editableUntil]).toEqual([false, null])
    expect((await stage.deciding(member)).posts).toBe(2)
  })

  test('is closed to everyone else, and to texts that are empty or too long', async ({ testApp }) => {
    const stage = await decidingStage(testApp, 0)
    const [stranger, otherBroker, admin] = [await testApp.seed.investor(), await testApp.seed.broker(), await testApp.seed.admin()]
    for (const person of [stranger, otherBroker]) {
      expect((await write(testApp, stage, person, 'Hello')).status).toBe(403)
      expect((await testApp.call(person, 'GET', threadOf(stage))).status).toBe(403)
    }
    expect((await testApp.call(admin, 'GET', threadOf(stage))).status).toBe(200)
    expect((await write(testApp, stage, admin, 'Hello')).status).toBe(403)
    for (const text of ['', '   ', 'x'.repeat(2_001), 'a\0b', 7, undefined]) {
      expect((await write(testApp, stage, stage.owner, text)).status).toBe(400)
    }
    expect((await write(testApp, stage, stage.owner, 'x'.repeat(2_000))).status).toBe(200)
    await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', stage.circle._id).execute()
    expect((await write(testApp, stage, stranger, 'Hello')).status).toBe(404)
    expect((await testApp.call(stage.owner, 'GET', 'app/property/nothing/thread')).status).toBe(404)
  })

  test('lets people change and delete their own for fifteen minutes', async ({ testApp }) => {
    const stage = await decidingStage(testApp, 1)
    const [member] = stage.members as [Person]
    const post = (await write(testApp, stage, member, 'First')).data<Post>()
    const path = `${threadOf(stage)}/${post._id}`
    const changed = await testApp.call(member, 'PUT', path, { text: 'Second' })
    expect(changed.data()).toMatchObject({ text: 'Second', editedAt: expect.any(String) })
    expect((await testApp.call(stage.owner, 'PUT', path, { text: 'Mine' })).status).toBe(403)
    expect((await testApp.call(stage.owner, 'DELETE', path)).status).toBe(403)
    expect((await testApp.call(member, 'PUT', path, { text: '' })).status).toBe(400)
    await age(testApp, post, 15)
    const late = await testApp.call(member, 'PUT', path, { text: 'Third' })
    expect([late.status, late.body.error]).toEqual([409, 'A post can be changed or deleted for 15 minutes only.'])
    expect((await testApp.call(member, 'DELETE', path)).status).toBe(409)
    await age(testApp, post, 14)
    expect((await testApp.call(member, 'DELETE', path)).status).toBe(204)
    expect((await testApp.call(member, 'DELETE', path)).status).toBe(404)
    expect((await read(testApp, stage, member)).items).toEqual([])
  })

  test('is read a hundred posts at a time', async ({ testApp }) => {
    const stage = await decidingStage(testApp, 0)
    const first = (await write(testApp, stage, stage.owner, 'The very first')).data<Post>()
    const values = Array.from({ length: 100 }, (_, index) => ({
      id: `ffffffff-0000-7000-8000-${String(index).padStart(12, '0')}`,
      property_id: stage.property._id,
      user_id: stage.owner._id,
      is_broker: false,
      body: `Post ${index}`,
    }))
    await testApp.db.insertInto('posts').values(values).execute()
    const newest = await read(testApp, stage, stage.owner)
    expect([newest.items.length, newest.items[0]?.text, newest.items[99]?.text, newest.hasEarlier]).toEqual([
      100,
      'Post 0',
      'Post 99',
      true,
    ])
    const earlier = (await testApp.call(stage.owner, 'GET', `${threadOf(stage)}?before=${newest.items[0]?._id}`)).data<Thread>()
    expect([earlier.items.map(({ _id }) => _id), earlier.hasEarlier]).toEqual([[first._id], false])
  })

  test('slows down whoever writes too much', async () => {
    const testApp = await startTestApp()
    const stage = await decidingStage(testApp, 0)
    const answers = await Promise.all(Array.from({ length: 62 }, () => write(testApp, stage, stage.owner, 'Again')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
    await testApp.close()
  })
})
