import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CountingRule, countByValues, countVotes, type Fraction, type Holder, percentOf } from './counting.ts'

const choices = ['yes', 'no', 'abstain'] as const
type Choice = (typeof choices)[number]
type Member = { readonly arcs: number; readonly late: number; readonly choice: Choice | null }

const aFraction: fc.Arbitrary<Fraction> = fc.oneof(
  fc.constantFrom<Fraction[]>({ parts: 1, of: 2 }, { parts: 2, of: 3 }, { parts: 3, of: 4 }),
  fc.integer({ min: 1, max: 99 }).map(percentOf),
)
const aRule: fc.Arbitrary<CountingRule> = fc.record({
  countBy: fc.constantFrom(...countByValues),
  moreThan: aFraction,
  quorum: fc.integer({ min: 0, max: 100 }).map(percentOf),
})
const someMembers: fc.Arbitrary<Member[]> = fc.array(
  fc.record({ arcs: fc.nat(5), late: fc.nat(2), choice: fc.constantFrom(...choices, null) }),
  { maxLength: 12 },
)

/** A simple reference: one ballot per arc or member, adding ballots in favour one by one until it passes. */
function reference({ countBy, moreThan, quorum }: CountingRule, members: readonly Member[]) {
  const ballots = members.flatMap(({ arcs, late, choice }) => {
    const counts = arcs > 0 || late === 0
    return Array<Choice | null>(countBy === 'arcs' ? arcs : counts ? 1 : 0).fill(choice)
  })
  const of = ballots.length
  const pile = (choice: Choice) => ballots.filter((ballot) => ballot === choice).length
  const voted = ballots.filter((ballot) => ballot !== null).length
  const isMajority = (extra: number) => (pile('yes') + extra) * moreThan.of > moreThan.parts * of
  const isQuorum = (extra: number) => (voted + extra) * quorum.of >= quorum.parts * of
  let missingInFavour = 0
  while (!isMajority(missingInFavour)) missingInFavour++
  let missingVotes = missingInFavour
  while (!isQuorum(missingVotes)) missingVotes++
  const by = { yes: pile('yes'), no: pile('no'), abstain: pile('abstain') }
  return { passes: of > 0 && isMajority(0) && isQuorum(0), of, voted, by, missingInFavour, missingVotes }
}

test('votes are counted as one ballot per arc or member', () => {
  fc.assert(
    fc.property(aRule, someMembers, (rule, members) => {
      const holders: Holder[] = members.map(({ arcs, late }, index) => ({ user: String(index), arcs, late }))
      const votes = members.flatMap(({ choice }, index) => (choice ? [{ user: String(index), choice }] : []))
      expect(countVotes(rule, holders, votes, choices)).toEqual(reference(rule, members))
    }),
    { numRuns: 2_000 },
  )
})

const byArcs = (moreThan: Fraction): CountingRule => ({ countBy: 'arcs', moreThan, quorum: percentOf(0) })
const split = (yes: number, no: number) =>
  [
    [
      { user: 'a', arcs: yes },
      { user: 'b', arcs: no },
    ],
    [
      { user: 'a', choice: 'yes' },
      { user: 'b', choice: 'no' },
    ],
  ] as const

test.each([
  [6, 6, { parts: 1, of: 2 }, false],
  [7, 5, { parts: 1, of: 2 }, true],
  [8, 4, { parts: 2, of: 3 }, false],
  [9, 3, { parts: 2, of: 3 }, true],
  [9, 3, { parts: 3, of: 4 }, false],
  [10, 2, { parts: 3, of: 4 }, true],
])('%i yes and %i no with more than %j: passes is %j', (yes, no, moreThan, passes) => {
  expect(countVotes(byArcs(moreThan), ...split(yes, no), choices).passes).toBe(passes)
})

test('a vote of someone who holds nothing does not count', () => {
  const votes = [{ user: 'gone', choice: 'yes' as const }]
  expect(countVotes(byArcs({ parts: 1, of: 2 }), [{ user: 'a', arcs: 3 }], votes, choices)).toMatchObject({ voted: 0, of: 3 })
})
