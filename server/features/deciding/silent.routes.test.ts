import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Deciding } from '#contract/deciding.ts'
import type { StageLine } from '#contract/motions.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createMotionCircle, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { fallSilent, passDaysAway } from '#server/testing/silence.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { listing } from '#server/testing/voting-circle.ts'

checkLedgerAfterEach()

const mailsTo = async (testApp: TestApp, { _id }: Person) =>
  (await testApp.db.selectFrom('mails').select('template').where('user_id', '=', _id).where('template', '=', 'you-are-missed').execute())
    .length

const isSilent = async (testApp: TestApp, { _id }: Person) =>
  (await testApp.db.selectFrom('silences').select('id').where('user_id', '=', _id).where('ended_at', 'is', null).execute()).length === 1

describe('a member who has been away for long', () => {
  test('gets two mails, a week apart, and is silent after sixty days', async ({ testApp }) => {
    const { members } = await createMotionCircle(testApp, [8, 4])
    const [away] = members as [Person]
    const seen: [number, boolean][] = []
    await testApp.runTask('find-silent')
    for (const days of [45, 1, 6, 1, 6, 1]) {
      await passDaysAway(testApp, away, days)
      await testApp.runTask('find-silent')
      await testApp.runTask('find-silent')
      seen.push([await mailsTo(testApp, away), await isSilent(testApp, away)])
    }
    expect(seen).toEqual([
      [0, false],
      [1, false],
      [1, false],
      [2, false],
      [2, false],
      [2, true],
    ])
  })

  test('is sent again what could not be mailed, and is not silent before two mails have left', async ({ testApp }) => {
    const { members } = await createMotionCircle(testApp, [8, 4])
    const [away] = members as [Person]
    const seen: [number, boolean][] = []
    await testApp.runTask('find-silent')
    for (const days of [46, 7, 7]) {
      await passDaysAway(testApp, away, days)
      await testApp.runTask('find-silent')
      seen.push([await mailsTo(testApp, away), await isSilent(testApp, away)])
      if (days === 46) await testApp.db.updateTable('mails').set({ status: 'failed' }).where('template', '=', 'you-are-missed').execute()
    }
    await testApp.db.deleteFrom('mails').where('template', '=', 'you-are-missed').execute()
    await passDaysAway(testApp, away, 1)
    await testApp.runTask('find-silent')
    expect([...seen, await isSilent(testApp, away)]).toEqual([[1, false], [2, false], [3, false], true])
  })

  test('does not stop a motion of three quarters; nothing passes with half of all arcs or less', async ({ testApp }) => {
    const { made, members, owner, vote, read } = await createMotionCircle(testApp, [7, 2, 3])
    const [second, away] = members as [Person, Person]
    await fallSilent(testApp, away)
    const motion = await made(owner, { facts: { kind: 'wind_up' } })
    expect(motion.standing).toMatchObject({ of: 9, silent: 3, leftOut: 0, passesFrom: 7 })
    expect(motion.ballots.map(({ user, isSilent: silent }) => [user, silent]).filter(([, silent]) => silent)).toEqual([[away._id, true]])
    await vote(second, motion, 'no')
    await vote(owner, motion, 'yes')
    expect((await read(owner, motion)).standing.outcome).toBe('passes')
    await passMotionClosing(testApp, motion._id)
    const closed = await read(owner, motion)
    expect([closed.standing.outcome, closed.standing.silent, closed.standing.words]).toEqual([
      'passed',
      3,
      '9 of 9 arcs voted; passed with 7 yes',
    ])
    expect(closed.ballots.find(({ user }) => user === away._id)).toMatchObject({ isSilent: true, choice: null })
  })

  test('passes nothing with half of all arcs', async ({ testApp }) => {
    const { made, members, owner, vote, read } = await createMotionCircle(testApp, [6, 1, 5])
    const [, away] = members as [Person, Person]
    await fallSilent(testApp, away)
    const motion = await made(owner)
    await vote(owner, motion, 'yes')
    expect((await read(owner, motion)).standing).toMatchObject({ of: 7, yes: 6, passesFrom: 7, outcome: 'open' })
    await passMotionClosing(testApp, motion._id)
    expect((await read(owner, motion)).standing).toMatchObject({ outcome: 'did_not_pass', words: '6 of 7 arcs voted; 6 yes, it took 7' })
  })

  test('counts again from any request on, a refused one too, and can vote', async ({ testApp }) => {
    const { made, members, owner, vote, read } = await createMotionCircle(testApp, [6, 3, 3])
    const [, away] = members as [Person, Person]
    await fallSilent(testApp, away)
    const motion = await made(owner)
    expect(motion.standing.of).toBe(9)
    expect((await testApp.call(away, 'GET', 'admin/user')).status).toBe(403)
    expect((await read(owner, motion)).standing).toMatchObject({ of: 12, silent: 0 })
    expect((await vote(away, motion, 'no')).status).toBe(200)
    // The mails of before count no more.
    await passDaysAway(testApp, away, 60)
    await testApp.runTask('find-silent')
    expect(await isSilent(testApp, away)).toBe(false)
    expect(await mailsTo(testApp, away)).toBe(3)
  })

  test('stays left out of what was due before they came back', async ({ testApp }) => {
    const { made, members, owner, vote, read } = await createMotionCircle(testApp, [7, 2, 3])
    const [, away] = members as [Person, Person]
    await fallSilent(testApp, away)
    const motion = await made(owner, { facts: { kind: 'wind_up' } })
    await vote(owner, motion, 'yes')
    await passMotionClosing(testApp, motion._id)
    expect((await testApp.call(away, 'GET', 'app/profile')).status).toBe(200)
    expect((await read(away, motion)).standing).toMatchObject({ outcome: 'passed', of: 9, silent: 3 })
  })

  test('is left out of votes on properties, whose outcome says why it changed', async ({ testApp }) => {
    const { members, owner, circle } = await createMotionCircle(testApp, [6, 6])
    const [away] = members as [Person]
    const added = await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })
    const { _id } = added.data<{ _id: string }>()
    const standing = async () =>
      (await testApp.call(owner, 'GET', `app/property/${circle._id}?id=${_id}`)).data<{ deciding: Deciding }[]>()[0]?.deciding.standing
    await testApp.call(owner, 'POST', `app/property-preference/${_id}`, { user: owner._id, preference: 'invest' })
    await testApp.call(away, 'POST', `app/property-preference/${_id}`, { user: away._id, preference: 'veto' })
    expect(await standing()).toMatchObject({ of: 12, invest: 6 })
    await fallSilent(testApp, away)
    expect(await standing()).toMatchObject({ of: 6, invest: 6, veto: 0, silent: 6, outcome: 'open' })
    const shown = (await testApp.call(owner, 'GET', `app/property/${circle._id}?id=${_id}`)).data<{ deciding: Deciding }[]>()[0]
    expect(shown?.deciding.votes?.map(({ user, isSilent: left }) => [user === away._id, left])).toEqual([
      [false, false],
      [true, true],
    ])
    await testApp.call(away, 'GET', 'app/profile')
    expect(await standing()).toMatchObject({ of: 12, silent: 0 })
  })

  test('is not silent while suspended, because they cannot come', async ({ testApp }) => {
    const { members, owner, made } = await createMotionCircle(testApp, [8, 4])
    const [away] = members as [Person]
    await fallSilent(testApp, away)
    expect((await made(owner)).standing.of).toBe(8)
    await testApp.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', away._id).execute()
    expect((await made(owner, { title: 'Another' })).standing.of).toBe(12)
    await testApp.runTask('find-silent')
    expect(await isSilent(testApp, away)).toBe(false)
  })

  test('a request at the very moment keeps a person from being silent', async ({ testApp }) => {
    const { members } = await createMotionCircle(testApp, [8, 4])
    const [away] = members as [Person]
    await testApp.runTask('find-silent')
    for (const days of [46, 7]) {
      await passDaysAway(testApp, away, days)
      await testApp.runTask('find-silent')
    }
    await passDaysAway(testApp, away, 7)
    await Promise.all([testApp.runTask('find-silent'), testApp.call(away, 'GET', 'app/profile'), testApp.runTask('find-silent')])
    expect(await isSilent(testApp, away)).toBe(false)
  })
})

test('a last request is stored once an hour, not with each request', async ({ testApp }) => {
  const person = await testApp.seed.investor()
  const at = async () =>
    (await testApp.db.selectFrom('last_requests').select('at').where('user_id', '=', person._id).executeTakeFirst())?.at.getTime()
  await testApp.call(person, 'GET', 'app/profile')
  const first = await at()
  await testApp.call(person, 'GET', 'app/profile')
  expect(await at()).toBe(first)
  await sql`update last_requests set at = at - interval '61 minutes' where user_id = ${person._id}`.execute(testApp.db)
  await testApp.call(person, 'GET', 'app/profile')
  expect((await at()) ?? 0).toBeGreaterThanOrEqual(first ?? 0)
})

describe('a motion to let a member go', () => {
  test('needs a reason, has no vote for the member, and frees their arcs', async ({ testApp }) => {
    const { made, propose, members, owner, vote, circle } = await createMotionCircle(testApp, [5, 4, 3])
    const [second, away] = members as [Person, Person]
    const facts = { kind: 'let_go', member: away._id }
    expect((await propose(second, { facts })).body.code).toBe('not_to_be_let_go')
    await fallSilent(testApp, away)
    expect((await propose(second, { facts: { ...facts, member: owner._id } })).body.code).toBe('not_to_be_let_go')
    const motion = await made(second, { facts })
    // Their arcs are left out, once: not as silent ones too.
    expect(motion.standing).toMatchObject({ of: 9, leftOut: 3, silent: 0, passesFrom: 7 })
    await vote(second, motion, 'yes')
    await vote(owner, motion, 'yes')
    const shown = (await testApp.call(owner, 'GET', `app/circle/${circle._id}`)).data<Circle>()
    expect([shown.sharesAvailable, shown.memberCount]).toEqual([3, 2])
    expect((await testApp.call(owner, 'GET', `app/circle/${circle._id}/stage`)).data<StageLine>().stage).toBe('gathering')
    const mails = await testApp.db.selectFrom('mails').select('template').where('user_id', '=', away._id).execute()
    expect(mails.map(({ template }) => template)).toContain('member-removed')
  })

  test('ends without a result if the member has come back', async ({ testApp }) => {
    const { made, members, owner, vote, read } = await createMotionCircle(testApp, [5, 4, 3])
    const [second, away] = members as [Person, Person]
    await fallSilent(testApp, away)
    const motion = await made(second, { facts: { kind: 'let_go', member: away._id } })
    expect((await vote(away, motion, 'no')).body.code).toBe('no_vote_here')
    await vote(second, motion, 'yes')
    await vote(owner, motion, 'yes')
    const closed = await read(owner, motion)
    expect([closed.standing.outcome, closed.lapsedBecause]).toEqual(['lapsed', 'The reason to let this member go does not hold any more'])
  })

  test('is possible for a member who was asked twice over thirty days and has not accepted the charter', async ({ testApp }) => {
    const { propose, members, owner, circle, made, vote } = await createMotionCircle(testApp, [5, 4, 3])
    const [second, third] = members as [Person, Person]
    const passRules = async (threshold: number) => {
      const rules = await made(owner, { facts: { kind: 'rules', rules: { countBy: 'arcs', threshold, quorum: 50, vetoBlocks: false } } })
      for (const person of [owner, ...members]) await vote(person, rules, 'yes')
    }
    const facts = { kind: 'let_go', member: third._id }
    const remind = async () => {
      expect((await testApp.call(owner, 'POST', `app/acquisition/${circle._id}/remind-charter`)).status).toBe(200)
    }
    const passThirtyDays = async () => {
      await sql`alter table charter_asks disable trigger user`.execute(testApp.db)
      await sql`update charter_asks set at = at - interval '30 days' where circle_id = ${circle._id}`.execute(testApp.db)
      await sql`alter table charter_asks enable trigger user`.execute(testApp.db)
      await sql`update memberships set created_at = created_at - interval '40 days' where circle_id = ${circle._id}`.execute(testApp.db)
      await sql`update circles set charter_reminded_at = null where id = ${circle._id}`.execute(testApp.db)
    }
    await passRules(60)
    await remind()
    expect((await propose(second, { facts })).body.code).toBe('not_to_be_let_go')
    await passThirtyDays()
    await remind()
    expect((await propose(second, { facts })).status).toBe(200)
    await testApp.call(third, 'POST', `app/circle/${circle._id}/charter/accept`, { version: 2 })
    expect((await propose(owner, { facts })).body.code).toBe('not_to_be_let_go')
    // Being asked for a version that one accepted counts no more.
    await passRules(70)
    await passThirtyDays()
    await remind()
    expect((await propose(owner, { facts })).body.code).toBe('not_to_be_let_go')
    await passThirtyDays()
    await remind()
    expect((await propose(owner, { facts })).status).toBe(200)
  })
})

describe('a motion for a new owner', () => {
  test('passes with the yes of the member named, and hands the circle over', async ({ testApp }) => {
    const { made, propose, members, owner, vote, read, circle } = await createMotionCircle(testApp, [3, 8, 1])
    const [second, third] = members as [Person, Person]
    expect((await propose(third, { facts: { kind: 'owner', member: owner._id } })).body.code).toBe('already_owner')
    const facts = { kind: 'owner', member: third._id }
    const refused = await made(second, { facts })
    for (const person of [owner, second]) await vote(person, refused, 'yes')
    await vote(third, refused, 'abstain')
    expect((await read(owner, refused)).standing).toMatchObject({ outcome: 'did_not_pass', yes: 11 })
    const motion = await made(third, { facts })
    for (const person of [owner, second, third]) await vote(person, motion, 'yes')
    expect((await read(owner, motion)).standing.outcome).toBe('passed')
    const owners = await testApp.db
      .selectFrom('memberships')
      .select('user_id')
      .where('circle_id', '=', circle._id)
      .where('is_owner', '=', true)
      .execute()
    expect(owners.map(({ user_id }) => user_id)).toEqual([third._id])
  })

  test('replaces a silent owner even with less than half of all arcs', async ({ testApp }) => {
    const { made, members, owner, vote, read, circle } = await createMotionCircle(testApp, [8, 3, 1])
    const [second] = members as [Person]
    await fallSilent(testApp, owner)
    const motion = await made(second, { facts: { kind: 'owner', member: second._id } })
    expect(motion.standing).toMatchObject({ of: 4, silent: 8, passesFrom: 3 })
    await vote(second, motion, 'yes')
    await passMotionClosing(testApp, motion._id)
    expect((await read(second, motion)).standing.outcome).toBe('passed')
    const row = await testApp.db
      .selectFrom('memberships')
      .select('user_id')
      .where('circle_id', '=', circle._id)
      .where('is_owner', '=', true)
      .executeTakeFirst()
    expect(row?.user_id).toBe(second._id)
  })
})
