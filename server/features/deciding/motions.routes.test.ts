import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { MotionList } from '#contract/motions.ts'
import { mostOpenMotions } from '#domain/motion-kinds.ts'
import { rateLimits } from '#server/shared/limits/rate-limits.ts'
import { orWaits } from '#server/testing/change-before-lock.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createMotionCircle, handOnArcs, inDays, passMotionClosing } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

const spend = (changes: object = {}) => ({
  title: 'Repair the roof',
  payee: 'Weller Roofing LLC',
  facts: { kind: 'spend', amountCents: 480_000, category: 'repairs', repeats: null, relatedMember: null, ...changes },
})

describe('proposing', () => {
  test('is possible for members of a full circle only', async ({ testApp }) => {
    const { propose, owner, circle } = await createMotionCircle(testApp, [6, 6])
    expect((await propose(owner)).status).toBe(200)
    const stranger = await testApp.seed.investor()
    expect((await testApp.call(stranger, 'POST', `app/motion/${circle._id}`, {})).status).toBe(403)
    const gathering = await createMotionCircle(testApp, [6, 3])
    const refused = await gathering.propose(gathering.owner)
    expect([refused.status, refused.body.code]).toEqual([409, 'motion_kind_not_now'])
  })

  test('refuses odd input with a sentence and changes nothing', async ({ testApp }) => {
    const { propose, owner, url } = await createMotionCircle(testApp, [6, 6])
    const odd: [object, string][] = [
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(121) }, 'title'],
      [{ text: '' }, 'text'],
      [{ text: 'x'.repeat(4_001) }, 'text'],
      [{ closesAt: inDays(0.5) }, 'closesAt'],
      [{ closesAt: inDays(61) }, 'closesAt'],
      [{ closesAt: 'soon' }, 'closesAt'],
      [{ ...spend({ category: 'loan' }), payee: '' }, 'payee'],
      [spend({ amountCents: 0 }), 'facts.amountCents'],
      [spend({ amountCents: 1.5 }), 'facts.amountCents'],
      [spend({ repeats: { every: 'month', until: '2020-01-01' } }), 'facts.repeats.until'],
      [{ facts: { kind: 'distribute' } }, 'facts.kind'],
      [{ facts: { kind: 'spend', amountCents: 1, category: 'repairs', repeats: null } }, 'facts.relatedMember'],
    ]
    for (const [changes, field] of odd) {
      const answer = await propose(owner, changes)
      const fields = answer.body.fields?.map((each) => each.field)
      expect([changes, answer.status, fields]).toEqual([changes, 400, expect.arrayContaining([field])])
    }
    expect((await testApp.call(owner, 'GET', url)).data<MotionList>().open).toEqual([])
  })

  test('tells every other member, once', async ({ testApp }) => {
    const { made, owner, members } = await createMotionCircle(testApp, [6, 3, 3])
    await made(owner)
    for (const person of [owner, ...members]) {
      const notices = await testApp.db.selectFrom('notices').select('kind').where('user_id', '=', person._id).execute()
      expect(notices.filter(({ kind }) => kind === 'new_motion')).toHaveLength(person === owner ? 0 : 1)
    }
  })

  test('the same facts again is refused to the same person for 90 days after a no; others may', async ({ testApp }) => {
    const { propose, made, owner, members, vote } = await createMotionCircle(testApp, [6, 6])
    const [other] = members as [Person]
    const motion = await made(owner, spend())
    await vote(owner, motion, 'yes')
    await vote(other, motion, 'no')
    const tooSoon = (await propose(owner, { ...spend(), title: 'Again' })).body
    expect([tooSoon.code, tooSoon.error]).toEqual(['motion_refused_lately', expect.stringContaining('may come again from')])
    expect((await propose(owner, spend({ amountCents: 1 }))).status).toBe(200)
    expect((await propose(other, spend())).status).toBe(200)
    await testApp.db.transaction().execute(async (tx) => {
      await sql`alter table motion_closings disable trigger motion_closings_append_only`.execute(tx)
      await sql`update motion_closings set at = at - interval '90 days'`.execute(tx)
    })
    expect((await propose(owner, spend())).status).toBe(200)
  })

  test('the same facts again is refused to the same person for 90 days after a withdrawal that a vote preceded', async ({ testApp }) => {
    const { propose, made, owner, members, vote, url, read } = await createMotionCircle(testApp, [3, 9])
    const [other] = members as [Person]
    const withdraw = (motion: { _id: string }) => testApp.call(owner, 'POST', `${url}/${motion._id}/withdraw`)
    const unvoted = await made(owner, spend())
    await withdraw(unvoted)
    expect((await read(owner, unvoted)).mayComeAgainAt).toBeNull()
    const motion = await made(owner, spend())
    await vote(other, motion, 'no')
    await withdraw(motion)
    expect((await propose(owner, spend())).body.code).toBe('motion_refused_lately')
    expect((await read(owner, motion)).mayComeAgainAt).not.toBeNull()
    expect((await propose(other, spend())).status).toBe(200)
  })
})

describe('voting', () => {
  test('a tie at one half fails, and closes when everyone has voted', async ({ testApp }) => {
    const { made, owner, members, vote, read } = await createMotionCircle(testApp, [6, 6])
    const motion = await made(owner)
    await vote(owner, motion, 'yes')
    expect((await read(owner, motion)).standing.outcome).toBe('open')
    for (const member of members) await vote(member, motion, 'no', 'It is fine as it is')
    const closed = await read(owner, motion)
    expect(closed.standing).toMatchObject({
      outcome: 'did_not_pass',
      of: 12,
      yes: 6,
      no: 6,
      words: '12 of 12 arcs voted; 6 yes, it took 7',
    })
    expect(closed.ballots.map(({ choice, reason }) => [choice, reason])).toContainEqual(['no', 'It is fine as it is'])
    expect(closed.mayComeAgainAt).not.toBeNull()
  })

  test('one millisecond after closing is refused, though no job ran', async ({ testApp }) => {
    const { made, owner, vote, read } = await createMotionCircle(testApp, [8, 4])
    const motion = await made(owner)
    await vote(owner, motion, 'yes')
    await passMotionClosing(testApp, motion._id, 1)
    const late = await vote(owner, motion, 'no')
    expect([late.status, late.body.code]).toEqual([409, 'motion_closed'])
    expect((await read(owner, motion)).standing).toMatchObject({ outcome: 'passed', yes: 8 })
  })

  test('of a proposer who is related to the payee is refused with 403, and the denominator shrinks', async ({ testApp }) => {
    const { made, members, vote, read } = await createMotionCircle(testApp, [4, 3, 3, 2])
    const [, , tomas] = members as [Person, Person, Person]
    const motion = await made(tomas, spend({ relatedMember: tomas._id }))
    expect(motion).toMatchObject({ standing: { of: 10, leftOut: 2, passesFrom: 6 }, claim: null })
    const refused = await vote(tomas, motion, 'no')
    expect([refused.status, refused.body.code]).toEqual([403, 'no_vote_here'])
    expect((await read(tomas, motion)).mayVote).toBe(false)
  })

  test('a member may say of themself that they profit, which takes their vote out', async ({ testApp }) => {
    const { made, owner, members, vote, read, url } = await createMotionCircle(testApp, [5, 4, 3])
    const [second] = members
    if (!second) throw new Error('no member')
    const motion = await made(owner, spend())
    await vote(second, motion, 'yes')
    expect((await testApp.call(second, 'POST', `${url}/${motion._id}/conflict`)).status).toBe(200)
    expect((await read(owner, motion)).standing).toMatchObject({ of: 8, voted: 0, leftOut: 4 })
  })

  test('counts arcs only that were held for a day at closing, and their holder of then', async ({ testApp }) => {
    const { made, owner, members, vote, read, circle } = await createMotionCircle(testApp, [5, 4, 3])
    const [second, third] = members
    if (!second || !third) throw new Error('no member')
    const motion = await made(owner)
    await vote(owner, motion, 'yes')
    await vote(second, motion, 'no')
    await handOnArcs(testApp, circle._id, third, second)
    await passMotionClosing(testApp, motion._id)
    expect((await read(owner, motion)).standing).toMatchObject({ yes: 5, no: 4, of: 9, late: 3, outcome: 'passed' })
  })

  test('locks words and facts, also against SQL', async ({ testApp }) => {
    const { made, owner, vote, url } = await createMotionCircle(testApp, [6, 6])
    const motion = await made(owner)
    const change = { title: 'Paint it blue', text: 'Yes.', facts: { kind: 'general' }, closesAt: inDays(5) }
    const path = `${url}/${motion._id}`
    expect((await testApp.call(owner, 'PUT', path, change)).data()).toMatchObject({ title: 'Paint it blue' })
    await vote(owner, motion, 'yes')
    expect((await testApp.call(owner, 'PUT', path, change)).body.code).toBe('motion_voted_on')
    await expect(sql`update motions set closes_at = closes_at + interval '1 day'`.execute(testApp.db)).rejects.toThrow(/voted on/)
    await expect(sql`update motion_texts set title = 'Other'`.execute(testApp.db)).rejects.toThrow(/voted on/)
    await expect(sql`delete from motions`.execute(testApp.db)).rejects.toThrow(/voted on/)
    await expect(sql`update motion_votes set choice = 'no'`.execute(testApp.db)).rejects.toThrow()
    // A person's erasure empties the words, and keeps which payee it was.
    await expect(sql`update motion_texts set title = '', body = '', payee = null`.execute(testApp.db)).rejects.toThrow(/voted on/)
    await sql`update motion_texts set title = '', body = '', payee = null, payee_hash = 'a hash'`.execute(testApp.db)
  })

  test('or their lack: what has closed or was withdrawn is locked too, also against SQL', async ({ testApp }) => {
    const { made, owner, url } = await createMotionCircle(testApp, [6, 6])
    const [closed, withdrawn] = [await made(owner), await made(owner, { title: 'Paint the gate' })]
    await passMotionClosing(testApp, closed._id)
    await testApp.call(owner, 'POST', `${url}/${withdrawn._id}/withdraw`)
    for (const { _id } of [closed, withdrawn]) {
      await expect(sql`update motions set closes_at = closes_at + interval '1 day' where id = ${_id}`.execute(testApp.db)).rejects.toThrow()
      await expect(sql`update motion_texts set title = 'Other' where motion_id = ${_id}`.execute(testApp.db)).rejects.toThrow()
    }
    expect((await testApp.call(owner, 'GET', `${url}/${closed._id}`)).data()).toMatchObject({ standing: { outcome: 'too_few_voted' } })
  })
})

describe('withdrawing and superseding', () => {
  test('is for the proposer of an open motion', async ({ testApp }) => {
    const { made, owner, members, url, read, vote } = await createMotionCircle(testApp, [6, 6])
    const [other] = members
    if (!other) throw new Error('no member')
    const motion = await made(owner)
    expect((await testApp.call(other, 'POST', `${url}/${motion._id}/withdraw`)).status).toBe(403)
    expect((await testApp.call(owner, 'POST', `${url}/${motion._id}/withdraw`)).status).toBe(200)
    expect((await read(other, motion)).standing.outcome).toBe('withdrawn')
    expect((await vote(other, motion, 'yes')).body.code).toBe('motion_closed')
    expect((await testApp.call(owner, 'POST', `${url}/${motion._id}/withdraw`)).status).toBe(409)
  })

  test('a motion that takes the place of another withdraws it; votes do not carry over', async ({ testApp }) => {
    const { made, propose, owner, members, vote, read } = await createMotionCircle(testApp, [6, 6])
    const [other] = members
    if (!other) throw new Error('no member')
    const old = await made(owner, spend())
    await vote(other, old, 'yes')
    expect((await propose(other, { ...spend({ amountCents: 5 }), supersedes: old._id })).body.code).toBe('motion_not_replaceable')
    const next = await made(owner, { ...spend({ amountCents: 500_000 }), supersedes: old._id })
    expect(next).toMatchObject({ supersedes: { _id: old._id }, standing: { voted: 0 } })
    expect(await read(owner, old)).toMatchObject({ followedBy: { _id: next._id }, standing: { outcome: 'withdrawn' } })
    const twice = await propose(owner, { ...spend({ amountCents: 7 }), supersedes: old._id })
    expect(twice.body.code).toBe('motion_not_replaceable')
  })
})

describe('who reads motions', () => {
  test('members only: a broker gets no notice, and an administrator’s record leaves them out', async ({ testApp }) => {
    const { made, owner, vote, circle, url } = await createMotionCircle(testApp, [12])
    const [broker, admin] = [await testApp.seed.broker(), await testApp.seed.admin()]
    await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { assignedBrokers: [broker._id] })
    const motion = await made(owner)
    await vote(owner, motion, 'yes')
    const kinds = await testApp.db.selectFrom('notices').select('kind').where('user_id', '=', broker._id).execute()
    expect(kinds.map(({ kind }) => kind)).not.toContain('motion_outcome')
    for (const person of [broker, admin]) expect((await testApp.call(person, 'GET', `${url}/${motion._id}`)).status).toBe(403)
    const recordOf = async (person: Person) =>
      (await testApp.call(person, 'GET', `app/circle/${circle._id}/record`)).data<{ items: { kind: string }[] }>().items
    expect((await recordOf(owner)).map(({ kind }) => kind)).toContain('motion_closed')
    expect((await recordOf(admin)).filter(({ kind }) => kind.startsWith('motion'))).toEqual([])
    const log = await testApp.call(admin, 'GET', 'admin/audit-log?search=motion')
    expect(log.text).toContain('motion.voted')
    expect(log.text).not.toContain('choice')
  })
})

test('proposing and closing wait for no member who is being deleted', async ({ testApp }) => {
  const { made, members, owner, vote, propose, circle } = await createMotionCircle(testApp, [5, 4, 3])
  const [leaver, other] = members as [Person, Person]
  const release = await made(leaver, { facts: { kind: 'release' } })
  const rules = await made(leaver, { facts: { kind: 'rules', rules: { countBy: 'people', threshold: 60, quorum: 50, vetoBlocks: true } } })
  for (const motion of [release, rules]) await vote(other, motion, 'yes')
  await vote(leaver, rules, 'yes')
  // Deletion holds the person's row first, and then waits for the circle.
  await testApp.db.transaction().execute(async (tx) => {
    const ids = members.map(({ _id }) => _id)
    await tx.selectFrom('users').select('id').where('id', 'in', ids).forUpdate().execute()
    for (const act of [() => propose(owner), () => vote(owner, rules, 'yes'), () => vote(owner, release, 'yes')]) {
      expect((await orWaits(testApp, act()))?.status).toBe(200)
    }
  })
  expect((await testApp.call(owner, 'GET', `app/circle/${circle._id}`)).data<Circle>().stage).toBe('gathering')
})

test('one person cannot fill the record by changing a motion', async ({ testApp }) => {
  const { made, owner, url } = await createMotionCircle(testApp, [6, 6])
  const motion = await made(owner)
  const statuses: number[] = []
  for (let number = 0; number <= rateLimits.motion_account.most; number++) {
    const change = { title: `No. ${number}`, text: 'Yes.', facts: { kind: 'general' }, closesAt: inDays(5) }
    statuses.push((await testApp.call(owner, 'PUT', `${url}/${motion._id}`, change)).status)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
})

test('one member has at most ten open motions', async ({ testApp }) => {
  const { propose, owner, members } = await createMotionCircle(testApp, [6, 6])
  for (let number = 1; number <= mostOpenMotions; number++) expect((await propose(owner, { title: `No. ${number}` })).status).toBe(200)
  expect((await propose(owner, { title: 'One more' })).body.code).toBe('too_many_motions')
  const [other] = members
  if (other) expect((await propose(other, { title: 'Mine' })).status).toBe(200)
})
