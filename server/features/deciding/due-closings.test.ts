import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { MotionList, StageLine } from '#contract/motions.ts'
import { changeBeforeLock } from '#server/testing/change-before-lock.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createMotionCircle, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type Method, type TestApp, test } from '#server/testing/test-app.ts'
import { listing, passClosingDate, readRecord } from '#server/testing/voting-circle.ts'

checkLedgerAfterEach()

/** A circle whose members have voted to end it; the date has passed, and no job has run. */
async function dueToEnd(testApp: TestApp) {
  const made = await createMotionCircle(testApp, [10, 2])
  const { circle, owner } = made
  const [other] = made.members as [Person]
  const property = (await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })).data<{ _id: string }>()
  const motion = await made.made(owner, { facts: { kind: 'wind_up' } })
  await made.vote(owner, motion, 'yes')
  await passMotionClosing(testApp, motion._id)
  return { ...made, other, property, motion }
}

const endedAt = async (testApp: TestApp, { _id }: { _id: string }) =>
  (await testApp.db.selectFrom('circles').select('ended_at').where('id', '=', _id).executeTakeFirstOrThrow()).ended_at

describe('what is due', () => {
  test('is committed with its effect whatever becomes of the write that met it', async ({ testApp }) => {
    const acts: ((due: Awaited<ReturnType<typeof dueToEnd>>) => readonly [Person, Method, string, object?])[] = [
      ({ owner, circle }) => [
        owner,
        'POST',
        `app/motion/${circle._id}`,
        { title: 'x', text: 'x', facts: { kind: 'general' }, closesAt: '2030-01-01T00:00:00Z' },
      ],
      ({ other, url, motion }) => [other, 'POST', `${url}/${motion._id}/vote`, { choice: 'no' }],
      ({ other, url, motion }) => [other, 'POST', `${url}/${motion._id}/withdraw`],
      ({ other, circle }) => [other, 'DELETE', `app/circle-membership/${circle._id}`],
      ({ other, circle }) => [other, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 }],
      ({ other, property }) => [other, 'PUT', `app/property-preference/${property._id}`, { preference: 'invest' }],
      ({ owner, property }) => [owner, 'PUT', `app/property/${property._id}`, { price: 1 }],
      ({ owner, circle }) => [owner, 'PUT', `app/circle/${circle._id}/rules`, { threshold: 66 }],
      ({ owner, circle }) => [owner, 'PUT', `app/circle/${circle._id}`, { title: 'Again' }],
      ({ owner, circle }) => [owner, 'DELETE', `app/circle/${circle._id}`],
      ({ other, circle }) => [other, 'POST', `app/circle/${circle._id}/charter/accept`, { version: 1 }],
    ]
    for (const act of acts) {
      const due = await dueToEnd(testApp)
      const [person, method, path, body] = act(due)
      const answer = await testApp.call(person, method, path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 409, 'circle_ended'])
      expect([path, await endedAt(testApp, due.circle)]).toEqual([path, expect.any(Date)])
    }
  })

  test('is committed also if the date passes while the refused write waits for the circle', async ({ testApp }) => {
    const { circle, owner, made, vote } = await createMotionCircle(testApp, [10, 2])
    const motion = await made(owner, { facts: { kind: 'wind_up' } })
    await vote(owner, motion, 'yes')
    const key = { 'idempotency-key': 'rules-once' }
    const path = `app/circle/${circle._id}/rules`
    const answer = await changeBeforeLock(
      testApp,
      circle._id,
      () => testApp.call(owner, 'PUT', path, { threshold: 66 }, key),
      () => passMotionClosing(testApp, motion._id),
    )
    expect([answer.status, answer.body.code]).toEqual([409, 'circle_ended'])
    expect(await endedAt(testApp, circle)).not.toBeNull()
    // The key has the answer of the act that was judged after the closing.
    expect((await testApp.call(owner, 'PUT', path, { threshold: 66 }, key)).body.code).toBe('circle_ended')
  })

  test('is closed once, however many requests meet it', async ({ testApp }) => {
    const { circle, owner, other, url, motion } = await dueToEnd(testApp)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? testApp.call(owner, 'GET', url) : testApp.call(other, 'PUT', `app/circle/${circle._id}/rules`, { threshold: 66 }),
      ),
    )
    const effects = await testApp.db.selectFrom('motion_effects').select('record_id').where('motion_id', '=', motion._id).execute()
    expect(effects).toHaveLength(1)
  })
})

test('from the closing date on stage, stage line, card, motion and record agree, though no job ran', async ({ testApp }) => {
  const first = {
    stage: async (person: Person, circle: Circle) =>
      (await testApp.call(person, 'GET', `app/circle/${circle._id}/stage`)).data<StageLine>().stage,
    circle: async (person: Person, circle: Circle) => (await testApp.call(person, 'GET', `app/circle/${circle._id}`)).data<Circle>().stage,
    card: async (person: Person) => (await testApp.call(person, 'GET', `app/user-circle/${person._id}`)).data<Circle[]>()[0]?.stage,
    record: async (person: Person, circle: Circle) =>
      (await readRecord(testApp, person, circle)).items.some(({ kind }) => kind === 'motion_closed') ? 'ended' : 'deciding',
    motions: async (person: Person, circle: Circle) =>
      (await testApp.call(person, 'GET', `app/motion/${circle._id}`)).data<MotionList>().closed.length === 1 ? 'ended' : 'deciding',
  }
  for (const [name, read] of Object.entries(first)) {
    const { circle, other } = await dueToEnd(testApp)
    expect([name, await read(other, circle)]).toEqual([name, 'ended'])
    for (const [also, again] of Object.entries(first)) expect([also, await again(other, circle)]).toEqual([also, 'ended'])
  }
})

test('from the closing date on the stage line says that a property passed, though no job ran', async ({ testApp }) => {
  const { circle, owner, members } = await createMotionCircle(testApp, [10, 2])
  const property = (await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })).data<{ _id: string }>()
  const closesAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await testApp.call(owner, 'PUT', `app/property/${property._id}/closing`, { closesAt })
  for (const person of [owner, ...members]) {
    await testApp.call(person, 'PUT', `app/property-preference/${property._id}`, { preference: 'invest' })
    await testApp.call(person, 'POST', `app/circle/${circle._id}/charter/accept`, { version: 1 })
  }
  await passClosingDate(testApp, property._id)
  const { sentence } = (await testApp.call(owner, 'GET', `app/circle/${circle._id}/stage`)).data<StageLine>()
  expect(sentence.lead).toBe('All arcs are held. 418 Alderstone Way passed:')
})
