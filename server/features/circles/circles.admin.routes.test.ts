import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test } from '#server/testing/house.ts'

type Paged = { items: Circle[]; total: number }

describe('an admin', () => {
  test('hands a circle to another member by naming its owner, and to nobody else', async ({ house }) => {
    const admin = await house.seed.admin()
    const [owner, member, stranger] = [await house.seed.investor(), await house.seed.investor(), await house.seed.investor()]
    const circle = (await house.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    await house.call(member, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    const name = (user: string) => house.call(admin, 'PUT', `admin/circle/${circle._id}`, { owner: user })
    expect((await name(stranger._id)).status).toBe(409)
    expect((await name(owner._id)).status).toBe(200)
    expect((await name(member._id)).status).toBe(200)
    const members = (await house.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<
      { isOwner: boolean; user: { _id: string } }[]
    >()
    expect(members.find((each) => each.isOwner)?.user._id).toBe(member._id)
  })

  test('who edits a circle learns that its brokers or its owner changed meanwhile', async ({ house }) => {
    const admin = await house.seed.admin()
    const [owner, member, broker] = [await house.seed.investor(), await house.seed.investor(), await house.seed.broker()]
    const circle = (await house.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    await house.call(member, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    const save = (body: object) => house.call(admin, 'PUT', `admin/circle/${circle._id}`, body)
    const assigned = (await save({ exclusiveAssignedBroker: broker._id, updatedAt: circle.updatedAt })).data<Circle>()
    expect((await save({ exclusiveAssignedBroker: null, updatedAt: circle.updatedAt })).status).toBe(409)
    const handed = await save({ owner: member._id, updatedAt: assigned.updatedAt })
    expect(handed.status).toBe(200)
    expect((await save({ title: 'Mine', updatedAt: assigned.updatedAt })).status).toBe(409)
    expect((await save({ title: 'Mine', updatedAt: handed.data<Circle>().updatedAt })).status).toBe(200)
  })

  test('finds circles by whatever the table says of them, and sorts them by how far they are funded', async ({ house }) => {
    const admin = await house.seed.admin()
    const owner = await house.seed.investor({ firstName: 'Wilhelmina', lastName: 'Zeppelin' })
    for (const [title, ownerInvestmentAmount] of [
      ['Half', 450_000],
      ['Twelfth', 75_000],
      ['Quarter', 225_000],
    ] as const)
      await house.call(owner, 'POST', 'app/circle', circleForm({ ownerInvestmentAmount }, { title }))
    const { _id } = (
      await house.call(admin, 'POST', 'admin/circle', { title: 'Bare', location: { city: 'Boise' }, owner: owner._id })
    ).data<Circle>()
    await house.call(admin, 'PUT', `admin/circle/${_id}`, { hideCircle: true })
    const list = async (query: string) => (await house.call(admin, 'GET', `admin/circle?page=1&${query}`)).data<Paged>()
    const titles = (paged: Paged) => paged.items.map((circle) => circle.title)
    expect(titles(await list('search=helmina%20zep&sort=-percentFunded'))).toEqual(['Half', 'Quarter', 'Twelfth', 'Bare'])
    expect(titles(await list('search=HIDDEN'))).toEqual(['Bare'])
    expect((await list(`search=${encodeURIComponent('%')}`)).total).toBe(0)
  })
})
