import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Needs } from '#contract/needs.ts'
import type { Notice } from '#contract/notices.ts'
import type { BeforeJoining, Question } from '#contract/questions.ts'
import { newId } from '#server/db/ids.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { leave, password } from '#server/testing/delete-account.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { buyArcs, createCircle } from '#server/testing/ledger-checks.ts'
import { mailsTo } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { openStream, startSecondProcess } from '#server/testing/streams.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const ask = (testApp: TestApp, person: Person | null, circle: Circle, text: unknown = 'Is there a lift?', query = '') =>
  testApp.call(person, 'POST', `app/circle/${circle._id}/question${query}`, { text })
const asked = async (testApp: TestApp, person: Person, circle: Circle, text = 'Is there a lift?') =>
  (await ask(testApp, person, circle, text)).data<Question>()
const act = (testApp: TestApp, person: Person, { _id }: Question, verb: 'answer' | 'decline' | 'restore', text?: string) =>
  testApp.call(person, 'POST', `app/question/${_id}/${verb}`, text === undefined ? undefined : { text })
const remove = (testApp: TestApp, person: Person, { _id }: Question) => testApp.call(person, 'DELETE', `app/question/${_id}`)
const page = (testApp: TestApp, person: Person | null, circle: Circle, query = '') =>
  testApp.call(person, 'GET', `${person ? 'app' : 'public'}/circle/${circle._id}/before-joining${query}`)
const read = async (testApp: TestApp, person: Person | null, circle: Circle) => (await page(testApp, person, circle)).data<BeforeJoining>()
const textsFor = async (testApp: TestApp, person: Person | null, circle: Circle) =>
  (await read(testApp, person, circle)).questions.map((question) => question.asked.text)
const notices = async (testApp: TestApp, person: Person) =>
  (await testApp.call(person, 'GET', 'app/notice'))
    .data<{ items: Notice[] }>()
    .items.map(({ words, path, readAt }) => [words, path, !readAt])
const needs = async (testApp: TestApp, person: Person) =>
  (await testApp.call(person, 'GET', 'app/needs-you')).data<Needs>().items.filter(({ kind }) => kind === 'question')

async function scene(testApp: TestApp) {
  const owner = await testApp.seed.investor({ firstName: 'Nora', lastName: 'Lindqvist' })
  const asker = await testApp.seed.pending({ firstName: 'Owen', lastName: 'Pellworth' })
  return { owner, asker, circle: await createCircle(testApp, owner) }
}

test('the owner can read and answer questions that are older than the newest hundred', async ({ testApp }) => {
  const { owner, asker, circle } = await scene(testApp)
  const ids = Array.from({ length: 102 }, () => newId()).sort()
  await testApp.db
    .insertInto('questions')
    .values(ids.map((id) => ({ id, circle_id: circle._id, asked_by: asker._id, state: 'waiting' })))
    .execute()
  const post = (question_id: string) => ({ id: newId(), question_id, user_id: asker._id, is_broker: false, body: question_id })
  await testApp.db.insertInto('posts').values(ids.map(post)).execute()
  const newest = await read(testApp, owner, circle)
  expect([newest.questions.length, newest.earlier, newest.questions[0]?._id]).toEqual([100, 2, ids[2]])
  const all = (await page(testApp, owner, circle, '?most=200')).data<BeforeJoining>()
  expect([all.questions.map(({ _id }) => _id), all.earlier, all.questions[0]?.mayAnswer]).toEqual([ids, 0, true])
  expect(await read(testApp, null, circle)).toMatchObject({ questions: [], earlier: 0 })
  for (const most of ['0', '1001', 'x']) expect((await page(testApp, owner, circle, `?most=${most}`)).status).toBe(400)
})

describe('a question', () => {
  test('is answered by the owner, who gets a notice, and stands on the public page with first names', async ({ testApp }) => {
    const { owner, asker, circle } = await scene(testApp)
    const question = await asked(testApp, asker, circle, '  Is there a lift?  ')
    expect(question).toMatchObject({ state: 'waiting', isMine: true, asked: { text: 'Is there a lift?', by: 'Owen' }, mayAnswer: false })
    const path = `/circle-public/${circle._id}#questions`
    expect(await notices(testApp, owner)).toEqual([[`1 question waits for your answer about ${circle.title}`, path, true]])
    expect(await needs(testApp, owner)).toMatchObject([{ count: 1, path }])
    expect(await textsFor(testApp, null, circle)).toEqual([])
    expect((await read(testApp, owner, circle)).questions).toMatchObject([{ mayAnswer: true, mayTakeAway: false }])

    const answer = await act(testApp, owner, question, 'answer', 'No lift.')
    expect(answer.data()).toMatchObject({ state: 'answered', answered: { text: 'No lift.', by: null }, mayAnswer: false })
    expect((await read(testApp, null, circle)).questions).toEqual([
      {
        _id: question._id,
        state: 'answered',
        isMine: false,
        asked: { state: 'shown', text: 'Is there a lift?', at: expect.any(String), by: 'Owen' },
        answered: { state: 'shown', text: 'No lift.', at: expect.any(String), by: null },
        mayAnswer: false,
        mayTakeAway: false,
      },
    ])
    expect(await notices(testApp, asker)).toEqual([
      [`Your question about ${circle.title} was answered`, `/circle-public/${circle._id}`, true],
    ])
    expect(await notices(testApp, owner)).toMatchObject([[expect.any(String), path, false]])
    expect(await needs(testApp, owner)).toEqual([])
    expect((await mailsTo(testApp, owner.email)).map(({ template }) => template)).toContain('question-asked')
    expect((await mailsTo(testApp, asker.email)).map(({ template }) => template)).toEqual(['question-answered'])
    expect((await act(testApp, owner, question, 'answer', 'Again')).body.code).toBe('question_decided')
    expect((await act(testApp, owner, question, 'decline')).status).toBe(409)
  })

  test('that waits or was declined is read by asker, owner and administrators only', async ({ testApp }) => {
    const { owner, asker, circle } = await scene(testApp)
    const [member, stranger, admin] = [await testApp.seed.investor(), await testApp.seed.investor(), await testApp.seed.admin()]
    await buyArcs(testApp, member, circle)
    const first = await asked(testApp, asker, circle, 'First')
    const expectSeen = async () => {
      for (const person of [owner, asker, admin]) expect(await textsFor(testApp, person, circle)).toEqual(['First'])
      for (const person of [member, stranger, null]) expect(await textsFor(testApp, person, circle)).toEqual([])
    }
    await expectSeen()
    for (const person of [member, stranger]) expect((await remove(testApp, person, first)).status).toBe(404)
    for (const person of [asker, admin]) expect((await act(testApp, person, first, 'answer', 'I')).status).toBe(403)
    expect((await remove(testApp, owner, first)).status).toBe(403)
    expect((await act(testApp, owner, first, 'decline')).data()).toMatchObject({ state: 'declined' })
    await expectSeen()
    expect(await notices(testApp, asker)).toMatchObject([
      [`The owner of ${circle.title} chose not to answer your question`, expect.any(String), true],
    ])
    expect((await remove(testApp, asker, first)).status).toBe(403)
  })

  test('is asked only by people outside with a confirmed address, in circles that they see and that have not ended', async ({
    testApp,
  }) => {
    const { owner, asker, circle } = await scene(testApp)
    const [member, broker] = [await testApp.seed.investor(), await testApp.seed.broker()]
    await buyArcs(testApp, member, circle)
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    for (const person of [owner, member, broker]) {
      expect((await ask(testApp, person, circle)).body.code).toBe('not_allowed')
      expect((await read(testApp, person, circle)).asking.state).toBe('inside')
    }
    const unconfirmed = await testApp.seed.pending({ emailConfirmed: false })
    expect((await ask(testApp, unconfirmed, circle)).body).toMatchObject({ status: 403, error: 'Confirm your e-mail address to ask.' })
    expect((await read(testApp, unconfirmed, circle)).asking.state).toBe('confirm')
    expect((await read(testApp, null, circle)).asking).toEqual({ state: 'sign_in', left: 0 })
    expect((await ask(testApp, null, circle)).status).toBe(401)
    for (const text of ['', '   ', 'x'.repeat(501), 'a\0b', 7, null]) expect((await ask(testApp, asker, circle, text)).status).toBe(400)
    expect((await ask(testApp, asker, circle, 'x'.repeat(500))).status).toBe(200)

    const waiting = (await read(testApp, owner, circle)).questions[0] as Question
    const { token } = (await testApp.call(owner, 'POST', `app/circle/${circle._id}/invite`)).data<{ token: string }>()
    await testApp.db.updateTable('circles').set({ ended_at: new Date(), hide_circle: true }).where('id', '=', circle._id).execute()
    expect((await ask(testApp, asker, circle)).status).toBe(404)
    expect((await ask(testApp, asker, circle, 'Too late?', `?invite=${token}`)).body.code).toBe('circle_ended')
    expect((await act(testApp, owner, waiting, 'answer', 'Late')).body.code).toBe('circle_ended')
    expect((await page(testApp, asker, circle, `?invite=${token}`)).data<BeforeJoining>().asking.state).toBe('ended')
    expect(await needs(testApp, owner)).toEqual([])
    await testApp.db.updateTable('circles').set({ deleted_at: new Date() }).where('id', '=', circle._id).execute()
    expect((await ask(testApp, asker, circle)).status).toBe(404)
    expect((await page(testApp, null, circle)).status).toBe(404)
  })

  test('can be asked five times a day, also in parallel, and refused ones are not counted', async ({ testApp }) => {
    const { asker, circle } = await scene(testApp)
    await ask(testApp, asker, circle, '')
    expect((await read(testApp, asker, circle)).asking).toEqual({ state: 'open', left: 5 })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(testApp, asker, circle, `Question ${index}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(answers.find(({ status }) => status === 429)?.body.error).toBe('You have asked 5 questions today. You can ask again tomorrow.')
    expect((await read(testApp, asker, circle)).asking).toEqual({ state: 'used_up', left: 0 })
    expect(await textsFor(testApp, asker, circle)).toHaveLength(5)
  })

  test('is taken away by asker or owner, and put back only by the person who took it away', async ({ testApp }) => {
    const { owner, asker, circle } = await scene(testApp)
    const question = await asked(testApp, asker, circle)
    await act(testApp, owner, question, 'answer', 'No lift.')
    for (const [taker, other] of [
      [asker, owner],
      [owner, asker],
    ] as const) {
      expect((await remove(testApp, taker, question)).status).toBe(204)
      for (const person of [owner, asker, null]) expect(await textsFor(testApp, person, circle)).toEqual([])
      expect((await act(testApp, other, question, 'restore')).status).toBe(404)
      expect((await act(testApp, taker, question, 'restore')).data()).toMatchObject({ state: 'answered', answered: { text: 'No lift.' } })
      expect(await textsFor(testApp, null, circle)).toEqual(['Is there a lift?'])
    }
    expect((await act(testApp, asker, question, 'restore')).status).toBe(409)
    const second = await asked(testApp, asker, circle, 'Second')
    await remove(testApp, asker, second)
    expect(await needs(testApp, owner)).toEqual([])
    expect((await act(testApp, asker, second, 'restore')).data()).toMatchObject({ state: 'waiting' })
    const acts = await testApp.db.selectFrom('audit_log').select('act').where('subject_id', '=', second._id).orderBy('id').execute()
    expect(acts.map((row) => row.act)).toEqual(['post.written', 'question.removed', 'question.restored'])
  })

  test('is answered by the present owner', async ({ testApp }) => {
    const { owner, asker, circle } = await scene(testApp)
    const heir = await testApp.seed.investor({ firstName: 'Ines' })
    await buyArcs(testApp, heir, circle)
    const question = await asked(testApp, asker, circle)
    await testApp.call(owner, 'POST', `app/circle/${circle._id}/owner`, { user: heir._id })
    expect((await act(testApp, owner, question, 'answer', 'Mine')).status).toBe(404)
    expect(await needs(testApp, heir)).toHaveLength(1)
    expect((await act(testApp, heir, question, 'answer', 'Ours')).status).toBe(200)
  })

  test('that an administrator has hidden keeps its place without name and words, and waits for nobody', async ({ testApp }) => {
    const { owner, asker, circle } = await scene(testApp)
    const [answered, waiting] = [await asked(testApp, asker, circle, 'Shown'), await asked(testApp, asker, circle, 'Rude')]
    await act(testApp, owner, answered, 'answer', 'Because')
    await testApp.db.updateTable('posts').set({ hidden_at: new Date() }).where('body', 'in', ['Shown', 'Rude']).execute()
    expect((await read(testApp, null, circle)).questions).toMatchObject([
      { asked: { state: 'hidden', text: '', by: null }, answered: { text: 'Because' } },
    ])
    expect(await needs(testApp, owner)).toEqual([])
    expect((await act(testApp, owner, waiting, 'answer', 'To it')).status).toBe(409)
  })

  test('about a hidden circle is asked and read by those who may see it, also after they came by a link', async ({ testApp }) => {
    const { owner, asker, circle } = await scene(testApp)
    await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { hideCircle: true })
    const { token } = (await testApp.call(owner, 'POST', `app/circle/${circle._id}/invite`)).data<{ token: string }>()
    expect((await ask(testApp, asker, circle)).status).toBe(404)
    expect((await page(testApp, null, circle)).status).toBe(404)
    const question = (await ask(testApp, asker, circle, 'May I?', `?invite=${token}`)).data<Question>()
    expect((await act(testApp, owner, question, 'answer', 'You may.')).status).toBe(200)
    expect(await textsFor(testApp, asker, circle)).toEqual(['May I?'])
    expect((await page(testApp, null, circle, `?invite=${token}`)).status).toBe(200)
    await testApp.call(owner, 'DELETE', `app/circle/${circle._id}/invite`)
    expect((await page(testApp, asker, circle)).status).toBe(404)
    expect((await remove(testApp, asker, question)).status).toBe(204)
    expect(await textsFor(testApp, owner, circle)).toEqual([])
  })

  test('is in the export of both, and gone with its asker', async ({ testApp }) => {
    const owner = await testApp.seed.investor({ firstName: 'Nora' })
    const asker = await testApp.seed.investor({ password })
    const circle = await createCircle(testApp, owner)
    const question = await asked(testApp, asker, circle)
    await act(testApp, owner, question, 'answer', 'No lift.')
    const about = { circle: circle._id, circleTitle: circle.title }
    expect((await exportOf(testApp, asker)).data()).toMatchObject({
      questionsAsked: [{ ...about, text: 'Is there a lift?', state: 'answered' }],
      questionsAnswered: [],
    })
    expect((await exportOf(testApp, owner)).data()).toMatchObject({
      questionsAsked: [],
      questionsAnswered: [{ ...about, text: 'No lift.' }],
    })
    expect((await leave(testApp, asker)).status).toBe(204)
    for (const person of [owner, null]) expect(await textsFor(testApp, person, circle)).toEqual([])
    expect(await testApp.db.selectFrom('posts').select('body').where('question_id', '=', question._id).execute()).toEqual([
      { body: 'No lift.' },
    ])
  })

  test('that the owner took away stays away once its asker is erased', async ({ testApp }) => {
    const { owner, circle } = await scene(testApp)
    const asker = await testApp.seed.investor({ password })
    const question = await asked(testApp, asker, circle)
    await act(testApp, owner, question, 'answer', 'No lift.')
    await remove(testApp, owner, question)
    expect((await leave(testApp, asker)).status).toBe(204)
    expect((await act(testApp, owner, question, 'restore')).status).toBe(404)
    for (const person of [owner, null]) expect((await read(testApp, person, circle)).questions).toEqual([])
  })

  test('that is answered reaches open pages of others', async ({ testApp }) => {
    const { owner, asker, circle } = await scene(testApp)
    const { url } = await startSecondProcess(testApp)
    const reader = await testApp.seed.investor()
    const question = await asked(testApp, asker, circle)
    const stream = await openStream(url, reader, `?circle=${circle._id}`)
    await stream.next()
    await act(testApp, owner, question, 'answer', 'No lift.')
    expect(await stream.next()).toMatchObject({ event: 'thread', data: { circle: circle._id } })
  })
})

describe('who is behind a circle', () => {
  test('is said without a name until the owner shows it, and at once', async ({ testApp }) => {
    const owner = await testApp.seed.investor({ firstName: 'Nora' })
    const circle = await createCircle(testApp, owner)
    await testApp.call(owner, 'POST', 'app/circle', circleForm())
    const unshown = { isVerified: true, circles: 2, shown: null }
    expect((await read(testApp, null, circle)).owner).toEqual(unshown)
    const about = 'I am a joiner and have kept two old houses dry for fifteen years.'
    expect((await testApp.call(owner, 'PUT', 'app/profile', { about: `${about} `, showsAbout: true })).data()).toMatchObject({
      about,
      showsAbout: true,
    })
    const question = await asked(testApp, await testApp.seed.pending(), circle)
    await act(testApp, owner, question, 'answer', 'No lift.')
    const month = new Date().toISOString().slice(0, 7)
    const shown = { firstName: 'Nora', isCreator: true, profileImageKey: null, memberSince: month, about }
    expect(await read(testApp, null, circle)).toMatchObject({ owner: { ...unshown, shown }, questions: [{ answered: { by: 'Nora' } }] })
    await testApp.call(owner, 'PUT', 'app/profile', { showsAbout: false })
    expect(await read(testApp, null, circle)).toMatchObject({ owner: unshown, questions: [{ answered: { by: null } }] })
    expect((await testApp.call(owner, 'PUT', 'app/profile', { about: 'x'.repeat(501) })).status).toBe(400)
    expect((await exportOf(testApp, owner)).data()).toMatchObject({ user: { about, showsAbout: false } })
  })
})
