import { expect, test } from 'vitest'
import type { MotionSummary } from '#contract/motions.ts'
import { sampleMotion } from '#web/testing/sample-motion.ts'
import { closingDay, endWords, neededWords, ordinal } from './motion-words.ts'

const now = Date.parse('2026-12-07T12:00:00.000Z')
const standing = (change: Partial<MotionSummary['standing']>) => ({ ...sampleMotion().standing, ...change })

test('a closing date within six days is called by its weekday, a later one by its date', () => {
  expect(closingDay('2026-12-07T23:00:00.000Z', 'UTC', now)).toBe('today')
  expect(closingDay('2026-12-10T01:00:00.000Z', 'UTC', now)).toBe('Thursday')
  expect(closingDay('2026-12-13T23:59:00.000Z', 'UTC', now)).toBe('Sunday')
  expect(closingDay('2026-12-14T00:00:00.000Z', 'UTC', now)).toBe('14 December 2026')
})

test('an open motion says what it needs, in arcs or in members', () => {
  const needs = (change: Partial<MotionSummary['standing']>, countBy: 'arcs' | 'people' = 'arcs') =>
    neededWords({ ...sampleMotion(), countBy, standing: standing(change) }, 'UTC', now)
  expect(needs({ missingInFavour: 2, missingVotes: 2 })).toBe('Needs 2 more arcs to say yes')
  expect(needs({ missingInFavour: 1, missingVotes: 1 }, 'people')).toBe('Needs 1 more member to say yes')
  expect(needs({ missingInFavour: 0, missingVotes: 1 })).toBe('Needs 1 more arc to vote')
  expect(needs({ outcome: 'passes', missingInFavour: 0, missingVotes: 0 })).toBe('Passes; everyone has until Thursday')
})

test('a closed motion says what was said and what follows', () => {
  const ends = (change: Partial<MotionSummary>) => endWords({ ...sampleMotion(), ...change }, 'UTC')
  expect(ends({ standing: standing({ outcome: 'passed', yes: 10, of: 12 }) })).toBe('10 of 12 arcs yes; in force')
  expect(ends({ standing: standing({ outcome: 'did_not_pass', yes: 4, of: 12 }), mayComeAgainAt: '2027-02-01T10:00:00.000Z' })).toBe(
    '4 of 12 arcs yes. Ida Brandt may propose the same again from 1 February 2027, others at any time.',
  )
  expect(ends({ standing: standing({ outcome: 'withdrawn' }), followedBy: { _id: 'm2', title: 'Roof over units 3 and 4' } })).toBe(
    'Followed by: Roof over units 3 and 4',
  )
})

test('a lapsed motion says that it has no result, and why', () => {
  const lapsed = { standing: standing({ outcome: 'lapsed' }), lapsedBecause: 'The circle went back to gathering' }
  expect(endWords({ ...sampleMotion(), ...lapsed }, 'UTC')).toBe('Without a result. The circle went back to gathering')
})

test('in an ended circle no motion comes again', () => {
  const refused = { standing: standing({ outcome: 'did_not_pass', yes: 4, of: 12 }), mayComeAgainAt: '2027-02-01T10:00:00.000Z' }
  expect(endWords({ ...sampleMotion(), ...refused }, 'UTC', true)).toBe('4 of 12 arcs yes')
})

test('the twelve arcs have words', () => {
  expect([1, 6, 12, 13].map(ordinal)).toEqual(['first', 'sixth', 'twelfth', '13th'])
})
