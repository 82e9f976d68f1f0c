import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { type House, test } from '#server/testing/house.ts'
import type { Person } from '#server/testing/seed.ts'

const create = async (house: House, owner: Person, criteria = {}) =>
  (await house.call(owner, 'POST', 'app/circle', circleForm(criteria))).data<Circle>()
const buy = (house: House, buyer: Person, circle: Circle, investmentAmount: unknown, headers = {}) =>
  house.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount, isOwner: false }, headers)

describe('creating a circle', () => {
  test('makes circle, arcs, owner membership and ledger row together', async ({ house }) => {
    const owner = await house.seed.investor()
    const circle = await create(house, owner, { totalTargetSize: 100_000, minimumShareSize: '1/3', ownerInvestmentAmount: 33_333 })
    expect(circle).toMatchObject({ memberCount: 1, currentInvestmentAmount: 33_333, percentFunded: 33, sharesTotal: 3, sharesAvailable: 2 })
    const again = await house.call(owner, 'POST', 'app/circle-membership-owner', {
      circle: circle._id,
      user: owner._id,
      isOwner: true,
      investmentAmount: 33_333,
    })
    expect(again.data<{ investmentAmount: number }>().investmentAmount).toBe(33_333)
    expect((await house.call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<unknown[]>().length).toBe(1)
  })

  test('is refused to brokers and to people who are not verified', async ({ house }) => {
    for (const person of [await house.seed.broker(), await house.seed.pending()]) {
      expect((await house.call(person, 'POST', 'app/circle', circleForm())).status).toBe(403)
    }
  })

  test('names the fields that are missing or wrong and stores nothing', async ({ house }) => {
    const owner = await house.seed.investor()
    const answer = await house.call(owner, 'POST', 'app/circle', circleForm({ ownerInvestmentAmount: 10 }))
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual([
      { field: 'investmentCriteria.ownerInvestmentAmount', message: 'Your investment must be at least $75,000' },
    ])
    expect((await house.call(owner, 'GET', `app/user-circle/${owner._id}`)).data()).toEqual([])
  })
})

describe('buying arcs', () => {
  test('two investors cannot both buy the last arc', async ({ house }) => {
    const circle = await create(house, await house.seed.investor(), {
      totalTargetSize: 100_000,
      minimumShareSize: '1/2',
      ownerInvestmentAmount: 50_000,
    })
    const buyers = await Promise.all(Array.from({ length: 8 }, () => house.seed.investor()))
    const answers = await Promise.all(buyers.map((buyer) => buy(house, buyer, circle, 50_000)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect(answers.find((answer) => answer.status === 200)?.data<{ complete: boolean }>().complete).toBe(true)
    expect(answers.find((answer) => answer.status === 409)?.body.error).toBe('No shares are currently available in this circle.')
  })

  test('refuses amounts that are not a whole number of arcs, in words, and writes nothing', async ({ house }) => {
    const circle = await create(house, await house.seed.investor())
    const buyer = await house.seed.investor()
    for (const [amount, status] of [
      [74_999, 400],
      [0, 400],
      [-75_000, 400],
      [75_000.5, 400],
      ['75000', 400],
      [null, 400],
      [900_000, 409],
    ] as const) {
      expect([amount, (await buy(house, buyer, circle, amount)).status]).toEqual([amount, status])
    }
    expect((await buy(house, buyer, circle, 900_000)).body.error).toBe('Only 9 shares are left')
    expect((await house.call(buyer, 'GET', `app/user-circle/${buyer._id}`)).data()).toEqual([])
  })

  test('under one Idempotency-Key buys once, however often it is sent', async ({ house }) => {
    const circle = await create(house, await house.seed.investor())
    const buyer = await house.seed.investor()
    const key = { 'idempotency-key': 'one-click' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(house, buyer, circle, 75_000, key)))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    const later = (await house.call(buyer, 'GET', `app/circle/${circle._id}`)).data<Circle>()
    expect(later.currentInvestmentAmount).toBe(225_000 + 75_000)
    expect((await buy(house, buyer, circle, 150_000, key)).status).toBe(422)
  })

  test('a second purchase adds to the same membership, and the ledger tells both', async ({ house }) => {
    const circle = await create(house, await house.seed.investor())
    const buyer = await house.seed.investor()
    await buy(house, buyer, circle, 75_000)
    const second = (await buy(house, buyer, circle, 150_000)).data<{ investmentAmount: number; arcs: number; _id: string }>()
    expect(second).toMatchObject({ investmentAmount: 225_000, arcs: 3 })
    const rows = await house.db
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
  test('cannot be changed, and no arc can change hands without it', async ({ house }) => {
    const circle = await create(house, await house.seed.investor())
    await expect(house.db.updateTable('ledger').set({ amount: 1 }).where('circle_id', '=', circle._id).execute()).rejects.toThrow(
      'append-only',
    )
    await expect(house.db.deleteFrom('ledger').where('circle_id', '=', circle._id).execute()).rejects.toThrow('append-only')
    await expect(house.db.updateTable('arcs').set({ membership_id: null }).where('circle_id', '=', circle._id).execute()).rejects.toThrow(
      'ledger of circle',
    )
  })
})

describe('leaving', () => {
  test('frees the arcs while the circle is not full; the owner stays', async ({ house }) => {
    const owner = await house.seed.investor()
    const circle = await create(house, owner)
    const buyer = await house.seed.investor()
    await buy(house, buyer, circle, 75_000)
    expect((await house.call(owner, 'DELETE', `app/circle-membership/${circle._id}`)).status).toBe(409)
    expect((await house.call(buyer, 'DELETE', `app/circle-membership/${circle._id}`)).status).toBe(204)
    expect((await house.call(owner, 'GET', `app/circle/${circle._id}`)).data<Circle>()).toMatchObject({
      memberCount: 1,
      sharesAvailable: 9,
    })
  })
})

describe('who sees whom', () => {
  test('names are for members and brokers, e-mail addresses for members alone', async ({ house }) => {
    const owner = await house.seed.investor({ firstName: 'Theo', lastName: 'Winters' })
    const circle = await create(house, owner)
    const broker = await house.seed.broker()
    await house.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    const path = `circle-membership/${circle._id}`
    const [visitor, stranger, assigned, member] = await Promise.all([
      house.call(null, 'GET', `public/${path}`),
      house.call(await house.seed.investor(), 'GET', `app/${path}`),
      house.call(broker, 'GET', `app/${path}`),
      house.call(owner, 'GET', `app/${path}`),
    ])
    for (const answer of [visitor, stranger])
      expect(Object.keys(answer.data<object[]>()[0] ?? {}).sort()).toEqual(['createdAt', 'investmentAmount', 'isOwner'])
    expect(assigned.text).toContain('Winters')
    expect(assigned.text).not.toContain('@')
    expect(member.text).toContain(owner.email)
    const shown = (await house.call(null, 'GET', `public/circle/${circle._id}`)).data<Circle>()
    expect(shown.createdBy).toEqual({ firstName: 'Theo', lastName: 'W.' })
  })
})
