import { describe, expect } from 'vitest'
import type { Needs } from '#contract/needs.ts'
import type { Property } from '#contract/properties.ts'
import { createPurchaseCircle } from '#server/testing/purchase-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { inOneDay, listing, setClosingDate } from '#server/testing/voting-circle.ts'

/** A circle that buys, with an open vote on another property, on which the owner has voted. */
async function withOpenVote(testApp: TestApp) {
  const buying = await createPurchaseCircle(testApp, [2, 2], { price: 58_000 })
  const { owner, circle } = buying
  const [member] = buying.members as [Person]
  const add = (address: string) => testApp.call(owner, 'POST', 'app/property', { ...listing, address, circle: circle._id })
  const vote = (person: Person, { _id }: Property) =>
    testApp.call(person, 'PUT', `app/property-preference/${_id}`, { preference: 'invest' })
  const needs = async (person: Person) => (await testApp.call(person, 'GET', 'app/needs-you')).data<Needs>()
  const votes = async (person: Person) => (await needs(person)).items.filter(({ kind }) => kind === 'vote').map(({ name }) => name)
  return { ...buying, member, add, vote, needs, votes }
}

describe('votes on other properties', () => {
  test('go on while one is bought, and only that one is locked', async ({ testApp }) => {
    const { owner, member, property, add, vote, votes } = await withOpenVote(testApp)
    const added = await add('2 Other Road')
    expect(added.status).toBe(200)
    const other = added.data<Property>()
    expect(await votes(member)).toEqual(['2 Other Road'])
    expect((await vote(member, other)).status).toBe(200)
    expect(await votes(member)).toEqual([])
    expect((await setClosingDate(testApp, owner, other, inOneDay())).status).toBe(200)
    const change = ({ _id }: Property) => testApp.call(owner, 'PUT', `app/property/${_id}`, { listingStatus: 'under_offer' })
    expect((await change(other)).status).toBe(200)

    expect((await change(property)).body.code).toBe('property_being_bought')
    expect((await vote(owner, property)).body.code).toBe('voting_closed')
    const admin = await testApp.seed.admin()
    expect((await testApp.call(admin, 'DELETE', `admin/property/${property._id}`)).body.code).toBe('property_being_bought')
  })

  test('are over without a result once the circle owns, and nobody is told to vote', async ({ testApp }) => {
    const { circle, owner, member, add, vote, needs, votes, sendWire, settle, confirm, confirmFor, required } = await withOpenVote(testApp)
    const [dated, undated] = [(await add('2 Dated Road')).data<Property>(), (await add('3 Undated Road')).data<Property>()]
    await vote(owner, dated)
    await setClosingDate(testApp, owner, dated, inOneDay())
    expect((await needs(owner)).next?.name).toBe('2 Dated Road')
    await sendWire()
    const settlement = required(await settle([{ kind: 'price', amountCents: 5_800_000 }])).settlement?._id ?? ''
    await confirmFor(member)
    required(await confirm(member, settlement))

    for (const property of [dated, undated]) expect((await vote(member, property)).body.code).toBe('properties_read_only')
    expect((await add('4 Late Road')).body.code).toBe('properties_read_only')
    expect(await votes(member)).toEqual([])
    expect((await needs(owner)).next).toBeNull()
    const shown = (await testApp.call(member, 'GET', `app/property/${circle._id}`)).data<Property[]>()
    expect(shown.find(({ _id }) => _id === dated._id)?.deciding).toMatchObject({ closesAt: null, isClosed: false })
  })
})
