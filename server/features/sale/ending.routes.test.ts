import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Ending } from '#contract/sale.ts'
import { type BookLine, reversedLines } from '#domain/book-accounts.ts'
import { findWaitingCircles } from '#server/shared/distributions/posting.ts'
import { insertPaper, stepUpFor } from '#server/testing/buying-circle.ts'
import { asIf, distributionCalls } from '#server/testing/distributions.ts'
import { inDays } from '#server/testing/motion-circle.ts'
import { changePast, closeMonths, createOwningCircle, runClosings } from '#server/testing/owning-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const endingOf = async (testApp: TestApp, person: Person, circleId: string) =>
  (await testApp.call(person, 'GET', `app/sale/${circleId}/ending`)).data<Ending>()

/** What takes the house out of the book, as a sale does. */
const house: readonly BookLine[] = [
  { account: 'property', amountCents: -10_000_000 },
  { account: 'sale', amountCents: 10_000_000 },
]

describe('a circle does not end', () => {
  test('while it holds a house, a loan, a deposit, a debt or a cent, or a month is open', { timeout: 240_000 }, async ({ testApp }) => {
    const { ann, ben, cy, circleId, operating, decide, write, stage } = await createOwningCircle(testApp)
    const motionId = await decide({ kind: 'wind_up' })
    expect(await stage()).toBe('owning')
    const again = { title: 'Again', text: 'It is time.', facts: { kind: 'wind_up' }, closesAt: new Date(Date.now() + 3 * 86_400_000) }
    expect((await testApp.call(ann, 'POST', `app/motion/${circleId}`, again)).body.code).toBe('ending_waits')
    const reasons = async () => (await endingOf(testApp, cy, circleId)).obstacles.map(({ reason }) => reason)
    expect(await reasons()).toEqual(['property'])
    const obstacles: readonly (readonly [reason: string, line: BookLine])[] = [
      ['property', { account: 'property', amountCents: 1 }],
      ['loan', { account: 'loan', amountCents: -1 }],
      ['deposits_held', { account: 'deposits_held', amountCents: -1 }],
      ['suspense', { account: 'suspense', amountCents: -1 }],
      ['held', { account: 'held', heldBy: 'title', amountCents: 1 }],
      ['owed', { account: 'owed', person: ben._id, amountCents: -1 }],
      ['cash', { account: 'cash', bankAccount: operating, amountCents: 1 }],
    ]
    for (const [reason, line] of obstacles) {
      const lines: readonly BookLine[] = [...house, line, { account: 'other_income', amountCents: -line.amountCents }]
      await write('test', '2025-02-02', lines)
      await runClosings(testApp)
      expect([reason, await reasons(), await stage()]).toEqual([reason, reason === 'cash' ? ['cash', 'month_open'] : [reason], 'owning'])
      await write('test', '2025-02-02', reversedLines(lines))
    }
    await expect(sql`update circles set ended_at = now(), hide_circle = true where id = ${circleId}`.execute(testApp.db)).rejects.toThrow(
      'cannot end',
    )
    await write('test', '2025-02-02', house)
    // Money moved, so the months up to it have to be closed.
    await runClosings(testApp)
    expect(await reasons()).toEqual(['month_open'])
    expect(await stage()).toBe('owning')
    await closeMonths(testApp, circleId, cy, ['2025-02'])
    // Whatever comes first: here a request of a member.
    expect(await stage()).toBe('ended')
    const record = (await testApp.call(cy, 'GET', `app/motion/${circleId}/${motionId}`)).data<{ record: { kind: string }[] }>().record
    expect(record.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['motion_closed', 'motion_ending_waits', 'motion_ended_circle']))
    expect(
      await testApp.db.selectFrom('notices').select('id').where('circle_id', '=', circleId).where('kind', '=', 'circle_ended').execute(),
    ).toHaveLength(3)
    // Nobody writes it back by SQL.
    await expect(sql`update windings_up set ended_at = null where circle_id = ${circleId}`.execute(testApp.db)).rejects.toThrow()
    const admin = await testApp.seed.admin()
    const { title } = await testApp.db.selectFrom('circles').select('title').where('id', '=', circleId).executeTakeFirstOrThrow()
    const deleted = await testApp.call(admin, 'DELETE', `admin/circle/${circleId}`, { title })
    expect([deleted.status, deleted.text]).toEqual([204, ''])
  })

  test('with a distribution that waits for cash: it lapses', { timeout: 240_000 }, async ({ testApp }) => {
    const { ann, ben, cy, circleId, operating, decide, write, stage } = await createOwningCircle(testApp)
    const { draft, propose, vote, read } = distributionCalls(testApp, { circleId, treasurer: ann, voters: [ann, ben, cy] })
    const cash: readonly BookLine[] = [
      { account: 'cash', bankAccount: operating, amountCents: 10_000 },
      { account: 'other_income', amountCents: -10_000 },
    ]
    await write('test', '2025-02-02', cash)
    const id = await draft(10_000)
    const motionId = await propose(id)
    await write('test', '2025-02-02', reversedLines(cash))
    await vote(motionId)
    expect(await read(id)).toMatchObject({ state: 'waiting' })
    await decide({ kind: 'wind_up' })
    await write('test', '2025-02-02', house)
    await closeMonths(testApp, circleId, cy, ['2025-02'])
    expect(await stage()).toBe('ended')
    expect(await read(id)).toMatchObject({ state: 'lapsed', lapsed: 'The circle ended', waitsUntil: null })
    expect(await findWaitingCircles(testApp.db)).toEqual([])
  })

  test('until its last cent is paid; a last payee who has vanished does not stop it', { timeout: 240_000 }, async ({ testApp }) => {
    const { ann, ben, cy, circleId, operating, decide, write, stage } = await createOwningCircle(testApp)
    const calls = distributionCalls(testApp, { circleId, treasurer: ann, voters: [ann, ben, cy] })
    const day = '2025-02-02'
    await decide({ kind: 'wind_up' })
    await write('test', day, house)
    await write('test', day, [
      { account: 'cash', bankAccount: operating, amountCents: 40_000 },
      { account: 'other_income', amountCents: -40_000 },
    ])
    const { _id: id } = await calls.distribute(40_000)
    for (const [receiver, word] of [
      [ann, ben],
      [ben, ben],
    ] as const)
      await calls.payByWord(id, { receiver, word, bankAccountId: operating, day })
    await asIf(
      testApp,
      `update book_entries set day = '${day}', recorded_at = recorded_at - interval '90 days' where circle_id = '${circleId}'`,
    )
    const facts = { closesAt: inDays(3), receiver: cy._id, payee: 'State of Colorado', why: 'Nobody knows where Cy is' }
    const motionId = calls.required(await calls.call(ben, 'POST', `/${id}/propose-deposit`, facts)).motions[0]?._id ?? ''
    await calls.vote(motionId)
    expect((await endingOf(testApp, ann, circleId)).obstacles.map(({ reason }) => reason)).toContain('owed')
    await stepUpFor(testApp, ann, 'confirm_money')
    const documentVersionId = await insertPaper(testApp, circleId, ann)
    calls.required(await calls.call(ann, 'POST', `/${id}/deposited`, { motionId, bankAccountId: operating, day, documentVersionId }))
    await closeMonths(testApp, circleId, cy, ['2025-02'])
    expect(await stage()).toBe('ended')
  })

  test('after 180 days of notice: the motion lapses, with its reason on record', { timeout: 240_000 }, async ({ testApp }) => {
    const { ann, circleId, decide, stage } = await createOwningCircle(testApp)
    const motionId = await decide({ kind: 'wind_up' })
    const { waiting } = await endingOf(testApp, ann, circleId)
    expect(Date.parse(waiting?.lapsesAt ?? '') - Date.parse(waiting?.passedAt ?? '')).toBe(180 * 86_400_000)
    const aged = sql`update windings_up set passed_at = passed_at - interval '180 days', lapses_at = lapses_at - interval '180 days'`
    await changePast(testApp, 'windings_up', aged)
    await runClosings(testApp)
    expect(await stage()).toBe('owning')
    expect((await endingOf(testApp, ann, circleId)).waiting).toBeNull()
    const { record } = (await testApp.call(ann, 'GET', `app/motion/${circleId}/${motionId}`)).data<{
      record: { kind: string; words: string }[]
    }>()
    expect(record.at(-1)).toMatchObject({ kind: 'motion_ending_lapsed', words: expect.stringContaining('not within 180 days') })
    const told = await testApp.db
      .selectFrom('notices')
      .select('kind')
      .where('circle_id', '=', circleId)
      .where('kind', '=', 'ending_lapsed')
      .execute()
    expect(told).toHaveLength(3)
    // It may be proposed again.
    const second = await decide({ kind: 'wind_up' })
    expect((await endingOf(testApp, ann, circleId)).waiting?.motionId).toBe(second)
  })
})
