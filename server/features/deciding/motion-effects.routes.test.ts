import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Motion, StageLine } from '#contract/motions.ts'
import { newId } from '#server/db/ids.ts'
import { changeHolding } from '#server/shared/acquisitions/change-holding.ts'
import { createBuyingCircle } from '#server/testing/buying-circle.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createMotionCircle, inDays, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
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

describe('once something is bought', () => {
  /** As if a purchase had gone on to this stage. */
  const goTo = (testApp: TestApp, circleId: string, holding: 'buying' | 'owning' | null) =>
    testApp.db.transaction().execute((tx) => changeHolding(tx, circleId, holding))

  test('motions that were open are counted by arcs and need half, and a release ends without a result', async ({ testApp }) => {
    const { made, propose, members, owner, vote, read, circle, url } = await createMotionCircle(testApp, [6, 4, 2])
    const [, third] = members as [Person, Person]
    const rules = await made(owner, { facts: { kind: 'rules', rules: { countBy: 'people', threshold: 30, quorum: 0, vetoBlocks: false } } })
    for (const person of [owner, ...members]) await vote(person, rules, 'yes')
    const general = await made(third)
    expect([general.countBy, general.standing.passesFrom]).toEqual(['people', 1])
    const release = await made(third, { facts: { kind: 'release' } })
    await vote(third, general, 'yes')
    await goTo(testApp, circle._id, 'buying')
    expect((await read(owner, release)).lapsedBecause).toBe('The circle went on, and motions of this kind are not made any more')
    const shown = await read(owner, general)
    expect([shown.countBy, shown.standing.of, shown.standing.passesFrom]).toEqual(['arcs', 12, 7])
    expect(shown.rule.words).toBe('Passes with more than half of the arcs that may vote.')
    await passMotionClosing(testApp, general._id)
    const closed = await read(owner, general)
    expect([closed.standing.outcome, closed.countBy, closed.standing.words]).toEqual([
      'did_not_pass',
      'arcs',
      '2 of 12 arcs voted; 2 yes, it took 7',
    ])
    // Its rule stays, whatever becomes of the circle.
    await goTo(testApp, circle._id, null)
    expect(await read(owner, general)).toMatchObject({ countBy: 'arcs', rule: { words: shown.rule.words }, standing: closed.standing })
    const facts = { kind: 'call', amountCents: 1, dueDay: '2040-01-01', why: 'Roof' }
    expect((await propose(owner, { facts })).body.code).toBe('motion_kind_not_now')
    // Of the kinds of other stages the form knows nothing.
    const basis = (await testApp.call(owner, 'GET', `${url}/basis`)).data<{ kinds: string[]; notNow: { kind: string; why: string }[] }>()
    expect(basis.kinds).not.toContain('call')
    expect(basis.notNow.map(({ kind }) => kind)).toEqual(['release', 'let_go'])
  })

  test('a call for money opens once, in equal parts per arc, and its reason is erased with its proposer', async ({ testApp }) => {
    const { made, propose, owner, members, vote, circle } = await createMotionCircle(testApp, [7, 4, 1])
    await goTo(testApp, circle._id, 'owning')
    const facts = { kind: 'call', amountCents: 1_000_001, dueDay: inDays(30).slice(0, 10), why: 'The roof over unit 3' }
    const early = await propose(owner, { facts: { ...facts, dueDay: inDays(1).slice(0, 10) } })
    expect(early.body.fields).toEqual([{ field: 'facts.dueDay', message: 'Choose a day after voting closes' }])
    const motion = await made(owner, { facts })
    expect(motion.facts).toEqual(facts)
    expect(motion.standing.passesFrom).toBe(7)
    await vote(owner, motion, 'yes')
    await passMotionClosing(testApp, motion._id)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? testApp.runTask('close-votes') : vote(members[0] ?? owner, motion, 'no'))),
    )
    const calls = await testApp.db.selectFrom('calls').selectAll().where('circle_id', '=', circle._id).execute()
    expect(calls.map(({ amount_cents, due_day, motion_id }) => [amount_cents, due_day, motion_id])).toEqual([
      [1_000_001, facts.dueDay, motion._id],
    ])
    const parts = await testApp.db
      .selectFrom('call_parts')
      .select('amount_cents')
      .where('call_id', '=', calls[0]?.id ?? '')
      .execute()
    expect(new Set(parts.map(({ amount_cents }) => amount_cents))).toEqual(new Set([83_333, 83_334]))
    const stored = await testApp.db.selectFrom('motions').select('facts').where('id', '=', motion._id).executeTakeFirstOrThrow()
    expect(stored.facts).not.toHaveProperty('why')
    await goTo(testApp, circle._id, null)
  })

  test('a purchase is given up by a motion once anything was paid, once', async ({ testApp }) => {
    const { owner, people, circle, acquisitionId, account } = await createBuyingCircle(testApp, [2, 1, 1])
    const url = `app/motion/${circle._id}`
    await sql`update arcs set held_since = clock_timestamp() - interval '7 days' where circle_id = ${circle._id}`.execute(testApp.db)
    const proposal = { title: 'Give it up', text: 'x', facts: { kind: 'give_up', why: 'The seller backs out' }, closesAt: inDays(2) }
    const first = await testApp.call(owner, 'POST', url, proposal)
    expect(first.body.code).toBe('owner_gives_up')
    await testApp.db
      .insertInto('contributions')
      .values({
        id: newId(),
        circle_id: circle._id,
        payer: owner._id,
        bank_account_id: account,
        amount_cents: 100,
        day: '2026-11-01',
        recorded_by: owner._id,
      })
      .execute()
    const motion = (await testApp.call(owner, 'POST', url, proposal)).data<Motion>()
    for (const person of people) await testApp.call(person, 'POST', `${url}/${motion._id}/vote`, { choice: 'yes' })
    const ended = await testApp.db
      .selectFrom('acquisitions')
      .select(['outcome', 'motion_id'])
      .where('id', '=', acquisitionId)
      .executeTakeFirst()
    expect(ended).toEqual({ outcome: 'given_up', motion_id: motion._id })
    const { stage } = (await testApp.call(owner, 'GET', `app/circle/${circle._id}/stage`)).data<StageLine>()
    expect(stage).toBe('deciding')
  })
})
