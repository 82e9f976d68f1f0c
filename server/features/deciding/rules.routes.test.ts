import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Charter } from '#contract/deciding.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, inOneDay, passClosingDate, readRecord, setClosingDate } from '#server/testing/voting-circle.ts'

describe('rules', () => {
  const setRules = (testApp: TestApp, person: Person, circle: Circle, rules: object) =>
    testApp.call(person, 'PUT', `app/circle/${circle._id}/rules`, rules)

  test('are public before joining, set by the owner only, and versioned', async ({ testApp }) => {
    const { owner, members, circle } = await createVotingCircle(testApp, 1)
    const shown = (await testApp.call(null, 'GET', `public/circle/${circle._id}`)).data<Circle>().charter
    expect(shown).toMatchObject({ version: 1, rules: { countBy: 'arcs', threshold: 50, quorum: 50, vetoBlocks: false } })
    expect(shown?.clauses.length).toBeGreaterThan(5)
    expect((await setRules(testApp, members[0] as Person, circle, { quorum: 60 })).status).toBe(403)
    for (const bad of [
      { threshold: 100 },
      { threshold: 0 },
      { quorum: 101 },
      { quorum: 0.5 },
      { countBy: 'dollars' },
      { vetoBlocks: 'yes' },
    ]) {
      expect([bad, (await setRules(testApp, owner, circle, bad)).status]).toEqual([bad, 400])
    }
    expect((await setRules(testApp, owner, circle, { threshold: 50 })).data<Charter>().version).toBe(1)
    const changed = await setRules(testApp, owner, circle, { countBy: 'people', vetoBlocks: true })
    expect(changed.data<Charter>()).toMatchObject({ version: 2, rules: { countBy: 'people', threshold: 50, quorum: 50, vetoBlocks: true } })
    const { charter } = (await testApp.call(null, 'GET', `public/circle/${circle._id}`)).data<Circle>()
    expect(charter?.clauses[2]?.text).toContain('A single veto blocks')
    expect((await readRecord(testApp, owner, circle)).items[0]).toMatchObject({ kind: 'rules', by: 'Olga Owner', rules: { version: 2 } })
  })

  test('are not in lists of circles', async ({ testApp }) => {
    const { circle } = await createVotingCircle(testApp, 0)
    for (const path of ['public/circle', 'public/circle?page=1&pageSize=50']) {
      const data = (await testApp.call(null, 'GET', path)).data<Circle[] | { items: Circle[] }>()
      const found = (Array.isArray(data) ? data : data.items).find(({ _id }) => _id === circle._id)
      expect([path, found && 'charter' in found]).toEqual([path, false])
    }
  })

  test('cannot change while an open property has votes, and can once it is closed', async ({ testApp }) => {
    const { owner, circle, property, vote } = await createVotingCircle(testApp, 0)
    await vote(owner, 'invest')
    const refused = await setRules(testApp, owner, circle, { quorum: 60 })
    expect([refused.status, refused.body.error]).toEqual([409, 'The rules cannot change while an open property has votes.'])
    await setClosingDate(testApp, owner, property, inOneDay())
    await passClosingDate(testApp, property._id)
    expect((await setRules(testApp, owner, circle, { quorum: 60 })).status).toBe(200)
  })

  test('are accepted by every buyer in the current version', async ({ testApp }) => {
    const { owner, circle } = await createVotingCircle(testApp, 0)
    const [early, late] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const join = (person: Person, charterVersion?: unknown) =>
      testApp.call(person, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000, charterVersion })
    const acceptedBy = async (person: Person) =>
      (await testApp.call(person, 'GET', `app/circle/${circle._id}/charter`)).data<{
        accepted: { version: number } | null
        versions: Charter[]
      }>()
    expect((await acceptedBy(early)).accepted).toBeNull()
    expect((await join(early, 1)).status).toBe(200)
    await setRules(testApp, owner, circle, { threshold: 66 })
    const stale = await join(late, 1)
    expect([stale.status, stale.body.error]).toEqual([
      409,
      'The circle’s rules have changed meanwhile. Please read them again before you agree.',
    ])
    expect((await join(late, 'two')).status).toBe(400)
    expect((await join(late, 2)).status).toBe(200)
    expect((await acceptedBy(early)).accepted).toMatchObject({ version: 1 })
    const told = await acceptedBy(late)
    expect([told.accepted?.version, told.versions.map(({ version, rules }) => [version, rules.threshold])]).toEqual([
      2,
      [
        [2, 66],
        [1, 50],
      ],
    ])
    expect((await join(early)).status).toBe(200)
    expect((await acceptedBy(early)).accepted).toMatchObject({ version: 2 })
  })
})
