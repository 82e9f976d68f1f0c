import { describe, expect } from 'vitest'
import type { Property } from '#contract/properties.ts'
import type { Person } from '#server/testing/seed.ts'
import { test } from '#server/testing/test-app.ts'
import { createVotingCircle, inOneDay, listing, passClosingDate, readRecord, setClosingDate } from '#server/testing/voting-circle.ts'
import { closeVotes } from './close-votes.ts'

describe('a closing date', () => {
  test('is set by owner, broker and administrator, not by a member, and must be ahead', async ({ testApp }) => {
    const { owner, members, broker, circle, property } = await createVotingCircle(testApp, 1)
    const [member] = members as [Person]
    const date = inOneDay()
    for (const person of [owner, broker, await testApp.seed.admin()]) {
      expect((await setClosingDate(testApp, person, property, date)).data()).toMatchObject({ closesAt: date, isClosed: false })
    }
    expect((await setClosingDate(testApp, member, property, date)).status).toBe(403)
    expect((await setClosingDate(testApp, await testApp.seed.investor(), property, date)).status).toBe(403)
    const past = await setClosingDate(testApp, owner, property, '2020-01-01T00:00:00.000Z')
    expect([past.status, past.body.fields?.[0]?.field]).toEqual([400, 'closesAt'])
    for (const bad of ['soon', 5, undefined, '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', ''])
      expect((await setClosingDate(testApp, owner, property, bad)).status).toBe(400)
    expect((await setClosingDate(testApp, owner, property, null)).data()).toMatchObject({ closesAt: null })
    const own = { ...listing, circle: circle._id, closesAt: date }
    expect((await testApp.call(member, 'POST', 'app/property', own)).status).toBe(403)
    const brought = (await testApp.call(broker, 'POST', 'app/property', own)).data<Property>()
    const shown = (await testApp.call(member, 'GET', `app/property/${circle._id}?id=${brought._id}`)).data<Property[]>()
    expect(shown[0]?.deciding?.closesAt).toBe(date)
    const { items } = await readRecord(testApp, owner, circle, `?property=${property._id}`)
    expect(items.map(({ kind }) => kind)).toEqual(['closing_date', 'closing_date'])
  })

  test('freezes the outcome, whether or not the job has run', async ({ testApp }) => {
    const { owner, members, circle, property, vote, deciding } = await createVotingCircle(testApp, 2)
    const [first, second] = members as [Person, Person]
    await setClosingDate(testApp, owner, property, inOneDay())
    await vote(owner, 'invest', { reason: 'Yes' })
    await vote(first, 'veto')
    await passClosingDate(testApp, property._id)

    const late = await vote(second, 'invest')
    expect([late.status, late.body.error]).toEqual([409, 'Voting on this property has closed.'])
    expect((await vote(first, null)).status).toBe(409)
    expect((await deciding(owner)).standing.words).toBe('Passed: 3 of 5 arcs to invest, 4 voted')
    expect((await testApp.call(first, 'DELETE', `app/circle-membership/${circle._id}`)).status).toBe(204)
    await testApp.call(second, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 525_000 })
    await closeVotes(testApp.db, testApp.services.settings)
    await closeVotes(testApp.db, testApp.services.settings)
    const told = await deciding(owner)
    expect([told.isClosed, told.standing.words]).toEqual([true, 'Passed: 3 of 5 arcs to invest, 4 voted'])
    expect(told.votes?.map(({ name, preference, reason }) => [name, preference, reason]).sort()).toEqual([
      ['Mia Member', 'veto', null],
      ['Olga Owner', 'invest', 'Yes'],
    ])
    const { items } = await readRecord(testApp, owner, circle)
    expect(items.map(({ kind, words, by }) => [kind, words, by])).toEqual([
      ['closed', '418 Alderstone Way passed', null],
      ['outcome', '418 Alderstone Way passes', 'Olga Owner'],
      ['closing_date', expect.stringContaining('418 Alderstone Way closes on'), 'Olga Owner'],
    ])
    expect((await setClosingDate(testApp, owner, property, inOneDay())).status).toBe(409)
  })

  test('is handled once by parallel jobs of several processes', async ({ testApp }) => {
    const { owner, circle, property, vote } = await createVotingCircle(testApp, 0)
    await vote(owner, 'invest')
    await setClosingDate(testApp, owner, property, inOneDay())
    await passClosingDate(testApp, property._id)
    await Promise.all([
      closeVotes(testApp.db, testApp.services.settings),
      closeVotes(testApp.db, testApp.services.settings),
      closeVotes(testApp.db, testApp.services.settings),
    ])
    expect((await readRecord(testApp, owner, circle)).items.filter(({ kind }) => kind === 'closed')).toHaveLength(1)
  })
})
