import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { StageLine } from '#contract/motions.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createMotionCircle, inDays, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'
import { listing } from '#server/testing/voting-circle.ts'

checkLedgerAfterEach()

describe('the effect of a passed motion', () => {
  test('happens once, however many triggers come at the same time', async ({ testApp }) => {
    const { made, owner, members, vote, url, circle } = await createMotionCircle(testApp, [7, 4, 1])
    const [other] = members
    if (!other) throw new Error('no member')
    const motion = await made(owner, { title: 'Grace keeps the book', facts: { kind: 'treasurer', member: other._id } })
    await vote(owner, motion, 'yes')
    await vote(other, motion, 'yes')
    await passMotionClosing(testApp, motion._id)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 5 === 0
          ? testApp.runTask('close-votes')
          : testApp.call(owner, 'POST', url, { title: `Other ${index}`, text: 'x', facts: { kind: 'general' }, closesAt: inDays(2) }),
      ),
    )
    const count = async (table: 'motion_effects' | 'motion_closings') =>
      (await testApp.db.selectFrom(table).select('record_id').where('motion_id', '=', motion._id).execute()).length
    const treasurers = await testApp.db.selectFrom('treasurers').select('user_id').where('circle_id', '=', circle._id).execute()
    expect([await count('motion_closings'), await count('motion_effects'), treasurers.length]).toEqual([1, 1, 1])
    expect((await testApp.call(owner, 'GET', `${url}/basis`)).data()).toMatchObject({ treasurer: { _id: other._id } })
    expect(
      (
        await testApp.db
          .selectFrom('decision_record')
          .select('id')
          .where('kind', '=', 'motion_closed')
          .where('circle_id', '=', circle._id)
          .execute()
      ).length,
    ).toBe(1)
  })

  test('sets the reserve and the rules', async ({ testApp }) => {
    const { made, owner, vote, url, circle } = await createMotionCircle(testApp, [12])
    const reserve = await made(owner, { facts: { kind: 'reserve', floorCents: 900_000, emergencyCents: 75_000 } })
    await vote(owner, reserve, 'yes')
    const rules = { countBy: 'people', threshold: 66, quorum: 75, vetoBlocks: true }
    const change = await made(owner, { facts: { kind: 'rules', rules } })
    await vote(owner, change, 'yes')
    expect((await testApp.call(owner, 'GET', `${url}/basis`)).data()).toMatchObject({
      reserve: { floorCents: 900_000, emergencyCents: 75_000 },
      rules,
      charterVersion: 2,
    })
    expect((await testApp.call(owner, 'GET', `app/circle/${circle._id}/charter`)).data()).toMatchObject({ current: { rules } })
  })

  test('frees the arcs of a released member, and the circle gathers again', async ({ testApp }) => {
    const { made, propose, owner, members, vote, circle } = await createMotionCircle(testApp, [5, 4, 3])
    const [, third] = members
    if (!third) throw new Error('no member')
    expect((await propose(owner, { facts: { kind: 'release' } })).body.code).toBe('owner_hands_over_first')
    const motion = await made(third, { facts: { kind: 'release' } })
    expect(motion.standing).toMatchObject({ of: 9, leftOut: 3, passesFrom: 5 })
    for (const person of [owner, ...members.slice(0, 1)]) await vote(person, motion, 'yes')
    const shown = (await testApp.call(owner, 'GET', `app/circle/${circle._id}`)).data<Circle>()
    expect([shown.sharesAvailable, shown.memberCount]).toEqual([3, 2])
    const stage = (await testApp.call(owner, 'GET', `app/circle/${circle._id}/stage`)).data<StageLine>()
    expect(stage.stage).toBe('gathering')
    expect(stage.began.map((each) => each.stage)).toEqual(['gathering'])
    const newcomer = await testApp.seed.investor()
    const join = await testApp.call(newcomer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 225_000 })
    expect(join.status).toBe(200)
  })

  test('ends the circle: commitments end, members still read it, nobody can join', async ({ testApp }) => {
    const { made, propose, owner, members, vote, circle, read } = await createMotionCircle(testApp, [10, 2])
    const [other] = members
    if (!other) throw new Error('no member')
    const open = await made(other)
    const motion = await made(owner, { facts: { kind: 'wind_up' } })
    await vote(owner, motion, 'yes')
    await vote(other, motion, 'no')
    expect((await read(other, motion)).standing.outcome).toBe('passed')
    const stage = (await testApp.call(other, 'GET', `app/circle/${circle._id}/stage`)).data<StageLine>()
    expect([stage.stage, stage.sentence.lead]).toEqual(['ended', 'This circle has ended.'])
    expect((await testApp.call(null, 'GET', `public/circle/${circle._id}`)).status).toBe(404)
    const lapsed = await read(other, open)
    expect([lapsed.standing.outcome, lapsed.mayVote, lapsed.record.at(-1)?.words]).toEqual([
      'lapsed',
      false,
      '“Paint the fence” lapsed without a result: The circle ended',
    ])
    expect((await vote(owner, open, 'yes')).body.code).toBe('circle_ended')
    const stranger = await testApp.seed.investor()
    expect((await testApp.call(stranger, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })).status).toBe(404)
    expect((await testApp.call(other, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })).body.code).toBe(
      'circle_ended',
    )
    expect((await propose(owner)).body.code).toBe('circle_ended')
  })
})

test('a treasurer who has left is not the treasurer again when they come back', async ({ testApp }) => {
  const { made, owner, members, vote, url, circle } = await createMotionCircle(testApp, [8, 4])
  const [other] = members
  if (!other) throw new Error('no member')
  const named = await made(owner, { facts: { kind: 'treasurer', member: other._id } })
  for (const person of [owner, other]) await vote(person, named, 'yes')
  const treasurer = async () => (await testApp.call(owner, 'GET', `${url}/basis`)).data<{ treasurer: { _id: string } | null }>().treasurer
  expect((await treasurer())?._id).toBe(other._id)
  const release = await made(other, { facts: { kind: 'release' } })
  await vote(owner, release, 'yes')
  await testApp.call(other, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 300_000 })
  expect(await treasurer()).toBeNull()
})

test('a member whose release is due writes nothing more into the circle', async ({ testApp }) => {
  const { made, members, owner, vote, circle } = await createMotionCircle(testApp, [7, 3, 2])
  const [leaver] = members as [Person]
  const property = await testApp.call(leaver, 'POST', 'app/property', { ...listing, circle: circle._id })
  const release = await made(leaver, { facts: { kind: 'release' } })
  await vote(owner, release, 'yes')
  await passMotionClosing(testApp, release._id)
  const changed = await testApp.call(leaver, 'PUT', `app/property/${property.data<{ _id: string }>()._id}`, { price: 1 })
  const added = await testApp.call(leaver, 'POST', 'app/property', { ...listing, circle: circle._id })
  expect([changed.status, added.status]).toEqual([404, 403])
})

test('who leaves and comes back has not voted, and is not released by an earlier motion', async ({ testApp }) => {
  const { made, members, owner, vote, read, circle, url } = await createMotionCircle(testApp, [5, 4, 3])
  const [, returning] = members as [Person, Person]
  const general = await made(owner)
  await vote(returning, general, 'yes', 'Blue, please.')
  const release = await made(returning, { facts: { kind: 'release' } })
  const again = await made(returning, { facts: { kind: 'release' } })
  for (const person of [owner, ...members.slice(0, 1)]) await vote(person, again, 'yes')
  await testApp.call(returning, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 3 * 75_000 })
  for (const motion of [general, release]) {
    expect([(await vote(owner, motion, 'yes')).body.code, (await read(owner, motion)).standing.outcome]).toEqual([
      'motion_closed',
      'lapsed',
    ])
  }
  expect((await testApp.call(returning, 'GET', url)).status).toBe(200)
})
