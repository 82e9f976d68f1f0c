import { expect } from 'vitest'
import { buyArcs, createCircle, fullCircle, keepBooks } from '#server/testing/books.ts'
import { type House, test } from '#server/testing/house.ts'
import type { Person } from '#server/testing/seed.ts'

keepBooks()

const line = (house: House, person: Person | null, method: 'GET' | 'POST' | 'DELETE', circleId: string) =>
  house.call(person, method, `app/request-join/${circleId}`)

const mailsAboutShares = (house: House, people: readonly Person[]) =>
  house.db
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

test('a person sees whether they wait and how many people do, but no rank', async ({ house }) => {
  const { circle } = await fullCircle(house)
  const [first, second] = [await house.seed.investor(), await house.seed.investor()]
  expect((await line(house, first, 'GET', circle._id)).data()).toEqual({ isWaiting: false, waiting: 0 })
  expect((await line(house, first, 'POST', circle._id)).data()).toEqual({ isWaiting: true, waiting: 1 })
  expect((await line(house, second, 'POST', circle._id)).data()).toEqual({ isWaiting: true, waiting: 2 })
  expect((await line(house, second, 'POST', circle._id)).data()).toEqual({ isWaiting: true, waiting: 2 })
  expect((await line(house, first, 'DELETE', circle._id)).status).toBe(204)
  expect((await line(house, first, 'DELETE', circle._id)).status).toBe(204)
  expect((await line(house, second, 'GET', circle._id)).data()).toEqual({ isWaiting: true, waiting: 1 })
})

const freeShares = async (house: House, circleId: string) => {
  const admin = await house.seed.admin()
  const members = (await house.call(admin, 'GET', `admin/circle-membership/${circleId}`)).data<{ _id: string; isOwner: boolean }[]>()
  await house.call(admin, 'DELETE', `admin/circle-membership/${members.find((member) => !member.isOwner)?._id}`)
}

const hide = (house: House, circleId: string) =>
  house.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circleId).execute()

test('when shares come free everyone who waits is mailed at once; a buyer leaves the list', async ({ house }) => {
  const { circle } = await fullCircle(house)
  const waiting = [await house.seed.investor(), await house.seed.investor()] as const
  for (const person of waiting) await line(house, person, 'POST', circle._id)
  await freeShares(house, circle._id)
  const mails = await mailsAboutShares(house, waiting)
  expect(mails.map((mail) => mail.user_id)).toEqual(waiting.map((person) => person._id))
  expect(mails[0]?.props).toMatchObject({ circleTitle: circle.title, shares: 1 })
  await buyArcs(house, waiting[1], circle, 50_000)
  expect((await line(house, waiting[0], 'GET', circle._id)).data()).toEqual({ isWaiting: true, waiting: 1 })
})

test('the waiting list of a circle that was hidden meanwhile can be left, but not entered, and nobody is told its name', async ({
  house,
}) => {
  const { circle } = await fullCircle(house)
  const [waiting, other] = [await house.seed.investor(), await house.seed.investor()]
  await line(house, waiting, 'POST', circle._id)
  await hide(house, circle._id)
  await freeShares(house, circle._id)
  expect(await mailsAboutShares(house, [waiting])).toEqual([])
  expect((await house.call(waiting, 'GET', 'app/notice')).data<{ total: number }>().total).toBe(0)
  expect((await house.call(waiting, 'GET', `app/circle/${circle._id}`)).status).toBe(404)
  expect((await line(house, waiting, 'GET', circle._id)).data()).toEqual({ isWaiting: true, waiting: 1 })
  expect((await line(house, other, 'GET', circle._id)).status).toBe(404)
  expect((await line(house, waiting, 'DELETE', circle._id)).status).toBe(204)
  expect((await line(house, waiting, 'GET', circle._id)).status).toBe(404)
  expect((await line(house, waiting, 'POST', circle._id)).status).toBe(404)
})

test('someone who entered by an invite is told of a hidden circle, and may join without the invite, until it is revoked', async ({
  house,
}) => {
  const { circle, owner } = await fullCircle(house)
  await hide(house, circle._id)
  const invited = await house.seed.investor()
  const { token } = (await house.call(owner, 'POST', `app/circle/${circle._id}/invite`)).data<{ token: string }>()
  expect((await house.call(invited, 'POST', `app/request-join/${circle._id}?invite=${token}`)).status).toBe(200)
  await freeShares(house, circle._id)
  expect(await mailsAboutShares(house, [invited])).toHaveLength(1)
  expect((await house.call(invited, 'GET', `app/circle/${circle._id}`)).status).toBe(200)
  await house.call(owner, 'DELETE', `app/circle/${circle._id}/invite`)
  expect((await house.call(invited, 'GET', `app/circle/${circle._id}`)).status).toBe(404)
})

test('an owner who alone holds everything and takes less is no different from a member who left', async ({ house }) => {
  const [owner, waiting] = [await house.seed.investor(), await house.seed.investor()]
  const terms = { totalTargetSize: 100_000, minimumShareSize: '1/4', ownerInvestmentAmount: 100_000 }
  const circle = await createCircle(house, owner, terms)
  await line(house, waiting, 'POST', circle._id)
  await house.call(owner, 'PUT', `app/circle/${circle._id}`, { investmentCriteria: { ownerInvestmentAmount: 25_000 } })
  expect((await mailsAboutShares(house, [waiting]))[0]?.props).toMatchObject({ shares: 3 })
})

test('an owner who changes the own amount back and forth mails those who wait once', async ({ house }) => {
  const [owner, waiting] = [await house.seed.investor(), await house.seed.investor()]
  const circle = await createCircle(house, owner, { totalTargetSize: 100_000, minimumShareSize: '1/4', ownerInvestmentAmount: 100_000 })
  await line(house, waiting, 'POST', circle._id)
  for (const ownerInvestmentAmount of [25_000, 100_000, 50_000, 100_000, 25_000])
    await house.call(owner, 'PUT', `app/circle/${circle._id}`, { investmentCriteria: { ownerInvestmentAmount } })
  expect(await mailsAboutShares(house, [waiting])).toHaveLength(1)
})

test('who still waits is mailed again once others have taken up what was free', async ({ house }) => {
  const { circle, buyer } = await fullCircle(house)
  const [waiting, other, admin] = [await house.seed.investor(), await house.seed.investor(), await house.seed.admin()]
  await line(house, waiting, 'POST', circle._id)
  const remove = async (person: Person) => {
    const members = (await house.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<
      { _id: string; user: { _id: string } }[]
    >()
    await house.call(admin, 'DELETE', `admin/circle-membership/${members.find((member) => member.user._id === person._id)?._id}`)
  }
  await remove(buyer)
  await buyArcs(house, other, circle, 50_000)
  await remove(other)
  expect(await mailsAboutShares(house, [waiting])).toHaveLength(2)
})

test('nobody is left waiting beside free shares, however entering and leaving meet', async ({ house }) => {
  for (let round = 0; round < 10; round++) {
    const { circle } = await fullCircle(house)
    const [admin, waiting] = await Promise.all([house.seed.admin(), house.seed.investor()])
    const members = (await house.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<{ _id: string; isOwner: boolean }[]>()
    const [entered] = await Promise.all([
      line(house, waiting, 'POST', circle._id),
      house.call(admin, 'DELETE', `admin/circle-membership/${members.find((member) => !member.isOwner)?._id}`),
    ])
    const isMailed = (await mailsAboutShares(house, [waiting])).length === 1
    expect([entered.status, isMailed]).toEqual(entered.status === 200 ? [200, true] : [409, false])
  }
})

test('the line is for verified people outside a circle that is full', async ({ house }) => {
  const { circle, buyer } = await fullCircle(house)
  const person = await house.seed.investor()
  const open = await createCircle(house, await house.seed.investor())
  const hidden = await createCircle(house, await house.seed.investor())
  await house.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', hidden._id).execute()
  const answers = [
    [await line(house, buyer, 'POST', circle._id), 409, 'You are a member of this circle already.'],
    [await line(house, person, 'POST', open._id), 409, 'Shares are available in this circle: it can be joined right away.'],
    [await line(house, person, 'POST', hidden._id), 404, 'The requested investment circle could not be found.'],
    [await line(house, await house.seed.broker(), 'POST', circle._id), 403, undefined],
    [await line(house, await house.seed.pending(), 'POST', circle._id), 403, undefined],
    [await line(house, null, 'POST', circle._id), 401, 'Missing tokens'],
    [await house.call(null, 'GET', `public/request-join/${circle._id}`), 401, 'Missing tokens'],
    [await house.call(person, 'GET', `public/request-join/${circle._id}`), 200, undefined],
  ] as const
  for (const [answer, status, error] of answers) {
    expect(answer.status).toBe(status)
    if (error) expect(answer.body.error).toBe(error)
  }
})
