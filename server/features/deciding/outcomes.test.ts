import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { RecordRow } from '#contract/deciding.ts'
import { preferenceValues } from '#domain/choices.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, endVoteMinute, type VotingCircle } from '#server/testing/voting-circle.ts'

const share = 75_000
const arcsInAll = 12

type Step =
  | { readonly do: 'vote'; readonly who: number; readonly preference: string | null }
  | { readonly do: 'join'; readonly who: number }
  | { readonly do: 'leave'; readonly who: number }

const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('vote' as const),
      who: fc.nat(4),
      preference: fc.constantFrom(...preferenceValues, 'invest', null),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('join' as const), who: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), who: fc.integer({ min: 1, max: 4 }) }) },
)

type Papers = Map<number, { arcs: number; vote: string | null }>

/** A simple reference: one ballot per arc; more than half of all arcs must invest, and at least half must vote. */
function outcomeOf(papers: Papers) {
  const all = [...papers.values()].flatMap(({ arcs, vote }) => Array<string | null>(arcs).fill(vote))
  const invest = all.filter((paper) => paper === 'invest').length
  const voted = all.filter((paper) => paper !== null).length
  return { state: invest > all.length / 2 && voted >= all.length / 2 ? 'passes' : 'open', of: all.length, voted, invest }
}

async function act(testApp: TestApp, votingCircle: VotingCircle, people: readonly Person[], papers: Papers, step: Step): Promise<void> {
  const person = people[step.who] as Person
  const path = `app/circle-membership/${votingCircle.circle._id}`
  const held = papers.get(step.who)
  const sold = [...papers.values()].reduce((sum, { arcs }) => sum + arcs, 0)
  if (step.do === 'vote') {
    await endVoteMinute(testApp)
    const { status } = await votingCircle.vote(person, step.preference)
    expect([step, status]).toEqual([step, held ? 200 : 404])
    if (held) held.vote = step.preference
  } else if (step.do === 'join') {
    const { status } = await testApp.call(person, 'POST', path, { investmentAmount: share })
    expect([step, status]).toEqual([step, sold < arcsInAll ? 200 : 409])
    if (sold < arcsInAll) papers.set(step.who, { arcs: (held?.arcs ?? 0) + 1, vote: held?.vote ?? null })
  } else {
    const { status } = await testApp.call(person, 'DELETE', path)
    expect([step, status]).toEqual([step, held ? (sold < arcsInAll ? 204 : 409) : 404])
    if (held && sold < arcsInAll) papers.delete(step.who)
  }
}

const readRecord = async (testApp: TestApp, { owner, circle }: VotingCircle) =>
  (await testApp.call(owner, 'GET', `app/circle/${circle._id}/record?pageSize=200`)).data<{ items: RecordRow[] }>().items.reverse()

/** The record starts with a change from open, each row differs from the one before, and the last is the current state. */
function expectWhole(record: readonly RecordRow[], state: string): void {
  const states = record.map(({ standing }) => standing?.state)
  expect(states.at(-1) ?? 'open').toBe(state)
  for (const [index, each] of states.entries()) expect(each).not.toBe(states[index - 1] ?? 'open')
}

describe('outcomes', () => {
  test('agree with a simple reference after every step of random histories, and each change is recorded', async ({ testApp }) => {
    for (const history of fc.sample(fc.array(aStep, { minLength: 20, maxLength: 30 }), { numRuns: 5, seed: 9 })) {
      const votingCircle = await createVotingCircle(testApp, 0)
      const people = [votingCircle.owner, ...(await Promise.all([1, 2, 3, 4].map(() => testApp.seed.investor())))]
      const papers: Papers = new Map([[0, { arcs: 3, vote: null }]])
      const seen: string[] = []
      for (const step of history) {
        await act(testApp, votingCircle, people, papers, step)
        const expected = outcomeOf(papers)
        expect([step, (await votingCircle.deciding(votingCircle.owner)).standing]).toMatchObject([step, expected])
        if (expected.state !== (seen.at(-1) ?? 'open')) seen.push(expected.state)
      }
      const record = await readRecord(testApp, votingCircle)
      expect(record.map(({ standing }) => standing?.state)).toEqual(seen)
    }
  })

  test('are recorded completely when everyone votes at once', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 5)
    const people = [votingCircle.owner, ...votingCircle.members]
    for (const preferences of [['invest'], ['veto'], ['invest', 'watchList'], ['veto', 'invest', 'invest']]) {
      await endVoteMinute(testApp)
      const answers = await Promise.all(
        people.map((person, index) => votingCircle.vote(person, preferences[index % preferences.length] ?? null)),
      )
      expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
      expectWhole(await readRecord(testApp, votingCircle), (await votingCircle.deciding(votingCircle.owner)).standing.state)
    }
  })

  test('are recorded completely when votes, purchases, leaving and an edit of the property run in parallel', async ({ testApp }) => {
    const votingCircle = await createVotingCircle(testApp, 4)
    const path = `app/circle-membership/${votingCircle.circle._id}`
    const newcomer = await testApp.seed.investor()
    const answers = await Promise.all([
      votingCircle.vote(votingCircle.owner, 'invest'),
      ...votingCircle.members.slice(0, 3).map((member) => votingCircle.vote(member, 'invest')),
      testApp.call(newcomer, 'POST', path, { investmentAmount: share }),
      testApp.call(votingCircle.members[3] as Person, 'DELETE', path),
      testApp.call(votingCircle.owner, 'PUT', `app/property/${votingCircle.property._id}`, { price: 1_000_000 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 204, 200])
    expectWhole(await readRecord(testApp, votingCircle), (await votingCircle.deciding(votingCircle.owner)).standing.state)
  })
})
