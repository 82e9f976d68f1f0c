import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { StageLine } from '#contract/motions.ts'
import { newId } from '#server/db/ids.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createMotionCircle } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type Method, type TestApp, test } from '#server/testing/test-app.ts'
import { listing } from '#server/testing/voting-circle.ts'

checkLedgerAfterEach()

const password = 'Correct horse 9!'

/** A circle of two, ended by motion, with a property, an open vote and a thread. */
async function endedCircle(testApp: TestApp) {
  const made = await createMotionCircle(testApp, [10, 2])
  const { circle, owner } = made
  const [other] = made.members as [Person]
  const property = (await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })).data<{ _id: string }>()
  const closesAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await testApp.call(owner, 'PUT', `app/property/${property._id}/closing`, { closesAt })
  const motion = await made.made(owner, { facts: { kind: 'wind_up' } })
  for (const person of [owner, other]) await made.vote(person, motion, 'yes')
  return { ...made, other, property, motion }
}

describe('a full circle', () => {
  test('is in the stage deciding, and refuses to be joined or left, with advice', async ({ testApp }) => {
    const { circle, owner, members } = await createMotionCircle(testApp, [6, 6])
    const [other] = members as [Person]
    expect((await testApp.call(owner, 'GET', `app/circle/${circle._id}`)).data<Circle>().stage).toBe('deciding')
    const list = (await testApp.call(owner, 'GET', `app/user-circle/${owner._id}`)).data<{ circle: Circle }[]>()
    expect(JSON.stringify(list)).toContain('"stage":"deciding"')
    const left = await testApp.call(other, 'DELETE', `app/circle-membership/${circle._id}`)
    expect([left.status, left.body.error]).toEqual([
      409,
      'A fully funded circle cannot be left. Ask its members to release you, by a motion.',
    ])
    const stranger = await testApp.seed.investor()
    const join = await testApp.call(stranger, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    expect([join.status, join.body.code]).toEqual([409, 'circle_full'])
  })
})

describe('an ended circle', () => {
  test('refuses everything that would change it', async ({ testApp }) => {
    const { circle, owner, other, property, motion } = await endedCircle(testApp)
    const admin = await testApp.seed.admin()
    const membership = await testApp.db
      .selectFrom('memberships')
      .select('id')
      .where('circle_id', '=', circle._id)
      .where('user_id', '=', other._id)
      .executeTakeFirstOrThrow()
    const acts: [Person, Method, string, object?][] = [
      [other, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 }],
      [other, 'DELETE', `app/circle-membership/${circle._id}`],
      [admin, 'DELETE', `admin/circle-membership/${membership.id}`],
      [owner, 'DELETE', `app/circle/${circle._id}`],
      [owner, 'PUT', `app/circle/${circle._id}`, { title: 'Again' }],
      [admin, 'PUT', `admin/circle/${circle._id}`, { hideCircle: false }],
      [owner, 'POST', `app/circle/${circle._id}/owner`, { user: other._id }],
      [owner, 'POST', `app/circle/${circle._id}/invite`],
      [owner, 'POST', `app/circle/${circle._id}/invitation`, { emails: ['maya@example.com'] }],
      [owner, 'PUT', `app/circle/${circle._id}/rules`, { threshold: 66 }],
      [other, 'POST', `app/circle/${circle._id}/charter/accept`, { version: 1 }],
      [owner, 'POST', 'app/property', { ...listing, circle: circle._id }],
      [owner, 'PUT', `app/property/${property._id}`, { price: 1 }],
      [owner, 'PUT', `app/property/${property._id}/closing`, { closesAt: new Date(Date.now() + 9e8).toISOString() }],
      [other, 'PUT', `app/property-preference/${property._id}`, { preference: 'invest' }],
      [other, 'POST', `app/property/${property._id}/thread`, { text: 'Still there?' }],
      [other, 'POST', `app/motion-thread/${motion._id}`, { text: 'Why?' }],
      [other, 'POST', `app/motion/${circle._id}/${motion._id}/vote`, { choice: 'yes' }],
      [admin, 'DELETE', `admin/property/${property._id}`],
      [admin, 'POST', `app/request-join/${circle._id}`],
    ]
    for (const [person, method, path, body] of acts) {
      const answer = await testApp.call(person, method, path, body)
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 409, 'circle_ended'])
    }
  })

  test('stays readable for its members, is in no list of circles, and nothing closes in it any more', async ({ testApp }) => {
    const { circle, owner, other, property } = await endedCircle(testApp)
    const deciding = await testApp.db.selectFrom('decisions').selectAll().where('property_id', '=', property._id).executeTakeFirstOrThrow()
    expect([deciding.closes_at, deciding.closed_by_record]).toEqual([null, null])
    await testApp.runTask('close-votes')
    expect((await testApp.call(other, 'GET', `app/circle/${circle._id}`)).data<Circle>().stage).toBe('ended')
    for (const path of ['record', 'stage', 'charter']) {
      expect((await testApp.call(owner, 'GET', `app/circle/${circle._id}/${path}`)).status).toBe(200)
    }
    for (const [person, path] of [
      [null, 'public/circle'],
      [owner, 'app/circle'],
    ] as const) {
      expect((await testApp.call(person, 'GET', path)).text).not.toContain(circle._id)
    }
  })

  test('is no longer shown to people who were invited by e-mail or follow it', async ({ testApp }) => {
    const { circle, owner, members, made, vote } = await createMotionCircle(testApp, [6, 6])
    const [invited, follower] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const token = 'sent-before-every-arc-was-held'
    await testApp.db
      .insertInto('circle_invitations')
      .values({
        id: newId(),
        circle_id: circle._id,
        email: invited.email.toLowerCase(),
        token_hash: hashOf(token),
        created_by: owner._id,
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute()
    const opened = await testApp.call(invited, 'POST', `app/circle/${circle._id}/invitation-opened?invite=${token}`, {})
    expect(opened.status).toBe(200)
    await testApp.call(follower, 'POST', `app/follow/${circle._id}`)
    const motion = await made(owner, { facts: { kind: 'wind_up' } })
    for (const person of [owner, ...members]) await vote(person, motion, 'yes')
    for (const [person, path] of [
      [invited, `app/circle/${circle._id}`],
      [null, `public/circle/${circle._id}?invite=${token}`],
      [follower, `app/follow/${circle._id}`],
    ] as const) {
      expect([path, (await testApp.call(person, 'GET', path)).status]).toEqual([path, 404])
    }
    expect((await testApp.call(owner, 'GET', `app/circle/${circle._id}/invitation`)).data()).toEqual([])
  })

  test('lets its owner and members delete their accounts; an administrator may delete it', async ({ testApp }) => {
    const { circle, owner, other } = await endedCircle(testApp)
    const admin = await testApp.seed.admin()
    expect((await testApp.call(admin, 'DELETE', `admin/user/${owner._id}`)).status).toBe(204)
    const record = (await testApp.call(other, 'GET', `app/circle/${circle._id}/record`)).data<{
      items: { words: string; by: string | null }[]
    }>()
    expect(record.items.map(({ words }) => words)).toContain('A motion passed')
    const second = await endedCircle(testApp)
    const { password_hash } = await testApp.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', (await testApp.seed.investor({ password }))._id)
      .executeTakeFirstOrThrow()
    for (const person of [second.owner, second.other]) {
      await testApp.db.updateTable('users').set({ password_hash }).where('id', '=', person._id).execute()
    }
    const gone = await testApp.call(second.owner, 'DELETE', `app/user/${second.owner._id}`, { currentPassword: password })
    expect(gone.status).toBe(204)
    expect((await testApp.call(second.other, 'GET', `app/circle/${second.circle._id}`)).status).toBe(200)
    expect((await testApp.call(admin, 'DELETE', `admin/circle/${second.circle._id}`, { title: second.circle.title })).status).toBe(204)
    expect((await testApp.call(second.other, 'GET', `app/circle/${second.circle._id}`)).status).toBe(404)
  })
})

describe('the rules', () => {
  const setIn = (testApp: TestApp, owner: Person, circle: Circle) => (threshold: number) =>
    testApp.call(owner, 'PUT', `app/circle/${circle._id}/rules`, { threshold })

  test('of a full circle are not changed by the owner alone', async ({ testApp }) => {
    const { circle, owner } = await createMotionCircle(testApp, [6, 6])
    const refused = await setIn(testApp, owner, circle)(60)
    expect([refused.status, refused.body.code]).toEqual([409, 'rules_by_motion'])
  })

  test('back in gathering are changed by the owner only if no motion has set them', async ({ testApp }) => {
    for (const isSetByMotion of [false, true]) {
      const { circle, owner, members, made, vote } = await createMotionCircle(testApp, [6, 4, 2])
      const [second, third] = members as [Person, Person]
      if (isSetByMotion) {
        const rules = { countBy: 'people', threshold: 66, quorum: 50, vetoBlocks: true }
        const motion = await made(second, { facts: { kind: 'rules', rules } })
        for (const person of [owner, second, third]) await vote(person, motion, 'yes')
      }
      const release = await made(third, { facts: { kind: 'release' } })
      for (const person of [owner, second]) await vote(person, release, 'yes')
      const answer = await setIn(testApp, owner, circle)(70)
      expect([isSetByMotion, answer.status, answer.body.code]).toEqual([
        isSetByMotion,
        isSetByMotion ? 409 : 200,
        isSetByMotion ? 'rules_by_motion' : undefined,
      ])
    }
  })
})

describe('the current charter', () => {
  test('can be agreed to later by every member, in the version they have read', async ({ testApp }) => {
    const { circle, owner, members, made, vote } = await createMotionCircle(testApp, [6, 6])
    const [other] = members as [Person]
    const accept = (person: Person, version: number) => testApp.call(person, 'POST', `app/circle/${circle._id}/charter/accept`, { version })
    const rules = { countBy: 'arcs', threshold: 60, quorum: 50, vetoBlocks: false }
    const motion = await made(owner, { facts: { kind: 'rules', rules } })
    for (const person of [owner, other]) await vote(person, motion, 'yes')
    const stale = await accept(other, 1)
    expect([stale.status, stale.body.code]).toEqual([409, 'charter_changed'])
    for (const _ of [1, 2]) {
      expect((await accept(other, 2)).data()).toMatchObject({ current: { version: 2 }, accepted: { version: 2 } })
    }
    expect((await accept(await testApp.seed.investor(), 2)).status).toBe(403)
    expect((await accept(other, 0)).status).toBe(400)
    const rows = await testApp.db.selectFrom('charter_acceptances').select('version').where('user_id', '=', other._id).execute()
    expect(rows.map(({ version }) => version).sort()).toEqual([1, 2])
    expect((await testApp.call(other, 'GET', `app/circle/${circle._id}/stage`)).data<StageLine>().stage).toBe('deciding')
  })
})
