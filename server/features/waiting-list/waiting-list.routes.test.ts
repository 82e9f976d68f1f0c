import { expect } from 'vitest'
import { buyArcs, checkLedgerAfterEach, createCircle, fullCircle } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

checkLedgerAfterEach()

const waitingList = (testApp: TestApp, person: Person | null, method: 'GET' | 'POST' | 'DELETE', circleId: string) =>
  testApp.call(person, method, `app/request-join/${circleId}`)

const mailsAboutShares = (testApp: TestApp, people: readonly Person[]) =>
  testApp.db
    .selectFrom('mails')
    .select(['user_id', 'props'])
    .where('template', '=', 'shares-free')
    .where(
      'user_id',
      'in',
      people.map((person) => person._id),
    )
    .orderBy('id')
    .execute()

test('a person sees whether they are waiting and how many people are, but no rank', async ({ testApp }) => {
  const { circle } = await fullCircle(testApp)
  const [first, second] = [await testApp.seed.investor(), await testApp.seed.investor()]
  expect((await waitingList(testApp, first, 'GET', circle._id)).data()).toEqual({ isWaiting: false, waiting: 0 })
  expect((await waitingList(testApp, first, 'POST', circle._id)).data()).toEqual({ isWaiting: true, waiting: 1 })
  expect((await waitingList(testApp, second, 'POST', circle._id)).data()).toEqual({ isWaiting: true, waiting: 2 })
  expect((await waitingList(testApp, second, 'POST', circle._id)).data()).toEqual({ isWaiting: true, waiting: 2 })
  expect((await waitingList(testApp, first, 'DELETE', circle._id)).status).toBe(204)
  expect((await waitingList(testApp, first, 'DELETE', circle._id)).status).toBe(204)
  expect((await waitingList(testApp, second, 'GET', circle._id)).data()).toEqual({ isWaiting: true, waiting: 1 })
})

const freeShares = async (testApp: TestApp, circleId: string) => {
  const admin = await testApp.seed.admin()
  const members = (await testApp.call(admin, 'GET', `admin/circle-membership/${circleId}`)).data<{ _id: string; isOwner: boolean }[]>()
  await testApp.call(admin, 'DELETE', `admin/circle-membership/${members.find((member) => !member.isOwner)?._id}`)
}

const hide = (testApp: TestApp, circleId: string) =>
  testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circleId).execute()

test('when shares become free everyone waiting is mailed at once; a buyer leaves the list', async ({ testApp }) => {
  const { circle } = await fullCircle(testApp)
  const waiting = [await testApp.seed.investor(), await testApp.seed.investor()] as const
  for (const person of waiting) await waitingList(testApp, person, 'POST', circle._id)
  await freeShares(testApp, circle._id)
  const mails = await mailsAboutShares(testApp, waiting)
  expect(mails.map((mail) => mail.user_id)).toEqual(waiting.map((person) => person._id))
  expect(mails[0]?.props).toMatchObject({ circleTitle: circle.title, shares: 1 })
  await buyArcs(testApp, waiting[1], circle, 50_000)
  expect((await waitingList(testApp, waiting[0], 'GET', circle._id)).data()).toEqual({ isWaiting: true, waiting: 1 })
})

test('the waiting list of a circle that was hidden can be left but not joined, and its name is not shown', async ({ testApp }) => {
  const { circle } = await fullCircle(testApp)
  const [waiting, other] = [await testApp.seed.investor(), await testApp.seed.investor()]
  await waitingList(testApp, waiting, 'POST', circle._id)
  await hide(testApp, circle._id)
  await freeShares(testApp, circle._id)
  expect(await mailsAboutShares(testApp, [waiting])).toEqual([])
  expect((await testApp.call(waiting, 'GET', 'app/notice')).data<{ total: number }>().total).toBe(0)
  expect((await testApp.call(waiting, 'GET', `app/circle/${circle._id}`)).status).toBe(404)
  expect((await waitingList(testApp, waiting, 'GET', circle._id)).data()).toEqual({ isWaiting: true, waiting: 1 })
  expect((await waitingList(testApp, other, 'GET', circle._id)).status).toBe(404)
  expect((await waitingList(testApp, waiting, 'DELETE', circle._id)).status).toBe(204)
  expect((await waitingList(testApp, waiting, 'GET', circle._id)).status).toBe(404)
  expect((await waitingList(testApp, waiting, 'POST', circle._id)).status).toBe(404)
})

test('someone who joined by an invite is notified of a hidden circle and may buy without the invite, until it is revoked', async ({
  testApp,
}) => {
  let token = ''
  const { circle, owner } = await fullCircle(testApp, async ({ _id }, maker) => {
    token = (await testApp.call(maker, 'POST', `app/circle/${_id}/invite`)).data<{ token: string }>().token
  })
  await hide(testApp, circle._id)
  const invited = await testApp.seed.investor()
  expect((await testApp.call(invited, 'POST', `app/request-join/${circle._id}?invite=${token}`)).status).toBe(200)
  await freeShares(testApp, circle._id)
  expect(await mailsAboutShares(testApp, [invited])).toHaveLength(1)
  expect((await testApp.call(invited, 'GET', `app/circle/${circle._id}`)).status).toBe(200)
  await testApp.call(owner, 'DELETE', `app/circle/${circle._id}/invite`)
  expect((await testApp.call(invited, 'GET', `app/circle/${circle._id}`)).status).toBe(404)
})

test('an owner who holds everything alone and reduces their amount frees shares like a leaving member', async ({ testApp }) => {
  const [owner, waiting] = [await testApp.seed.investor(), await testApp.seed.investor()]
  const terms = { totalTargetSize: 100_000, minimumShareSize: '1/4', ownerInvestmentAmount: 100_000 }
  const circle = await createCircle(testApp, owner, terms)
  await waitingList(testApp, waiting, 'POST', circle._id)
  await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { investmentCriteria: { ownerInvestmentAmount: 25_000 } })
  expect((await mailsAboutShares(testApp, [waiting]))[0]?.props).toMatchObject({ shares: 3 })
})

test('an owner who changes their amount back and forth sends one mail', async ({ testApp }) => {
  const [owner, waiting] = [await testApp.seed.investor(), await testApp.seed.investor()]
  const circle = await createCircle(testApp, owner, { totalTargetSize: 100_000, minimumShareSize: '1/4', ownerInvestmentAmount: 100_000 })
  await waitingList(testApp, waiting, 'POST', circle._id)
  for (const ownerInvestmentAmount of [25_000, 100_000, 50_000, 100_000, 25_000])
    await testApp.call(owner, 'PUT', `app/circle/${circle._id}`, { investmentCriteria: { ownerInvestmentAmount } })
  expect(await mailsAboutShares(testApp, [waiting])).toHaveLength(1)
})

test('people still waiting are mailed again once others have bought the free shares', async ({ testApp }) => {
  const { circle, buyer } = await fullCircle(testApp)
  const [waiting, other, admin] = [await testApp.seed.investor(), await testApp.seed.investor(), await testApp.seed.admin()]
  await waitingList(testApp, waiting, 'POST', circle._id)
  const remove = async (person: Person) => {
    const members = (await testApp.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<
      { _id: string; user: { _id: string } }[]
    >()
    await testApp.call(admin, 'DELETE', `admin/circle-membership/${members.find((member) => member.user._id === person._id)?._id}`)
  }
  await remove(buyer)
  await buyArcs(testApp, other, circle, 50_000)
  await remove(other)
  expect(await mailsAboutShares(testApp, [waiting])).toHaveLength(2)
})

test('nobody is left waiting while shares are free, however joining and leaving the list interleave', async ({ testApp }) => {
  for (let round = 0; round < 10; round++) {
    const { circle } = await fullCircle(testApp)
    const [admin, waiting] = await Promise.all([testApp.seed.admin(), testApp.seed.investor()])
    const members = (await testApp.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<{ _id: string; isOwner: boolean }[]>()
    const [entered] = await Promise.all([
      waitingList(testApp, waiting, 'POST', circle._id),
      testApp.call(admin, 'DELETE', `admin/circle-membership/${members.find((member) => !member.isOwner)?._id}`),
    ])
    const isMailed = (await mailsAboutShares(testApp, [waiting])).length === 1
    expect([entered.status, isMailed]).toEqual(entered.status === 200 ? [200, true] : [409, false])
  }
})

test('the waiting list is for verified people outside a full circle', async ({ testApp }) => {
  const { circle, buyer } = await fullCircle(testApp)
  const person = await testApp.seed.investor()
  const open = await createCircle(testApp, await testApp.seed.investor())
  const hidden = await createCircle(testApp, await testApp.seed.investor())
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', hidden._id).execute()
  const answers = [
    [await waitingList(testApp, buyer, 'POST', circle._id), 409, 'You are a member of this circle already.'],
    [await waitingList(testApp, person, 'POST', open._id), 409, 'Shares are available in this circle: it can be joined right away.'],
    [await waitingList(testApp, person, 'POST', hidden._id), 404, 'The requested investment circle could not be found.'],
    [await waitingList(testApp, await testApp.seed.broker(), 'POST', circle._id), 403, undefined],
    [await waitingList(testApp, await testApp.seed.pending(), 'POST', circle._id), 403, undefined],
    [await waitingList(testApp, null, 'POST', circle._id), 401, 'Missing tokens'],
    [await testApp.call(null, 'GET', `public/request-join/${circle._id}`), 401, 'Missing tokens'],
    [await testApp.call(person, 'GET', `public/request-join/${circle._id}`), 200, undefined],
  ] as const
  for (const [answer, status, error] of answers) {
    expect(answer.status).toBe(status)
    if (error) expect(answer.body.error).toBe(error)
  }
})
