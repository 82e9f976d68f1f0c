import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { buyArcs as buy, checkLedgerAfterEach, createCircle as create, fullCircle } from '#server/testing/ledger-checks.ts'
import { test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

describe('creating a circle', () => {
  test('creates circle, arcs, owner membership and ledger row together', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await create(testApp, owner, { totalTargetSize: 100_000, minimumShareSize: '1/3', ownerInvestmentAmount: 33_333 })
    expect(circle).toMatchObject({ memberCount: 1, currentInvestmentAmount: 33_333, percentFunded: 33, sharesTotal: 3, sharesAvailable: 2 })
    const again = await testApp.call(owner, 'POST', 'app/circle-membership-owner', {
      circle: circle._id,
      user: owner._id,
      isOwner: true,
      investmentAmount: 33_333,
    })
    expect(again.data<{ investmentAmount: number }>().investmentAmount).toBe(33_333)
    expect((await testApp.call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<unknown[]>().length).toBe(1)
  })

  test('is refused to brokers and unverified people', async ({ testApp }) => {
    for (const person of [await testApp.seed.broker(), await testApp.seed.pending()]) {
      expect((await testApp.call(person, 'POST', 'app/circle', circleForm())).status).toBe(403)
    }
  })

  test('reports missing and invalid fields and stores nothing', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const answer = await testApp.call(owner, 'POST', 'app/circle', circleForm({ ownerInvestmentAmount: 10 }))
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual([
      { field: 'investmentCriteria.ownerInvestmentAmount', message: 'Your investment must be at least $75,000' },
    ])
    expect((await testApp.call(owner, 'GET', `app/user-circle/${owner._id}`)).data()).toEqual([])
  })
})

describe('buying arcs', () => {
  test('two investors cannot both buy the last arc', async ({ testApp }) => {
    const circle = await create(testApp, await testApp.seed.investor(), {
      totalTargetSize: 100_000,
      minimumShareSize: '1/2',
      ownerInvestmentAmount: 50_000,
    })
    const buyers = await Promise.all(Array.from({ length: 8 }, () => testApp.seed.investor()))
    const answers = await Promise.all(buyers.map((buyer) => buy(testApp, buyer, circle, 50_000)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect(answers.find((answer) => answer.status === 200)?.data<{ complete: boolean }>().complete).toBe(true)
    expect(answers.find((answer) => answer.status === 409)?.body.error).toBe('No shares are currently available in this circle.')
  })

  test('refuses amounts that are not a whole number of arcs, with a sentence, and writes nothing', async ({ testApp }) => {
    const circle = await create(testApp, await testApp.seed.investor())
    const buyer = await testApp.seed.investor()
    for (const [amount, status] of [
      [74_999, 400],
      [75_001, 400],
      [0, 400],
      [-75_000, 400],
      [75_000.5, 400],
      ['75000', 400],
      [null, 400],
      [{}, 400],
      [true, 400],
      [[75_000], 400],
      [1e300, 400],
      [Number.MAX_SAFE_INTEGER, 400],
      [900_000, 409],
    ] as const) {
      expect([amount, (await buy(testApp, buyer, circle, amount)).status]).toEqual([amount, status])
    }
    expect((await buy(testApp, buyer, circle, 900_000)).body.error).toBe('Only 9 shares are left')
    expect((await testApp.call(buyer, 'GET', `app/user-circle/${buyer._id}`)).data()).toEqual([])
  })

  test('is refused in circles that are hidden, deleted, full or without a target, and to brokers and unverified people', async ({
    testApp,
  }) => {
    const [owner, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
    const [hidden, deleted, open] = [await create(testApp, owner), await create(testApp, owner), await create(testApp, owner)]
    const { circle: full } = await fullCircle(testApp)
    const unset = (
      await testApp.call(await testApp.seed.admin(), 'POST', 'admin/circle', { title: 'Later', location: { city: 'Denver' } })
    ).data<Circle>()
    await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', hidden._id).execute()
    expect((await testApp.call(owner, 'DELETE', `app/circle/${deleted._id}`)).status).toBe(204)

    const notThere = 'The requested investment circle could not be found.'
    const answers = [
      [await buy(testApp, buyer, hidden), 404, notThere],
      [await buy(testApp, buyer, deleted), 404, notThere],
      [await buy(testApp, buyer, { ...open, _id: 'no-id' }), 404, notThere],
      [await buy(testApp, buyer, full, 50_000), 409, 'No shares are currently available in this circle.'],
      [await buy(testApp, buyer, unset, 10_000), 409, 'This circle has no target yet, so it cannot be joined.'],
      [
        await buy(testApp, await testApp.seed.broker(), open),
        403,
        'Brokers can bring properties to a circle, but cannot create, join or vote.',
      ],
      [await buy(testApp, await testApp.seed.pending(), open), 403, 'Your account has to be verified first.'],
    ] as const
    for (const [answer, status, error] of answers) expect([answer.status, answer.body.error]).toEqual([status, error])
    expect((await testApp.call(buyer, 'GET', `app/user-membership/${buyer._id}`)).data()).toEqual([])
  })

  test('is only for oneself, in the circle of the path', async ({ testApp }) => {
    const [owner, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
    const [circle, other] = [await create(testApp, owner), await create(testApp, owner)]
    const send = (body: object) => testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000, ...body })
    expect((await send({ user: owner._id })).status).toBe(403)
    expect((await send({ circle: other._id })).status).toBe(400)
    expect((await send({ isOwner: true })).status).toBe(403)
    expect((await send({ user: buyer._id, circle: circle._id })).status).toBe(200)
  })

  test('twice in parallel by one person creates one membership with both purchases', async ({ testApp }) => {
    const circle = await create(testApp, await testApp.seed.investor())
    const buyer = await testApp.seed.investor()
    const answers = await Promise.all(Array.from({ length: 4 }, () => buy(testApp, buyer, circle)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    const mine = (await testApp.call(buyer, 'GET', `app/user-membership/${buyer._id}`)).data<{ arcs: number }[]>()
    expect(mine.map((membership) => membership.arcs)).toEqual([4])
  })

  test('of the last arc mails members, brokers and administrators once each', async ({ testApp }) => {
    const [admin, broker] = await Promise.all([testApp.seed.admin(), testApp.seed.broker()])
    const [owner, buyer] = await Promise.all([testApp.seed.investor(), testApp.seed.investor()])
    const circle = await create(testApp, owner, { totalTargetSize: 100_000, minimumShareSize: '1/2', ownerInvestmentAmount: 50_000 })
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    await buy(testApp, buyer, circle, 50_000)
    const mails = await testApp.db.selectFrom('mails').select('user_id').where('template', '=', 'circle-complete').execute()
    const mailed = mails.map((mail) => mail.user_id)
    for (const person of [admin, broker, owner, buyer]) expect(mailed.filter((id) => id === person._id)).toEqual([person._id])
  })

  test('with one Idempotency-Key buys once, however often it is sent', async ({ testApp }) => {
    const circle = await create(testApp, await testApp.seed.investor())
    const buyer = await testApp.seed.investor()
    const key = { 'idempotency-key': 'one-click' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(testApp, buyer, circle, 75_000, key)))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    const later = (await testApp.call(buyer, 'GET', `app/circle/${circle._id}`)).data<Circle>()
    expect(later.currentInvestmentAmount).toBe(225_000 + 75_000)
    expect((await buy(testApp, buyer, circle, 150_000, key)).status).toBe(422)
  })

  test('that was refused with a key stays refused with it, even if shares are free again', async ({ testApp }) => {
    const { circle, owner, buyer: member } = await fullCircle(testApp)
    const [buyer, admin] = await Promise.all([testApp.seed.investor(), testApp.seed.admin()])
    const key = { 'idempotency-key': 'too-late' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => buy(testApp, buyer, circle, 50_000, key)))
    expect(answers.map((answer) => answer.status)).toEqual([409, 409, 409, 409, 409])
    const members = (await testApp.call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<
      { _id: string; user: { _id: string } }[]
    >()
    await testApp.call(admin, 'DELETE', `admin/circle-membership/${members.find((each) => each.user._id === member._id)?._id}`)
    const again = await buy(testApp, buyer, circle, 50_000, key)
    expect([again.status, again.body.error]).toEqual([409, 'No shares are currently available in this circle.'])
    expect((await buy(testApp, buyer, circle, 50_000)).status).toBe(200)
  })

  test('a second purchase adds to the same membership, and the ledger has both', async ({ testApp }) => {
    const circle = await create(testApp, await testApp.seed.investor())
    const buyer = await testApp.seed.investor()
    await buy(testApp, buyer, circle, 75_000)
    const second = (await buy(testApp, buyer, circle, 150_000)).data<{ investmentAmount: number; arcs: number; _id: string }>()
    expect(second).toMatchObject({ investmentAmount: 225_000, arcs: 3 })
    const rows = await testApp.db
      .selectFrom('ledger')
      .select(['kind', 'amount'])
      .where('membership_id', '=', second._id)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { kind: 'bought', amount: 75_000 },
      { kind: 'added', amount: 150_000 },
    ])
  })
})

describe('the ledger', () => {
  test('cannot be changed, and no arc can change hands without a ledger row', async ({ testApp }) => {
    const circle = await create(testApp, await testApp.seed.investor())
    await expect(testApp.db.updateTable('ledger').set({ amount: 1 }).where('circle_id', '=', circle._id).execute()).rejects.toThrow(
      'append-only',
    )
    await expect(testApp.db.deleteFrom('ledger').where('circle_id', '=', circle._id).execute()).rejects.toThrow('append-only')
    await expect(testApp.db.updateTable('arcs').set({ membership_id: null }).where('circle_id', '=', circle._id).execute()).rejects.toThrow(
      'ledger of circle',
    )
    await expect(testApp.db.deleteFrom('arcs').where('circle_id', '=', circle._id).execute()).rejects.toThrow('ledger of circle')
    for (const table of ['ledger', 'audit_log']) {
      await expect(sql`truncate ${sql.table(table)} cascade`.execute(testApp.db)).rejects.toThrow('append-only')
    }
    await expect(sql`update audit_log set act = 'x'`.execute(testApp.db)).rejects.toThrow('append-only')
    await expect(sql`delete from audit_log`.execute(testApp.db)).rejects.toThrow('append-only')
  })
})

describe('leaving', () => {
  test('frees the arcs while the circle is not full; the owner cannot leave', async ({ testApp }) => {
    const owner = await testApp.seed.investor()
    const circle = await create(testApp, owner)
    const buyer = await testApp.seed.investor()
    await buy(testApp, buyer, circle, 75_000)
    expect((await testApp.call(owner, 'DELETE', `app/circle-membership/${circle._id}`)).status).toBe(409)
    const key = { 'idempotency-key': 'leave' }
    const leave = () => testApp.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`, undefined, key)
    expect([(await leave()).status, (await leave()).status]).toEqual([204, 204])
    expect((await testApp.call(owner, 'GET', `app/circle/${circle._id}`)).data<Circle>()).toMatchObject({
      memberCount: 1,
      sharesAvailable: 9,
    })
  })
})

describe('removal', () => {
  test('frees the arcs, deletes the votes and sends one mail, even for two parallel requests', async ({ testApp }) => {
    const { circle, buyer } = await fullCircle(testApp)
    const admin = await testApp.seed.admin()
    const [, member] = (await testApp.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<{ _id: string }[]>()
    const remove = () => testApp.call(admin, 'DELETE', `admin/circle-membership/${member?._id}`)
    const answers = await Promise.all([remove(), remove(), remove()])
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 404, 404])
    const mails = await testApp.db
      .selectFrom('mails')
      .select('props')
      .where('user_id', '=', buyer._id)
      .where('template', '=', 'member-removed')
      .execute()
    expect(mails.map((mail) => mail.props)).toEqual([{ firstName: buyer.firstName, circleTitle: circle.title, amount: 50_000 }])
  })

  test('never removes the owner, not even one who just became the owner', async ({ testApp }) => {
    const { circle, owner, buyer } = await fullCircle(testApp)
    const admin = await testApp.seed.admin()
    const members = (await testApp.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<{ _id: string; isOwner: boolean }[]>()
    const member = members.find((each) => !each.isOwner)
    const [removed, handed] = await Promise.all([
      testApp.call(admin, 'DELETE', `admin/circle-membership/${member?._id}`),
      testApp.call(owner, 'POST', `app/circle/${circle._id}/owner`, { user: buyer._id }),
    ])
    expect([removed.status, handed.status].sort()).toEqual(removed.status === 204 ? [204, 409] : [200, 409])
    const owners = await testApp.db
      .selectFrom('memberships')
      .select('id')
      .where('circle_id', '=', circle._id)
      .where('is_owner', '=', true)
      .where('ended_at', 'is', null)
      .execute()
    expect(owners.length).toBe(1)
  })
})

describe('who sees whom', () => {
  test('names are for members and brokers, e-mail addresses for members only', async ({ testApp }) => {
    const owner = await testApp.seed.investor({ firstName: 'Theo', lastName: 'Winters' })
    const circle = await create(testApp, owner)
    const broker = await testApp.seed.broker()
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    const path = `circle-membership/${circle._id}`
    const [visitor, stranger, assigned, member] = await Promise.all([
      testApp.call(null, 'GET', `public/${path}`),
      testApp.call(await testApp.seed.investor(), 'GET', `app/${path}`),
      testApp.call(broker, 'GET', `app/${path}`),
      testApp.call(owner, 'GET', `app/${path}`),
    ])
    for (const answer of [visitor, stranger])
      expect(Object.keys(answer.data<object[]>()[0] ?? {}).sort()).toEqual(['createdAt', 'investmentAmount', 'isOwner'])
    expect(assigned.text).toContain('Winters')
    expect(assigned.text).not.toContain('@')
    expect(member.text).toContain(owner.email)
    const shown = (await testApp.call(null, 'GET', `public/circle/${circle._id}`)).data<Circle>()
    expect(shown.createdBy).toEqual({ firstName: 'Theo', lastName: 'W.' })
  })
})
