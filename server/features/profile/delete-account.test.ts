import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { newId } from '#server/db/ids.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { leave, password } from '#server/testing/delete-account.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'

const create = async (testApp: TestApp, owner: Person, criteria = {}) =>
  (await testApp.call(owner, 'POST', 'app/circle', circleForm(criteria))).data<Circle>()
const buy = (testApp: TestApp, buyer: Person, circle: Circle, investmentAmount: number) =>
  testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount })

async function addProperty(testApp: TestApp, circle: Circle, uploader: Person): Promise<string> {
  const id = newId()
  const values = {
    address: '418 Alderstone Way',
    city: 'Denver',
    state: 'Colorado',
    zip_code: '80202',
    url: 'https://example.com',
    price: 1,
  }
  await testApp.db
    .insertInto('properties')
    .values({ id, circle_id: circle._id, uploaded_by: uploader._id, ...values })
    .execute()
  return id
}

describe('deleting one’s account', () => {
  test('requires a step-up or the current password, in the body or a header, and is only for oneself', async ({ testApp }) => {
    const [maya, other] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const unproven = await leave(testApp, maya, {})
    expect([unproven.status, unproven.body.code]).toEqual([400, 'step_up_required'])
    const wrong = await leave(testApp, maya, { 'x-current-password': 'Wrong-Password-1' })
    expect([wrong.status, wrong.body.fields]).toEqual([
      400,
      [{ field: 'currentPassword', message: 'Your current password is not correct.' }],
    ])
    expect((await testApp.call(maya, 'DELETE', `app/user/${other._id}`, { currentPassword: password })).status).toBe(403)
    const gone = await testApp.call(maya, 'DELETE', `app/user/${maya._id}`, { currentPassword: password })
    expect([gone.status, gone.text]).toEqual([204, ''])
    expect((await leave(testApp, other)).status).toBe(204)
  })

  test('ends every session at once and frees the e-mail address', async ({ testApp }) => {
    const email = 'once-maya@example.com'
    const maya = await testApp.seed.investor({ password, email })
    const elsewhere = (await testApp.call(null, 'POST', 'auth/login', { email, password })).data<{ token: Person['token'] }>()
    expect((await leave(testApp, maya)).status).toBe(204)
    for (const caller of [maya, elsewhere]) {
      expect((await testApp.call(caller, 'GET', 'auth/whoami')).status).toBe(401)
      expect((await testApp.call(caller, 'GET', 'auth/refresh')).status).toBe(401)
    }
    expect((await testApp.call(null, 'POST', 'auth/login', { email, password })).status).toBe(401)
    const form = { firstName: 'New', lastName: 'Person', email, password, confirmPassword: password, tos: true }
    expect((await testApp.call(null, 'POST', 'auth/register', form)).status).toBe(200)
  })

  test('frees the arcs, writes the ledger, deletes the votes and notifies the waiting list', async ({ testApp }) => {
    const [owner, maya, waiting] = [await testApp.seed.investor(), await testApp.seed.investor({ password }), await testApp.seed.investor()]
    const circle = await create(testApp, owner, { totalTargetSize: 100_000, minimumShareSize: '1/3', ownerInvestmentAmount: 33_333 })
    expect((await buy(testApp, maya, circle, 33_333)).status).toBe(200)
    const property = await addProperty(testApp, circle, maya)
    await testApp.db.insertInto('preferences').values({ property_id: property, user_id: maya._id, preference: 'invest' }).execute()
    await testApp.db.insertInto('waiting_list').values({ circle_id: circle._id, user_id: waiting._id }).execute()

    expect((await leave(testApp, maya)).status).toBe(204)
    const after = (await testApp.call(owner, 'GET', `app/circle/${circle._id}`)).data<Circle>()
    expect(after).toMatchObject({ memberCount: 1, currentInvestmentAmount: 33_333, sharesAvailable: 2 })
    const ledger = await testApp.db
      .selectFrom('ledger')
      .select(['kind', 'arcs', 'amount'])
      .where('user_id', '=', maya._id)
      .orderBy('id')
      .execute()
    expect(ledger).toEqual([
      { kind: 'bought', arcs: [2], amount: 33_333 },
      { kind: 'removed', arcs: [2], amount: -33_333 },
    ])
    expect(await testApp.db.selectFrom('preferences').selectAll().where('user_id', '=', maya._id).execute()).toEqual([])
    const mails = await testApp.db.selectFrom('mails').select('template').where('user_id', '=', waiting._id).execute()
    expect(mails.map(({ template }) => template)).toContain('shares-free')
  })

  test('deletes circles owned alone, and is refused while a circle has other members', async ({ testApp }) => {
    const [maya, member] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const [alone, shared] = [await create(testApp, maya), await create(testApp, maya)]
    await buy(testApp, member, shared, 75_000)
    const refused = await leave(testApp, maya)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `You own a circle with other members. Delete the circle or hand its ownership on first. The circle is “${shared.title}”.`,
    ])
    expect((await testApp.call(maya, 'GET', 'auth/whoami')).status).toBe(200)

    expect((await leave(testApp, member)).status).toBe(204)
    expect((await leave(testApp, maya)).status).toBe(204)
    for (const circle of [alone, shared]) expect((await testApp.call(null, 'GET', `public/circle/${circle._id}`)).status).toBe(404)
  })

  test('is refused to holders of arcs of a fully funded circle, with advice', async ({ testApp }) => {
    const [owner, maya] = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password })]
    const circle = await create(testApp, owner, { totalTargetSize: 100_000, minimumShareSize: '1/2', ownerInvestmentAmount: 50_000 })
    await buy(testApp, maya, circle, 50_000)
    const refused = await leave(testApp, maya)
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('Ask its members to release you')])
    expect((await testApp.call(owner, 'GET', `app/circle/${circle._id}`)).data<Circle>().sharesAvailable).toBe(0)
    expect((await testApp.call(await testApp.seed.admin(), 'DELETE', `admin/user/${maya._id}`)).status).toBe(204)
  })

  test('says before one tries which circles forbid it, and names them if one tries', async ({ testApp }) => {
    const [maya, owner] = [await testApp.seed.investor({ password }), await testApp.seed.investor()]
    const read = async () => (await testApp.call(maya, 'GET', 'app/account-deletion')).data()
    await create(testApp, maya)
    expect(await read()).toEqual({ circles: [], isLastAdmin: false })
    const half = { totalTargetSize: 100_000, minimumShareSize: '1/2', ownerInvestmentAmount: 50_000 }
    const [owned, full, open] = [
      await create(testApp, maya),
      await create(testApp, owner, { ...half, circleTitle: 'Harbor' }),
      await create(testApp, owner),
    ]
    await buy(testApp, owner, owned, 75_000)
    await buy(testApp, maya, full, 50_000)
    await buy(testApp, maya, open, 75_000)
    expect(await read()).toEqual({
      circles: [
        { _id: owned._id, title: owned.title, reason: 'you_own_shared_circle' },
        { _id: full._id, title: full.title, reason: 'holds_funded_circle' },
      ],
      isLastAdmin: false,
    })
    const refused = await leave(testApp, maya)
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining(`“${owned.title}”, “${full.title}”.`)])
  })

  test('ends the waiting list of a circle owned alone', async ({ testApp }) => {
    const [maya, waiting] = [await testApp.seed.investor({ password }), await testApp.seed.investor()]
    const circle = await create(testApp, maya)
    await testApp.db.insertInto('waiting_list').values({ circle_id: circle._id, user_id: waiting._id }).execute()
    expect((await leave(testApp, maya)).status).toBe(204)
    expect(await testApp.db.selectFrom('waiting_list').selectAll().where('circle_id', '=', circle._id).execute()).toEqual([])
  })

  test('ends a broker’s assignments', async ({ testApp }) => {
    const broker = await testApp.seed.broker({ password })
    const circle = await create(testApp, await testApp.seed.investor())
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    expect((await leave(testApp, broker)).status).toBe(204)
    expect((await testApp.call(null, 'GET', `public/circle/${circle._id}`)).data<Circle>().assignedBrokers).toEqual([])
  })

  test('never removes the last administrator', async () => {
    const testApp = await startTestApp()
    const admins = [await testApp.seed.admin({ password }), await testApp.seed.admin({ password })]
    await testApp.seed.admin({ status: 'suspended' })
    const answers = await Promise.all(admins.map((admin) => leave(testApp, admin)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 409])
    await testApp.close()
  })

  test('waits for a running purchase, and stops a later one', async () => {
    const testApp = await startTestApp({ RATE_LIMITS: 'off' })
    for (let round = 0; round < 5; round += 1) {
      const maya = await testApp.seed.investor({ password })
      const circles = await Promise.all([1, 2, 3].map(async () => create(testApp, await testApp.seed.investor())))
      const answers = await Promise.all([
        ...circles.map((circle, index) =>
          testApp.call(
            maya,
            'POST',
            `app/circle-membership/${circle._id}`,
            { investmentAmount: 75_000 },
            index === 0 ? {} : { 'idempotency-key': 'k' },
          ),
        ),
        leave(testApp, maya),
      ])
      expect(answers.every((answer) => [200, 204, 401].includes(answer.status))).toBe(true)
      const live = testApp.db.selectFrom('memberships').selectAll().where('user_id', '=', maya._id).where('ended_at', 'is', null)
      expect(await live.execute()).toEqual([])
    }
    await testApp.close()
  })
})
