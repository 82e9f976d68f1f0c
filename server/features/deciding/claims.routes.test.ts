import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { changeBeforeLock } from '#server/testing/change-before-lock.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createMotionCircle, inDays, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

const spend = (changes: object = {}) => ({
  title: 'Repair the roof',
  text: 'It leaks.',
  payee: 'Weller Roofing LLC',
  facts: { kind: 'spend', amountCents: 9_000_000, category: 'repairs', repeats: null, relatedMember: null, ...changes },
})

/** A minority (1 of 12 arcs) has proposed a spend and says that its payee is related to the owner, who holds the rest. */
async function claimAgainstOwner(testApp: TestApp) {
  const made = await createMotionCircle(testApp, [11, 1])
  const [minority] = made.members as [Person]
  const motion = await made.made(minority, spend({ relatedMember: made.owner._id }))
  const answer = (person: Person, isSo: boolean, more: object = {}) =>
    testApp.call(person, 'POST', `${made.url}/${motion._id}/claim`, { isSo, ...more })
  return { ...made, minority, motion, answer }
}

const noticesOf = async (testApp: TestApp, person: Person) =>
  (await testApp.call(person, 'GET', 'app/notice?unread=true')).data<{ items: Notice[] }>().items

describe('a claim about another member', () => {
  test('silences nobody: the motion neither closes nor passes against the member named', async ({ testApp }) => {
    const { owner, minority, motion, vote, read } = await claimAgainstOwner(testApp)
    expect(motion).toMatchObject({ standing: { of: 12, leftOut: 0 }, claim: { member: { _id: owner._id }, isSo: null, answeredAt: null } })
    await vote(minority, motion, 'yes')
    expect((await read(owner, motion)).standing.outcome).toBe('open')
    expect((await vote(owner, motion, 'no')).status).toBe(200)
    expect((await read(owner, motion)).standing).toMatchObject({ outcome: 'did_not_pass', yes: 1, no: 11 })
  })

  test('reaches that member at once, by notice and mail, and waits for them', async ({ testApp }) => {
    const { owner, minority, motion, read, vote, circle } = await claimAgainstOwner(testApp)
    const words = '“Repair the roof” says that its payee is related to you: please say whether that is so'
    expect((await noticesOf(testApp, owner)).map((notice) => notice.words)).toContain(words)
    const mails = await testApp.db
      .selectFrom('mails')
      .select('props')
      .where('to_address', '=', owner.email)
      .where('template', '=', 'motion-claim')
      .execute()
    expect(mails).toMatchObject([{ props: { link: expect.stringContaining(`/circle/${circle._id}/motion/${motion._id}`) } }])
    expect([(await read(owner, motion)).mayAnswerClaim, (await read(minority, motion)).mayAnswerClaim]).toEqual([true, false])
    await vote(owner, motion, 'yes')
    const needs = (await testApp.call(owner, 'GET', 'app/needs-you')).data<{ items: { kind: string; path: string }[] }>().items
    expect(needs.filter(({ kind }) => kind === 'motion')).toHaveLength(1)
  })

  test('answered with so takes the arcs out for good; the motion never closes before its date', async ({ testApp }) => {
    const { owner, minority, motion, answer, vote, read } = await claimAgainstOwner(testApp)
    expect((await answer(minority, true)).status).toBe(403)
    expect((await answer(owner, true)).data()).toMatchObject({
      claim: { isSo: true, answeredAt: expect.any(String) },
      mayAnswerClaim: false,
      mayVote: false,
      standing: { of: 1, leftOut: 11 },
    })
    expect((await vote(owner, motion, 'no')).body.code).toBe('no_vote_here')
    expect((await answer(owner, true)).status).toBe(200)
    expect((await answer(owner, false)).body.code).toBe('claim_answered')
    await vote(minority, motion, 'yes')
    await testApp.runTask('close-votes')
    expect((await read(owner, motion)).standing.outcome).toBe('passes')
    await passMotionClosing(testApp, motion._id)
    expect((await read(owner, motion)).standing).toMatchObject({ outcome: 'passed', of: 1, leftOut: 11 })
  })

  test('answered with not so leaves the vote; both words stand on record', async ({ testApp }) => {
    const { owner, motion, answer, read, url } = await claimAgainstOwner(testApp)
    expect((await answer(owner, false)).data()).toMatchObject({ claim: { isSo: false }, mayVote: true, standing: { of: 12 } })
    expect((await noticesOf(testApp, owner)).map(({ kind }) => kind)).not.toContain('motion_claim')
    expect((await read(owner, motion)).record.map(({ words }) => words)).toEqual([
      '“Repair the roof” was proposed',
      '“Repair the roof” says that its payee is related to another member, who is asked whether that is so',
      'The member named in “Repair the roof” says: that is not so',
    ])
    await expect(sql`delete from motion_claim_answers`.execute(testApp.db)).rejects.toThrow('append-only')
    // They may still declare a conflict later.
    expect((await testApp.call(owner, 'POST', `${url}/${motion._id}/conflict`)).data()).toMatchObject({ mayVote: false })
  })

  test('is answered by declaring the conflict', async ({ testApp }) => {
    const { owner, motion, url } = await claimAgainstOwner(testApp)
    const declared = await testApp.call(owner, 'POST', `${url}/${motion._id}/conflict`, {})
    expect(declared.data()).toMatchObject({ claim: { isSo: true }, mayAnswerClaim: false, standing: { leftOut: 11 } })
  })

  test('cannot be declared as a conflict of another, also not by SQL', async ({ testApp }) => {
    const { owner, minority, motion } = await claimAgainstOwner(testApp)
    await expect(
      sql`insert into motion_conflicts (motion_id, user_id, declared_by) values (${motion._id}, ${owner._id}, ${minority._id})`.execute(
        testApp.db,
      ),
    ).rejects.toThrow('own conflict')
  })
})

test('a member declares a conflict on any motion: their arcs leave the count, and it does not close before its date', async ({
  testApp,
}) => {
  const { owner, members, made, url, vote, read } = await createMotionCircle(testApp, [5, 4, 3])
  const [second, third] = members as [Person, Person]
  const declare = (person: Person, { _id }: { _id: string }) => testApp.call(person, 'POST', `${url}/${_id}/conflict`)
  const motion = await made(owner, { title: 'Let the garden to my sister' })
  expect((await read(second, motion)).mayDeclareConflict).toBe(true)
  expect((await declare(owner, motion)).data()).toMatchObject({
    mayVote: false,
    mayDeclareConflict: false,
    standing: { of: 7, leftOut: 5 },
  })
  for (const person of [second, third]) await vote(person, motion, 'yes')
  expect((await read(owner, motion)).standing.outcome).toBe('passes')
  await passMotionClosing(testApp, motion._id)
  expect((await read(owner, motion)).standing).toMatchObject({ outcome: 'passed', of: 7, leftOut: 5 })

  const release = await made(third, { facts: { kind: 'release' } })
  expect((await declare(second, release)).data()).toMatchObject({ standing: { of: 5, leftOut: 7 } })
  await vote(owner, release, 'yes')
  expect((await read(owner, release)).standing.outcome).toBe('passes')

  const treasurer = await made(owner, { facts: { kind: 'treasurer', member: second._id } })
  expect((await read(second, treasurer)).mayDeclareConflict).toBe(false)
  expect((await declare(second, treasurer)).status).toBe(403)
  expect((await declare(third, treasurer)).status).toBe(200)
})

test('a word on a motion is the caller’s own: another person’s id is refused', async ({ testApp }) => {
  const { owner, minority, motion, url } = await claimAgainstOwner(testApp)
  const bodies = { vote: { choice: 'yes' }, conflict: {}, claim: { isSo: true } }
  for (const [act, body] of Object.entries(bodies)) {
    const foreign = await testApp.call(owner, 'POST', `${url}/${motion._id}/${act}`, { ...body, user: minority._id })
    expect([act, foreign.status, foreign.body.code]).toEqual([act, 403, 'not_yourself'])
  }
  for (const [act, body] of Object.entries(bodies).filter(([name]) => name === 'vote')) {
    expect((await testApp.call(owner, 'POST', `${url}/${motion._id}/${act}`, { ...body, user: owner._id })).status).toBe(200)
  }
})

describe('a motion that was changed', () => {
  const changeTo = (testApp: TestApp, url: string, motion: { _id: string }, person: Person, changes: object) =>
    testApp.call(person, 'PUT', `${url}/${motion._id}`, { ...spend(changes), closesAt: inDays(4) })

  test('has a new version, and a word on the earlier one is refused', async ({ testApp }) => {
    const { made, owner, members, url } = await createMotionCircle(testApp, [6, 6])
    const [reader] = members as [Person]
    const motion = await made(owner, spend({ amountCents: 10_000 }))
    expect(motion.version).toBe(1)
    expect((await changeTo(testApp, url, motion, owner, { amountCents: 9_000_000 })).data()).toMatchObject({ version: 2 })
    for (const [act, body] of [
      ['vote', { choice: 'yes' }],
      ['conflict', {}],
    ] as const) {
      const stale = await testApp.call(reader, 'POST', `${url}/${motion._id}/${act}`, { ...body, version: 1 })
      expect([act, stale.status, stale.body.code]).toEqual([act, 409, 'motion_changed'])
    }
    expect((await testApp.call(reader, 'POST', `${url}/${motion._id}/vote`, { choice: 'no', version: 2 })).status).toBe(200)
    expect((await testApp.call(reader, 'POST', `${url}/${motion._id}/vote`, { choice: 'yes' })).status).toBe(200)
  })

  test('reaches every member but its proposer', async ({ testApp }) => {
    const { made, owner, members, url } = await createMotionCircle(testApp, [6, 3, 3])
    const motion = await made(owner, spend())
    await changeTo(testApp, url, motion, owner, { amountCents: 5 })
    for (const person of [owner, ...members]) {
      const told = (await noticesOf(testApp, person)).filter(({ kind }) => kind === 'motion_changed')
      expect(told).toHaveLength(person === owner ? 0 : 1)
    }
  })

  test('while a vote waits for the circle does not get that vote', async ({ testApp }) => {
    const { made, owner, members, url, circle, read } = await createMotionCircle(testApp, [6, 6])
    const [reader] = members as [Person]
    const motion = await made(owner, spend({ amountCents: 10_000 }))
    const answer = await changeBeforeLock(
      testApp,
      circle._id,
      () => testApp.call(reader, 'POST', `${url}/${motion._id}/vote`, { choice: 'yes', version: 1 }),
      (tx) => tx.updateTable('motions').set({ version: 2 }).where('id', '=', motion._id).execute(),
    )
    expect([answer.status, answer.body.code]).toEqual([409, 'motion_changed'])
    expect((await read(owner, motion)).standing.voted).toBe(0)
  })

  test('is refused once anyone has said a word on it, and keeps whom it names', async ({ testApp }) => {
    const { made, owner, members, url } = await createMotionCircle(testApp, [5, 4, 3])
    const [second, third] = members as [Person, Person]
    const about = { relatedMember: second._id }
    const motion = await made(owner, spend(about))
    expect((await changeTo(testApp, url, motion, owner, {})).body.code).toBe('invalid')
    expect((await changeTo(testApp, url, motion, owner, { ...about, amountCents: 7 })).status).toBe(200)
    await testApp.call(second, 'POST', `${url}/${motion._id}/claim`, { isSo: true })
    expect((await changeTo(testApp, url, motion, owner, { ...about, amountCents: 8 })).body.code).toBe('motion_voted_on')
    const other = await made(owner, spend({ amountCents: 9 }))
    await testApp.call(third, 'POST', `${url}/${other._id}/conflict`)
    expect((await changeTo(testApp, url, other, owner, { amountCents: 10 })).body.code).toBe('motion_voted_on')
    await expect(
      sql`update motions set closes_at = closes_at + interval '1 day' where id = ${other._id}`.execute(testApp.db),
    ).rejects.toThrow()
  })
})
