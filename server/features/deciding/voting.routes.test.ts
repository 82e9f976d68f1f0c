import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Property } from '#contract/properties.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { listing } from '#server/testing/voting-circle.ts'

type VotingCircle = { owner: Person; circle: Circle; property: Property; voters: Person[] }

async function votingCircle(testApp: TestApp, voters: number): Promise<VotingCircle> {
  const owner = await testApp.seed.investor()
  const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
  const property = (await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })).data<Property>()
  const people = await Promise.all(Array.from({ length: voters }, () => testApp.seed.investor()))
  for (const person of people) await testApp.call(person, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
  return { owner, circle, property, voters: people }
}

const vote = (testApp: TestApp, person: Person, property: Property, preference: unknown, extra = {}) =>
  testApp.call(person, 'PUT', `app/property-preference/${property._id}`, { preference, ...extra })

/** A simple reference: counts votes, then looks for a count above both others. */
function reference(votes: readonly (string | null)[]) {
  const count = (preference: string) => votes.filter((each) => each === preference).length
  const counts = { invest: count('invest'), watchList: count('watchList'), veto: count('veto') }
  const [first, second] = Object.entries(counts).sort(([, a], [, b]) => b - a)
  const topChoice = first && second && first[1] > second[1] ? first[0] : 'none'
  return { ...counts, total: counts.invest + counts.watchList + counts.veto, topChoice }
}

describe('voting', () => {
  test('tallies and top choice equal a simple count of random votes', async ({ testApp }) => {
    const { circle, property, owner, voters } = await votingCircle(testApp, 4)
    const cast: (string | null)[] = [null, null, null, null]
    const moves = fc.sample(fc.tuple(fc.nat(3), fc.constantFrom('invest', 'watchList', 'veto', 'none', null)), { numRuns: 60, seed: 7 })
    for (const [who, preference] of moves) {
      const answer = await vote(testApp, voters[who] as Person, property, preference)
      cast[who] = preference === 'none' ? null : preference
      expect(answer.data()).toMatchObject(reference(cast))
    }
    const [shown] = (await testApp.call(owner, 'GET', `app/property/${circle._id}`)).data<Property[]>()
    expect(shown?.tally).toEqual(reference(cast))
  })

  test('is one vote per person and property, however many arrive in parallel', async ({ testApp }) => {
    const { property, owner } = await votingCircle(testApp, 0)
    const answers = await Promise.all(['invest', 'veto', 'watchList', 'invest', 'veto'].map((each) => vote(testApp, owner, property, each)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    expect((await testApp.db.selectFrom('preferences').selectAll().where('property_id', '=', property._id).execute()).length).toBe(1)
  })

  test('is for verified members who are no brokers, only for themselves', async ({ testApp }) => {
    const { circle, property, owner, voters } = await votingCircle(testApp, 1)
    const broker = await testApp.seed.broker()
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    expect((await vote(testApp, await testApp.seed.investor(), property, 'invest')).status).toBe(404)
    expect((await vote(testApp, broker, property, 'invest')).status).toBe(403)
    expect((await vote(testApp, await testApp.seed.pending(), property, 'invest')).status).toBe(403)
    expect((await vote(testApp, owner, property, 'invest', { user: voters[0]?._id })).status).toBe(403)
    expect((await vote(testApp, owner, property, 'maybe')).status).toBe(400)
    expect((await testApp.db.selectFrom('preferences').select('user_id').where('property_id', '=', property._id).execute()).length).toBe(0)
  })

  test('of a member who left is deleted, and cannot be cast again', async ({ testApp }) => {
    const { circle, property, owner, voters } = await votingCircle(testApp, 1)
    const [leaver] = voters as [Person]
    await vote(testApp, leaver, property, 'veto')
    await vote(testApp, owner, property, 'invest')
    expect((await testApp.call(leaver, 'DELETE', `app/circle-membership/${circle._id}`)).status).toBe(204)
    const [shown] = (await testApp.call(owner, 'GET', `app/property/${circle._id}`)).data<Property[]>()
    expect(shown?.tally).toMatchObject({ invest: 1, veto: 0, topChoice: 'invest' })
    expect((await vote(testApp, leaver, property, 'veto')).status).toBe(404)
  })
})

describe('properties', () => {
  test('refuse invalid links, prices and status changes', async ({ testApp }) => {
    const { circle, property, owner } = await votingCircle(testApp, 0)
    for (const bad of [
      { url: 'javascript:alert(1)' },
      { url: 'data:text/html,x' },
      { price: 0 },
      { price: 1.5 },
      { price: '9' },
      { listingStatus: 'gone' },
      { address: '' },
    ]) {
      expect([bad, (await testApp.call(owner, 'POST', 'app/property', { ...listing, ...bad, circle: circle._id })).status]).toEqual([
        bad,
        400,
      ])
    }
    const move = (listingStatus: string) => testApp.call(owner, 'PUT', `app/property/${property._id}`, { listingStatus })
    expect((await move('sold')).status).toBe(409)
    for (const status of ['under_offer', 'under_contract', 'sold']) expect((await move(status)).status).toBe(200)
    expect((await move('available')).status).toBe(409)
  })

  test('are added by members and assigned brokers, changed by uploader, owner and broker, read by insiders', async ({ testApp }) => {
    const { circle, property, owner, voters } = await votingCircle(testApp, 2)
    const [uploader, other] = voters as [Person, Person]
    const broker = await testApp.seed.broker()
    const stranger = await testApp.seed.investor()
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    const added = await testApp.call(uploader, 'POST', 'app/property', { ...listing, circle: circle._id, uploadedBy: uploader._id })
    const mine = added.data<Property>()._id
    const change = (person: Person, id: string) =>
      testApp.call(person, 'PUT', `app/property/${id}`, { price: 850_000 }).then((answer) => answer.status)
    expect([await change(uploader, mine), await change(owner, mine), await change(broker, mine)]).toEqual([200, 200, 200])
    expect([await change(other, mine), await change(uploader, property._id), await change(stranger, mine)]).toEqual([403, 403, 404])
    expect((await testApp.call(broker, 'POST', 'app/property', { ...listing, circle: circle._id })).status).toBe(200)
    expect((await testApp.call(stranger, 'POST', 'app/property', { ...listing, circle: circle._id })).status).toBe(403)
    expect((await testApp.call(stranger, 'GET', `app/property/${circle._id}`)).status).toBe(403)
    expect((await testApp.call(broker, 'GET', `app/property/${circle._id}`)).data<unknown[]>().length).toBe(3)
    expect((await testApp.call(broker, 'GET', `app/broker-circles/${broker._id}`)).data<Circle[]>().map((each) => each._id)).toEqual([
      circle._id,
    ])
    expect((await testApp.call(owner, 'GET', `app/broker-circles/${owner._id}`)).status).toBe(403)
  })

  test('are not overwritten if they changed meanwhile', async ({ testApp }) => {
    const { property, owner } = await votingCircle(testApp, 0)
    const { updatedAt } = property
    expect((await testApp.call(owner, 'PUT', `app/property/${property._id}`, { price: 1, updatedAt })).status).toBe(200)
    expect((await testApp.call(owner, 'PUT', `app/property/${property._id}`, { price: 2, updatedAt })).status).toBe(409)
  })
})
