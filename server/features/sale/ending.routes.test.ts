import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { StageLine } from '#contract/motions.ts'
import type { Ending, Sale } from '#contract/sale.ts'
import { type BookLine, reversedLines } from '#domain/book-accounts.ts'
import { exampleLines } from '#domain/example-book.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { hashPassword } from '#server/shared/people/passwords.ts'
import { insertPaper, readEntries, stepUpFor } from '#server/testing/buying-circle.ts'
import { leave, password } from '#server/testing/delete-account.ts'
import { past, playExampleBook } from '#server/testing/example-book.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { changePast, closeMonths, createOwningCircle, runClosings } from '#server/testing/owning-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const endingOf = async (testApp: TestApp, person: Person, circleId: string) =>
  (await testApp.call(person, 'GET', `app/sale/${circleId}/ending`)).data<Ending>()

describe('the worked example from entry 31', () => {
  test('sells, pays out, and the circle ends by the job once its months are closed', { timeout: 300_000 }, async ({ testApp }) => {
    const { ann, ben, cy, circleId, ids, decide, post, write, people } = await playExampleBook(testApp)
    const motionId = await decide({ kind: 'wind_up' })
    await decide({ kind: 'sell', leastPriceCents: 20_000_000, relatedMember: null, why: 'It is time.' })
    const documentVersionId = await insertPaper(testApp, circleId, ann)
    const recorded = await testApp.call(ann, 'POST', `app/sale/${circleId}`, {
      day: past('2027-04-15'),
      documentVersionId,
      lines: [
        { kind: 'price', amountCents: 20_000_000 },
        { kind: 'sale_costs', amountCents: 1_200_000 },
        { kind: 'payoff', amountCents: 9_980_040 },
        { kind: 'interest', amountCents: 22_968 },
        { kind: 'deposits', amountCents: 150_000 },
        { kind: 'tax', amountCents: 43_000 },
        { kind: 'rent', amountCents: 82_667 },
      ],
    })
    expect([recorded.status, recorded.text]).toEqual([200, expect.any(String)])
    const settlementId = recorded.data<Sale>().statement?._id ?? ''
    await stepUpFor(testApp, cy, 'confirm_money')
    const confirmed = await testApp.call(cy, 'POST', `app/sale/${circleId}/settlement/${settlementId}/confirm`, { settlementId })
    expect([confirmed.status, confirmed.text]).toEqual([200, expect.any(String)])
    const inOrder = (lines: readonly BookLine[]) => lines.map(({ account, amountCents }) => `${account} ${amountCents}`).sort()
    const entries = await readEntries(testApp, circleId)
    expect(entries).toHaveLength(31)
    expect(inOrder(entries[30] ?? [])).toEqual(inOrder(exampleLines(31)))

    const { operating, deposits } = ids
    const transfer = async (from: object, amountCents: number, day: string) => {
      const booked = await post(ben, 'transfer', { from, toBankAccountId: operating, amountCents, day: past(day) })
      expect([booked.status, booked.text]).toEqual([200, expect.any(String)])
    }
    await transfer({ heldBy: 'title' }, 8_521_325, '2027-04-16')
    await transfer({ bankAccountId: deposits }, 150_037, '2027-04-16')
    await transfer({ heldBy: 'lender' }, 90_000, '2027-04-23')
    // Dee, to whom Cy handed arc 4, is Cy here.
    const own = (line: BookLine): BookLine => (line.account === 'owed' ? { ...line, person: people[line.person] ?? cy._id } : line)
    await write('distribution', past('2027-04-28'), exampleLines(35).map(own))
    for (const [person, amountCents] of [
      [ann, 4_989_406],
      [ben, 2_494_702],
      [cy, 2_494_703],
    ] as const) {
      const owed = (await endingOf(testApp, ann, circleId)).obstacles.filter(({ reason }) => reason === 'owed')
      expect(owed.length).toBeGreaterThan(0)
      const paid = await post(ben, 'payment', {
        what: 'owed',
        person: person._id,
        bankAccountId: operating,
        amountCents,
        day: past('2027-04-29'),
      })
      expect([paid.status, paid.text]).toEqual([200, expect.any(String)])
    }
    const balances = await readBalances(testApp.db, circleId)
    for (const key of ['property', 'loan', 'deposits_held', 'held:title', 'held:lender', `cash:${operating}`, `cash:${deposits}`])
      expect([key, balances.get(key) ?? 0]).toEqual([key, 0])
    expect([balances.get('sale'), balances.get('rent'), balances.get('tax'), balances.get('interest')]).toEqual([
      -368_000, -392_333, 28_000, 127_850,
    ])

    // Only the months are left.
    expect(await endingOf(testApp, ann, circleId)).toMatchObject({
      waiting: { motionId },
      obstacles: [{ reason: 'month_open', month: '2025-01' }],
    })
    await closeMonths(testApp, circleId, cy, ['2025-01', '2025-02', '2025-03'])
    await runClosings(testApp)
    const line = (await testApp.call(ann, 'GET', `app/circle/${circleId}/stage`)).data<StageLine>()
    expect([line.stage, line.sentence.rest]).toEqual(['owning', expect.stringContaining('April 2025 is not closed')])
    await closeMonths(testApp, circleId, cy, ['2025-04'])
    await runClosings(testApp)
    const { ended_at } = await testApp.db.selectFrom('circles').select('ended_at').where('id', '=', circleId).executeTakeFirstOrThrow()
    expect(ended_at).not.toBeNull()

    // Its members read everything, and nothing is written any more.
    const ended = (await testApp.call(cy, 'GET', `app/circle/${circleId}/stage`)).data<StageLine>()
    expect(ended).toMatchObject({ stage: 'ended', sentence: { lead: 'This circle has ended.' } })
    expect(ended.began.map(({ stage }) => stage)).toContain('ended')
    expect(await endingOf(testApp, cy, circleId)).toMatchObject({ waiting: null, obstacles: [], endedAt: expect.any(String) })
    for (const address of [
      `app/book/${circleId}`,
      `app/sale/${circleId}`,
      `app/motion/${circleId}/${motionId}`,
      `app/document/${circleId}`,
    ])
      expect([address, (await testApp.call(cy, 'GET', address)).status]).toEqual([address, 200])
    const exported = await exportOf(testApp, ann)
    expect([exported.status, exported.text.slice(0, 300)]).toEqual([200, expect.any(String)])
    const held = await testApp.db.selectFrom('arcs').select('membership_id').where('circle_id', '=', circleId).execute()
    expect(held.every(({ membership_id }) => membership_id !== null)).toBe(true)
    const late = await post(ben, 'income', { what: 'other_income', bankAccountId: operating, amountCents: 1, day: '2025-05-01' })
    expect([late.status, late.body.code]).toEqual([409, 'circle_ended'])
    // What buying and owning refused is possible again; the record stays.
    await testApp.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', ben._id)
      .execute()
    const gone = await leave(testApp, ben)
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect((await testApp.call(cy, 'GET', `app/book/${circleId}`)).status).toBe(200)
    expect((await readEntries(testApp, circleId)).length).toBe(38)
  })
})

describe('a circle does not end', () => {
  test('while it holds a house, a loan, a deposit, a debt or a cent, or a month is open', { timeout: 240_000 }, async ({ testApp }) => {
    const { ann, ben, cy, circleId, operating, decide, write, stage } = await createOwningCircle(testApp)
    const motionId = await decide({ kind: 'wind_up' })
    expect(await stage()).toBe('owning')
    const again = { title: 'Again', text: 'It is time.', facts: { kind: 'wind_up' }, closesAt: new Date(Date.now() + 3 * 86_400_000) }
    expect((await testApp.call(ann, 'POST', `app/motion/${circleId}`, again)).body.code).toBe('ending_waits')
    const reasons = async () => (await endingOf(testApp, cy, circleId)).obstacles.map(({ reason }) => reason)
    expect(await reasons()).toEqual(['property'])
    const house: readonly BookLine[] = [
      { account: 'property', amountCents: -10_000_000 },
      { account: 'sale', amountCents: 10_000_000 },
    ]
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
