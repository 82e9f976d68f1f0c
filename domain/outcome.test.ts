import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { charterClauses } from './charter.ts'
import { type Preference, preferenceValues } from './choices.ts'
import { countByValues, type Holder } from './counting.ts'
import { type CastVote, countStanding, defaultRules, type Rules, ruleWords, sameRules } from './outcome.ts'

type Circle = Map<number, { arcs: number; vote: Preference | null }>
type Step =
  | { readonly do: 'buy'; readonly who: number; readonly arcs: number }
  | { readonly do: 'leave'; readonly who: number }
  | { readonly do: 'vote'; readonly who: number; readonly preference: Preference | null }

const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), who: fc.nat(5), arcs: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), who: fc.nat(5) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('vote' as const), who: fc.nat(5), preference: fc.constantFrom(...preferenceValues, null) }),
  },
)
const someRules: fc.Arbitrary<Rules> = fc.record({
  countBy: fc.constantFrom(...countByValues),
  threshold: fc.oneof(fc.constantFrom(50, 66, 67, 75, 99), fc.integer({ min: 1, max: 99 })),
  quorum: fc.oneof(fc.constantFrom(0, 50, 100), fc.integer({ min: 0, max: 100 })),
  vetoBlocks: fc.boolean(),
})

function act(circle: Circle, step: Step): void {
  const member = circle.get(step.who)
  if (step.do === 'buy') circle.set(step.who, { arcs: (member?.arcs ?? 0) + step.arcs, vote: member?.vote ?? null })
  else if (step.do === 'leave') circle.delete(step.who)
  else if (member) circle.set(step.who, { ...member, vote: step.preference })
}

/** A simple reference: one ballot per arc (or member), adding ballots one by one to see what is missing. */
function reference(rules: Rules, circle: Circle) {
  const papers = [...circle.values()].flatMap(({ arcs, vote }) => Array<Preference | null>(rules.countBy === 'arcs' ? arcs : 1).fill(vote))
  const pile = (preference: Preference) => papers.filter((paper) => paper === preference).length
  const [invest, watchList, veto] = [pile('invest'), pile('watchList'), pile('veto')]
  const voted = papers.filter((paper) => paper !== null).length
  const isMajority = (extra: number) => (invest + extra) * 100 > rules.threshold * papers.length
  const isQuorum = (extra: number) => (voted + extra) * 100 >= rules.quorum * papers.length
  let missingInvest = 0
  while (!isMajority(missingInvest)) missingInvest++
  let needed = missingInvest
  while (!isQuorum(needed)) needed++
  const passes = papers.length > 0 && isMajority(0) && isQuorum(0)
  const state = rules.vetoBlocks && veto > 0 ? 'blocked' : passes ? 'passes' : 'open'
  return { state, of: papers.length, voted, invest, watchList, veto, missingInvest, needed }
}

const holdersOf = (circle: Circle): Holder[] => [...circle].map(([user, { arcs }]) => ({ user: String(user), arcs }))
const votesOf = (circle: Circle): CastVote[] =>
  [...circle].flatMap(([user, { vote }]) => (vote ? [{ user: String(user), preference: vote }] : []))

describe('the state of a vote', () => {
  test('agrees with a simple reference after every step of random histories', () => {
    fc.assert(
      fc.property(someRules, fc.array(aStep, { maxLength: 40 }), (rules, history) => {
        const circle: Circle = new Map()
        for (const step of history) {
          act(circle, step)
          expect(countStanding(rules, holdersOf(circle), votesOf(circle))).toMatchObject(reference(rules, circle))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  const circleOf = (...arcs: number[]): Holder[] => arcs.map((count, index) => ({ user: String(index), arcs: count }))
  const voting = (...choices: (Preference | null)[]): CastVote[] =>
    choices.flatMap((preference, index) => (preference ? [{ user: String(index), preference }] : []))
  const words = (rules: Partial<Rules>, holders: Holder[], votes: CastVote[], isClosed = false) => {
    const { state, words } = countStanding({ ...defaultRules, ...rules }, holders, votes, isClosed)
    return [state, words]
  }

  test('is described in words', () => {
    const eight = circleOf(4, 1, 2, 1)
    expect(words({}, eight, [])).toEqual(['open', 'No votes yet; needs 5 of 8 arcs to pass'])
    expect(words({ quorum: 75 }, eight, [])).toEqual(['open', 'No votes yet; needs 5 of 8 arcs to pass, once 6 voted'])
    expect(words({}, eight, voting('invest', 'watchList'))).toEqual(['open', '5 of 8 arcs voted; needs 1 more to pass'])
    expect(words({}, eight, voting('invest', 'invest'))).toEqual(['passes', '5 of 8 arcs voted; passes with 5 to invest'])
    expect(words({ quorum: 90 }, eight, voting('invest', 'invest'))).toEqual(['open', '5 of 8 arcs voted; needs 3 more to vote'])
    expect(words({ quorum: 100 }, eight, voting('invest'))).toEqual([
      'open',
      '4 of 8 arcs voted; needs 4 more to vote, 1 of them to invest',
    ])
    expect(words({ countBy: 'people' }, eight, voting('invest', 'invest', 'invest'))).toEqual([
      'passes',
      '3 of 4 members voted; passes with 3 to invest',
    ])
  })

  test('is a deadlock at one half, which is no majority', () => {
    const votes = voting('invest', 'veto')
    expect(words({}, circleOf(1, 1), votes)).toEqual(['open', '2 of 2 arcs voted; needs 1 more to pass, so a vote would have to change'])
    expect(words({ vetoBlocks: true }, circleOf(3, 1), votes)).toEqual(['blocked', '4 of 4 arcs voted; a veto blocks it'])
    expect(words({}, circleOf(3, 1), votes)[0]).toBe('passes')
  })

  test('is decided by one member in a circle of one, and by nobody if nobody holds anything', () => {
    expect(words({}, circleOf(3), voting('invest'))).toEqual(['passes', '3 of 3 arcs voted; passes with 3 to invest'])
    expect(words({}, circleOf(0), voting('invest'))).toEqual(['open', 'Nobody holds an arc yet, so there is nothing to count'])
    expect(words({ countBy: 'people' }, circleOf(0), voting('invest'))[0]).toBe('passes')
    expect(words({ vetoBlocks: true }, [], voting('veto'))[0]).toBe('open')
  })

  test('changes when someone leaves or joins during a vote', () => {
    const votes = voting('invest', null, 'veto')
    expect(words({}, circleOf(2, 1, 1), votes)[0]).toBe('open')
    expect(words({}, circleOf(2, 1), votes.slice(0, 1))[0]).toBe('passes')
    expect(words({}, circleOf(2, 1, 1, 4), votes)[0]).toBe('open')
  })

  test('ends in a sentence with the result', () => {
    const four = circleOf(2, 1, 1)
    expect(words({}, four, voting('invest', 'invest'), true)[1]).toBe('Passed: 3 of 4 arcs to invest, 3 voted')
    expect(words({}, four, voting('invest'), true)[1]).toBe('Did not pass: 2 of 4 arcs to invest, 2 voted')
    expect(words({ vetoBlocks: true }, four, voting('invest', 'invest', 'veto'), true)[1]).toBe(
      'Blocked by a veto: 3 of 4 arcs to invest, 4 voted',
    )
  })
})

describe('rules', () => {
  test('are described in one sentence', () => {
    expect(ruleWords(defaultRules)).toBe('Passes when more than half of all arcs say Ready to Invest, once at least half voted')
    expect(ruleWords({ countBy: 'people', threshold: 99, quorum: 100, vetoBlocks: true })).toBe(
      'Passes when all members say Ready to Invest, once all have voted; a veto blocks',
    )
    expect(ruleWords({ ...defaultRules, threshold: 66, quorum: 0 })).toBe('Passes when more than 66% of all arcs say Ready to Invest')
  })

  test('that differ have different charters', () => {
    fc.assert(
      fc.property(someRules, someRules, (a, b) => {
        expect(JSON.stringify(charterClauses(a)) === JSON.stringify(charterClauses(b))).toBe(sameRules(a, b))
      }),
    )
  })

  test('are written out for buyers: how the circle decides, how to leave, what happens from buying to its end', () => {
    const clauses = charterClauses({ countBy: 'people', threshold: 66, quorum: 75, vetoBlocks: true })
    expect(clauses.map(({ title }) => title)).toEqual([
      'How votes count',
      'When a property passes',
      'Vetoes',
      'Changing your mind',
      'Leaving',
      'When the circle is full',
      'Changing these rules',
      'Motions',
      'Members who are away',
      'Being released',
      'Being let go',
      'Buying',
      'Owning',
      'Handing on your arcs',
      'Ending the circle',
    ])
    expect(clauses[1]?.text).toContain(
      'when more than 66% of the members vote Ready to Invest. At least 75% of the members must have voted',
    )
    expect(clauses[2]?.text).toContain('A single veto blocks')
  })
})
