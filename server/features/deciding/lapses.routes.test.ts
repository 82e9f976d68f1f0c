import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createMotionCircle } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

const membershipOf = async (testApp: TestApp, circleId: string, person: Person) =>
  testApp.db
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', person._id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()

describe('an open motion lapses', () => {
  test('when its proposer’s account is deleted: it cannot be voted on, and the others see why', async ({ testApp }) => {
    const { made, owner, members, vote, read, url } = await createMotionCircle(testApp, [6, 4, 2])
    const [proposer, other] = members as [Person, Person]
    const [theirs, others] = [await made(proposer), await made(owner, { title: 'Plant a tree' })]
    await vote(owner, theirs, 'yes')
    expect((await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/user/${proposer._id}`)).status).toBe(204)
    expect(await read(other, theirs)).toMatchObject({
      standing: { outcome: 'lapsed' },
      lapsedBecause: 'Its proposer’s account was deleted',
      mayVote: false,
      endedAt: expect.any(String),
    })
    expect((await read(other, theirs)).record.at(-1)?.words).toBe('A motion lapsed without a result: Its proposer’s account was deleted')
    expect((await read(other, others)).lapsedBecause).toBe('The circle went back to gathering')
    expect((await vote(other, theirs, 'yes')).body.code).toBe('motion_closed')
    const { open, closed } = (await testApp.call(other, 'GET', url)).data<{ open: object[]; closed: object[] }>()
    expect([open.length, closed.length]).toEqual([0, 2])
  })

  test('when a release or a removal makes the circle gather again, where there are no motions', async ({ testApp }) => {
    for (const how of ['release', 'removal'] as const) {
      const { made, propose, owner, members, vote, read, circle } = await createMotionCircle(testApp, [6, 4, 2])
      const [second, third] = members as [Person, Person]
      const motion = await made(owner)
      for (const person of [owner, second]) await vote(person, motion, 'yes')
      if (how === 'release') {
        const release = await made(third, { facts: { kind: 'release' } })
        for (const person of [owner, second]) await vote(person, release, 'yes')
        expect((await read(owner, release)).standing.outcome).toBe('passed')
      } else {
        const { id } = await membershipOf(testApp, circle._id, third)
        await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/circle-membership/${id}`)
      }
      expect([how, await read(owner, motion)]).toMatchObject([
        how,
        { standing: { outcome: 'lapsed' }, lapsedBecause: 'The circle went back to gathering', mayComeAgainAt: null },
      ])
      const notices = (await testApp.call(second, 'GET', 'app/notice')).data<{ items: Notice[] }>().items
      expect(notices.map(({ words }) => words)).toContain('“Paint the fence” ended without a result: the circle went back to gathering')
      expect((await propose(owner)).body.code).toBe('motion_kind_not_now')
    }
  })

  test('when the same motion of another member passes', async ({ testApp }) => {
    const { made, owner, members, vote, read } = await createMotionCircle(testApp, [6, 6])
    const [other] = members as [Person]
    const [first, second, different] = [await made(owner), await made(other), await made(other, { title: 'Plant a tree' })]
    for (const person of [owner, other]) await vote(person, second, 'yes')
    expect((await read(owner, second)).standing.outcome).toBe('passed')
    expect(await read(owner, first)).toMatchObject({ standing: { outcome: 'lapsed' }, lapsedBecause: 'The same motion passed' })
    expect((await read(owner, different)).standing.outcome).toBe('open')
  })
})

describe('a motion on which everyone has voted', () => {
  /** As if the arcs had been bought this many days ago. */
  const holdSince = (testApp: TestApp, circleId: string, days: number) =>
    sql`update arcs set held_since = clock_timestamp() - ${days} * interval '1 day' where circle_id = ${circleId} and membership_id is not null`.execute(
      testApp.db,
    )

  test('within a day of the last purchase closes as soon as every arc has been held for a day', async ({ testApp }) => {
    const { made, owner, members, vote, read, circle } = await createMotionCircle(testApp, [6, 6])
    await holdSince(testApp, circle._id, 0.5)
    const [motion, unfinished] = [await made(owner), await made(owner, { title: 'Plant a tree' })]
    for (const person of [owner, ...members]) await vote(person, motion, 'yes')
    await vote(owner, unfinished, 'yes')
    await testApp.runTask('close-votes')
    expect((await read(owner, motion)).endedAt).toBeNull()
    await holdSince(testApp, circle._id, 1.01)
    await testApp.runTask('close-votes')
    expect((await read(owner, motion)).standing).toMatchObject({ outcome: 'passed', of: 12, yes: 12, late: 0 })
    expect((await read(owner, unfinished)).endedAt).toBeNull()
  })

  test('closes by its last vote if every arc has been held for a day', async ({ testApp }) => {
    const { made, owner, members, vote, read } = await createMotionCircle(testApp, [6, 6])
    const motion = await made(owner)
    for (const person of [owner, ...members]) await vote(person, motion, 'yes')
    expect((await read(owner, motion)).standing.outcome).toBe('passed')
  })
})
