import { describe, expect } from 'vitest'
import type { Offer } from '#contract/offers.ts'
import { leave, password } from '#server/testing/delete-account.ts'
import { checkLedgerAfterEach } from '#server/testing/ledger-checks.ts'
import { createMotionCircle } from '#server/testing/motion-circle.ts'
import { offerCalls } from '#server/testing/offers.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

const transferOf = ({ transfers }: Offer) => transfers.at(-1)?._id ?? ''

/** The owner holds every arc; Lena Brandt, a newcomer, has paid for two of them. */
async function soldByOwner(testApp: TestApp) {
  const made = await createMotionCircle(testApp, [12])
  const calls = offerCalls(testApp, made.circle._id)
  const lena = await testApp.seed.investor({ firstName: 'Lena', lastName: 'Brandt', password })
  expect((await testApp.call(lena, 'POST', `app/request-join/${made.circle._id}`)).status).toBe(200)
  const offered = await calls.offer(made.owner, [11, 12])
  await calls.pass(30)
  await calls.yes(lena, offered._id)
  const chosen = calls.required(await calls.choose(made.owner, offered._id, { user: lena._id, arcs: [11, 12], price: 57_500 }))
  const transfer = transferOf(chosen)
  await calls.paid(lena, transfer, { charterVersion: chosen.charterVersion })
  return { ...made, ...calls, lena, transfer }
}

describe('while someone has paid for arcs', () => {
  test('the owner can neither cut the circle anew, delete it nor end it, and the arcs go over as they were', async ({ testApp }) => {
    const { owner, circle, transfer, received, holders, made, vote } = await soldByOwner(testApp)
    const terms = { investmentCriteria: { minimumShareSize: '1/3', ownerInvestmentAmount: 900_000 } }
    const put = await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, terms)
    expect(put).toMatchObject({ status: 409, body: { code: 'terms_locked' } })
    expect(await testApp.call(owner, 'DELETE', `app/circle/${circle._id}`)).toMatchObject({ status: 409, body: { code: 'transfer_paid' } })
    const admin = await testApp.seed.admin()
    const removed = await testApp.call(admin, 'DELETE', `admin/circle-delete/${circle._id}`, { title: circle.title })
    expect(removed).toMatchObject({ status: 409, body: { code: 'transfer_paid' } })

    const end = await made(owner, { facts: { kind: 'wind_up' }, title: 'End the circle' })
    await vote(owner, end, 'yes')
    await testApp.runTask('close-votes')
    const endedAt = async () =>
      (await testApp.db.selectFrom('circles').select('ended_at').where('id', '=', circle._id).executeTakeFirst())?.ended_at
    expect(await endedAt()).toBeNull()
    await received(owner, transfer)
    expect((await holders()).Lena).toEqual([11, 12])
    await testApp.runTask('close-votes')
    expect(await endedAt()).not.toBeNull()
  })

  test('the buyer is not deleted, by themself or an administrator, and gets the arcs', async ({ testApp }) => {
    const { owner, circle, lena, transfer, received, holders } = await soldByOwner(testApp)
    const refused = { status: 409, body: { code: 'transfer_paid', error: expect.stringContaining(`“${circle.title}”`) } }
    expect(await leave(testApp, lena)).toMatchObject(refused)
    const admin = await testApp.seed.admin()
    expect(await testApp.call(admin, 'DELETE', `admin/user/${lena._id}`)).toMatchObject(refused)
    await received(owner, transfer)
    expect((await holders()).Lena).toEqual([11, 12])
  })

  test('its seller cannot be removed', async ({ testApp }) => {
    const made = await createMotionCircle(testApp, [6, 3, 3])
    const { offer, bid, pass, read, paid } = offerCalls(testApp, made.circle._id)
    const [buyer, seller] = made.members as [Person, Person]
    const { _id } = await offer(seller, [10])
    await bid(buyer, _id, 1)
    await pass(30)
    const transfer = transferOf(await read(buyer, _id))
    await paid(buyer, transfer)
    const { id } = await testApp.db
      .selectFrom('memberships')
      .select('id')
      .where('circle_id', '=', made.circle._id)
      .where('user_id', '=', seller._id)
      .executeTakeFirstOrThrow()
    const admin = await testApp.seed.admin()
    expect(await testApp.call(admin, 'DELETE', `admin/circle-membership/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'transfer_paid' },
    })
  })
})

test('while arcs are offered, the database refuses to take them out of the circle', async ({ testApp }) => {
  const { owner, circle, members } = await createMotionCircle(testApp, [12])
  expect(members).toEqual([])
  await offerCalls(testApp, circle._id).offer(owner, [12])
  const cut = testApp.db.deleteFrom('arcs').where('circle_id', '=', circle._id).where('number', '=', 12).execute()
  await expect(cut).rejects.toThrow('is offered')
})
