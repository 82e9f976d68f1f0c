import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Property } from '#contract/properties.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { test } from '#server/testing/test-app.ts'

describe('circles', () => {
  test('are created for an owner, also without terms, hidden and shown, and deleted', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const owner = await testApp.seed.investor()
    const bare = await testApp.call(admin, 'POST', 'admin/circle/new', {
      title: 'Open idea',
      location: { city: 'Boise' },
      owner: owner._id,
    })
    const circle = bare.data<Circle>()
    expect(circle).toMatchObject({ percentFunded: 0, sharesTotal: 0, createdBy: { _id: owner._id }, memberCount: 1 })
    expect(
      (await testApp.call(await testApp.seed.investor(), 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 100 })).status,
    ).toBe(409)
    const terms = { totalTargetSize: 100_000, minimumShareSize: '1/6', ownerInvestmentAmount: 16_667 }
    const set = await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { hideCircle: true, investmentCriteria: terms })
    expect(set.data<Circle>()).toMatchObject({ hideCircle: true, sharesTotal: 6, currentInvestmentAmount: 16_667 })
    expect((await testApp.call(null, 'GET', `public/circle/${circle._id}`)).status).toBe(404)
    expect((await testApp.call(admin, 'DELETE', `admin/circle-delete/${circle._id}`, { title: 'Open idea' })).status).toBe(204)
    expect((await testApp.call(admin, 'GET', `admin/circle/${circle._id}`)).status).toBe(404)
    expect((await testApp.call(admin, 'DELETE', `admin/circle-delete/${circle._id}`)).status).toBe(404)
  })

  test('that hold commitments are deleted only with their title; others without a word', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const circle = (await testApp.call(await testApp.seed.investor(), 'POST', 'app/circle', circleForm())).data<Circle>()
    for (const address of [`admin/circle-delete/${circle._id}`, `admin/circle/${circle._id}`]) {
      for (const body of [undefined, {}, { title: '' }, { title: circle.title.toUpperCase() }, { title: `${circle.title} 2` }]) {
        const answer = await testApp.call(admin, 'DELETE', address, body)
        expect([answer.status, answer.body.error]).toEqual([409, 'This circle holds commitments. Type its title to delete it.'])
      }
    }
    expect((await testApp.call(admin, 'GET', `admin/circle/${circle._id}`)).data<Circle>().currentInvestmentAmount).toBe(225_000)
    expect((await testApp.call(admin, 'DELETE', `admin/circle-delete/${circle._id}`, { title: ` ${circle.title} ` })).status).toBe(204)

    const owner = (await testApp.seed.investor())._id
    const bare = await testApp.call(admin, 'POST', 'admin/circle/new', { title: 'Open idea', location: { city: 'Boise' }, owner })
    expect((await testApp.call(admin, 'DELETE', `admin/circle-delete/${bare.data<Circle>()._id}`)).status).toBe(204)
  })

  test('lock their terms once someone else has joined, for admins too', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const owner = await testApp.seed.investor()
    const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    await testApp.call(await testApp.seed.investor(), 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    expect(
      (await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { investmentCriteria: { totalTargetSize: 800_000 } })).status,
    ).toBe(409)
    expect((await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { title: 'New name' })).data<Circle>().title).toBe('New name')
  })

  test('have one dedicated broker or a team: setting one clears the other', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const circle = (await testApp.call(await testApp.seed.investor(), 'POST', 'app/circle', circleForm())).data<Circle>()
    const [one, two] = [await testApp.seed.broker(), await testApp.seed.broker()]
    const assign = async (body: object) =>
      (await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, { _id: circle._id, ...body })).data<Circle>()
    const exclusive = await assign({ exclusiveAssignedBroker: one._id, assignedBrokers: [] })
    expect([exclusive.exclusiveAssignedBroker?._id, exclusive.assignedBrokers]).toEqual([one._id, []])
    const team = await assign({ exclusiveAssignedBroker: null, assignedBrokers: [one._id, two._id] })
    expect([team.exclusiveAssignedBroker, team.assignedBrokers.map((broker) => broker._id).sort()]).toEqual([
      null,
      [one._id, two._id].sort(),
    ])
    const wrong = await testApp.call(admin, 'PUT', `admin/circle/${circle._id}`, {
      exclusiveAssignedBroker: (await testApp.seed.investor())._id,
    })
    expect(wrong.status).toBe(400)
  })

  test('lose a member removed by an admin, never the owner', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const owner = await testApp.seed.investor()
    const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
    const buyer = await testApp.seed.investor()
    await testApp.call(buyer, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    const members = (await testApp.call(admin, 'GET', `admin/circle-membership/${circle._id}`)).data<{ _id: string; isOwner: boolean }[]>()
    const remove = async (isOwner: boolean) =>
      (await testApp.call(admin, 'DELETE', `admin/circle-membership/${members.find((each) => each.isOwner === isOwner)?._id}`)).status
    expect([await remove(true), await remove(false), await remove(false)]).toEqual([409, 204, 404])
    const mails = await testApp.db.selectFrom('mails').select('template').where('to_address', '=', buyer.email).execute()
    expect(mails.map((mail) => mail.template).sort()).toEqual(['member-removed', 'you-are-in'])
  })
})

test('admins add, change and delete properties in any circle', async ({ testApp }) => {
  const admin = await testApp.seed.admin()
  const circle = (await testApp.call(await testApp.seed.investor(), 'POST', 'app/circle', circleForm())).data<Circle>()
  const listing = {
    address: '12 Lakeview Spur',
    city: 'Estes Park',
    state: 'CO',
    zipCode: '80517',
    url: 'https://l.example/12',
    price: 612_000,
    listingStatus: 'available',
  }
  const property = (await testApp.call(admin, 'POST', 'admin/property/new', { ...listing, circle: circle._id })).data<Property>()
  expect((await testApp.call(admin, 'POST', `admin/property/${property._id}`, { price: 600_000 })).data<Property>().price).toBe(600_000)
  expect((await testApp.call(admin, 'GET', `admin/property?circle=${circle._id}`)).data<Property[]>().length).toBe(1)
  expect((await testApp.call(admin, 'DELETE', `admin/property/${property._id}`)).status).toBe(204)
  expect((await testApp.call(admin, 'GET', `admin/property/${property._id}`)).status).toBe(404)
})
