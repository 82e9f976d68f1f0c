import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { StartOptions } from '#contract/acquisition.ts'
import type { Property } from '#contract/properties.ts'
import { createPassedCircle } from '#server/testing/purchase-circle.ts'
import { test } from '#server/testing/test-app.ts'
import { listing, setHoldingAge } from '#server/testing/voting-circle.ts'

const unmetOf = ({ properties }: StartOptions) =>
  properties[0]?.conditions.filter(({ isMet }) => !isMet).map(({ key }) => key) ?? 'no property passed'

describe('buying starts', () => {
  test('by the owner, from a property that passed: stage, steps, account, record and notices', async ({ testApp }) => {
    const { circle, owner, members, broker, options, start, stage, read } = await createPassedCircle(testApp, [2, 1, 1])
    const before = await options()
    expect(unmetOf(before)).toEqual([])
    expect(before).toMatchObject({ mayStart: true, owner: { _id: owner._id } })
    expect((await options(members[0])).mayStart).toBe(false)

    expect((await start()).text).toContain('offer')
    expect(await stage()).toBe('buying')
    const shown = await read(members[0] ?? owner)
    expect(shown).toMatchObject({ outcome: null, structure: 'llc', done: 0, giveUp: 'not_now' })
    expect(shown.property).toMatchObject({ address: listing.address, place: 'Denver, CO 80205', price: 180_000 })
    expect(shown.steps.map(({ key }) => key)).toEqual([
      'offer',
      'inspection',
      'agreement_signed',
      'title',
      'insurance',
      'loan',
      'money_collected',
      'wire',
      'deed_recorded',
    ])
    expect(shown.money).toMatchObject({ calledCents: 0, paidCents: 0, leftToCallCents: 10_000_000, cashCents: 0 })
    const accounts = await testApp.db.selectFrom('bank_accounts').select(['purpose', 'name']).execute()
    expect(accounts).toEqual([{ purpose: 'operating', name: 'Operating' }])
    for (const person of [...members, broker]) {
      const { items } = (await testApp.call(person, 'GET', 'app/notice')).data<{ items: { kind: string; path: string }[] }>()
      expect(items.filter(({ kind }) => kind === 'purchase_started').map(({ path }) => path)).toEqual([`/circle/${circle._id}/purchase`])
    }
    const record = (await testApp.call(owner, 'GET', `app/circle/${circle._id}/record`)).data<{
      items: { kind: string; words: string }[]
    }>()
    expect(record.items[0]).toMatchObject({ kind: 'buying_started' })
    expect((await options()).properties[0]?.conditions[0]).toMatchObject({ key: 'stage', isMet: false })
  })

  test('once: of two browsers the second learns that it is open', async ({ testApp }) => {
    const { start, circle } = await createPassedCircle(testApp, [2, 1, 1])
    const answers = await Promise.all([start(), start(), start()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(['acquisition_open', 'acquisition_open'])
    const { rows } = await sql`select from acquisitions where circle_id = ${circle._id}`.execute(testApp.db)
    expect(rows).toHaveLength(1)
  })

  test('not by another member, a broker, an outsider or an administrator', async ({ testApp }) => {
    const { start, members, broker, url } = await createPassedCircle(testApp, [2, 1, 1])
    expect((await start(members[0])).body.code).toBe('not_allowed')
    expect((await start(broker)).status).toBe(403)
    expect((await start(await testApp.seed.investor())).body.code).toBe('not_allowed')
    const admin = await testApp.seed.admin()
    expect((await testApp.call(admin, 'GET', url)).body.code).toBe('not_allowed')
  })

  test('only from a vote that closed and passed', async ({ testApp }) => {
    const { start, owner, circle, passProperty, options } = await createPassedCircle(testApp, [2, 1, 1])
    const open = (
      await testApp.call(owner, 'POST', 'app/property', { ...listing, address: '2 Open Road', circle: circle._id })
    ).data<Property>()
    expect((await start(owner, open._id)).body.code).toBe('acquisition_not_possible')
    const failed = await passProperty({ address: '3 Failed Road' }, ['veto', 'veto', 'veto'])
    expect((await start(owner, failed._id)).body.code).toBe('acquisition_not_possible')
    expect((await options()).properties).toHaveLength(1)
    const other = await createPassedCircle(testApp, [2, 1, 1])
    expect((await start(owner, other.property._id)).body.code).toBe('property_not_found')
    expect((await start(owner, 'x')).body.code).toBe('property_not_found')
  })

  test('only if it still passes, counted by the arcs held now', async ({ testApp }) => {
    const { start, circle, owner, members, passProperty, options } = await createPassedCircle(testApp, [1, 1, 2])
    // The holder of two arcs came too late to count at closing and did not vote: two of two early arcs passed it.
    const [, late] = members
    if (!late) throw new Error('there are three people')
    await setHoldingAge(testApp, circle._id, [late], 3_600)
    const property = await passProperty({ address: '5 Late Road' }, ['invest', 'invest', null])
    const found = (await options()).properties.find(({ _id }) => _id === property._id)
    expect(found?.conditions.filter(({ isMet }) => !isMet).map(({ key }) => key)).toEqual(['passes_now'])
    expect((await start(owner, property._id)).body.code).toBe('acquisition_not_possible')
  })

  test('only once everyone has agreed to the current charter; the owner reminds them, once a day', async ({ testApp }) => {
    const { start, circle, owner, members, options, url } = await createPassedCircle(testApp, [2, 1, 1])
    await sql`insert into charters (circle_id, version, count_by, threshold, quorum, veto_blocks, clauses)
      select circle_id, version + 1, count_by, threshold, quorum, veto_blocks, clauses from charters where circle_id = ${circle._id}`.execute(
      testApp.db,
    )
    const [first, second] = members
    const agree = async (person: typeof owner) => testApp.call(person, 'POST', `app/circle/${circle._id}/charter/accept`, { version: 2 })
    await agree(owner)
    expect(unmetOf(await options())).toEqual(['charter'])
    expect((await options()).properties[0]?.conditions.at(-1)?.waitsFor.map(({ _id }) => _id)).toEqual([first?._id, second?._id])
    expect((await start()).body.code).toBe('acquisition_not_possible')

    const remind = () => testApp.call(owner, 'POST', `${url}/remind-charter`)
    expect((await remind()).status).toBe(200)
    expect((await remind()).body.code).toBe('charter_reminded')
    const notices = await testApp.db
      .selectFrom('notices')
      .select('user_id')
      .where('kind', '=', 'charter_waits')
      .orderBy('user_id')
      .execute()
    expect(notices.map(({ user_id }) => user_id)).toEqual([first?._id, second?._id].sort())
    await sql`update circles set charter_reminded_at = charter_reminded_at - interval '25 hours'`.execute(testApp.db)
    if (first) await agree(first)
    expect((await remind()).status).toBe(200)
    if (second) await agree(second)
    expect((await remind()).body.code).toBe('everyone_agreed')
    expect((await start()).status).toBe(200)
  })

  test('and ends what is not possible any more, such as a motion to release someone', async ({ testApp }) => {
    const { start, circle, members } = await createPassedCircle(testApp, [2, 1, 1])
    const motion = (
      await testApp.call(members[0] ?? null, 'POST', `app/motion/${circle._id}`, {
        title: 'Release me',
        text: 'I have to go.',
        facts: { kind: 'release' },
        closesAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      })
    ).data<{ _id: string }>()
    // A release that is open when buying starts ends: nobody is released any more.
    expect((await start()).status).toBe(200)
    const ended = await testApp.db.selectFrom('motion_withdrawals').select(['motion_id', 'lapsed_because']).execute()
    expect(ended).toEqual([{ motion_id: motion._id, lapsed_because: 'stage_changed' }])
  })
})
