import { describe, expect, test } from 'vitest'
import { belowFloorWords, type DistributionFacts, distributionState, mayConfirmPayout, oddArcsOf, payoutsPaidBy } from './payouts.ts'

const facts: DistributionFacts = {
  motion: { outcome: 'passed', isWithdrawn: false },
  hasLapsed: false,
  isPosted: true,
  isReversed: false,
  openCents: 0,
  waitingCents: 0,
}

describe('a distribution', () => {
  test.each([
    ['draft', { motion: null, isPosted: false }],
    ['proposed', { motion: { outcome: null, isWithdrawn: false }, isPosted: false }],
    ['withdrawn', { motion: { outcome: null, isWithdrawn: true }, isPosted: false }],
    ['not_passed', { motion: { outcome: 'too_few_voted', isWithdrawn: false }, isPosted: false }],
    ['waiting', { isPosted: false }],
    ['lapsed', { isPosted: false, hasLapsed: true }],
    ['posted', { openCents: 1 }],
    ['posted', { waitingCents: 1 }],
    ['paid', {}],
    ['reversed', { isReversed: true, openCents: 5 }],
    // A lapsed motion to reverse changes nothing.
    ['paid', { hasLapsed: true }],
  ] as const)('is %s', (state, differs) => {
    expect(distributionState({ ...facts, ...differs })).toBe(state)
  })

  test('names the arcs that get a cent more', () => {
    const parts = [100, 101, 100].map((amountCents, index) => ({ arc: index + 1, amountCents }))
    expect(oddArcsOf(parts)).toEqual([2])
    expect(oddArcsOf(parts.slice(0, 1))).toEqual([])
  })

  test('below the floor says what it would leave and the most that is allowed', () => {
    expect(belowFloorWords(1_452_037, 1_500_000, 2_752_037)).toBe(
      'That would leave $14,520.37, $479.63 below the floor. At most $27,520.37.',
    )
    expect(belowFloorWords(-100, 0, 0)).toBe('That would leave −$1.00, $1.00 below the floor. Nothing can be paid out now.')
  })
})

describe('a payment to a person', () => {
  const open = [
    { distributionId: 'first', openCents: 300 },
    { distributionId: 'second', openCents: 500 },
  ]
  const paidBy = (amountCents: number, otherCents: number, named: string | null = null) => {
    const decision = payoutsPaidBy(amountCents, open, { otherCents, named })
    return decision.ok ? decision.value.map((paid) => [paid.distributionId, paid.amountCents]) : decision.reason
  }

  test('pays what it names, at most as much as is open', () => {
    expect(paidBy(200, 50, 'second')).toEqual([['second', 200]])
    expect(paidBy(501, 50, 'second')).toBe('more_than_owed')
    expect(paidBy(1, 50, 'third')).toBe('more_than_owed')
  })

  test('pays what it equals to the cent; else what is owed for other reasons first, then the oldest', () => {
    expect(paidBy(500, 50)).toEqual([['second', 500]])
    expect(paidBy(800, 50)).toEqual([
      ['first', 300],
      ['second', 500],
    ])
    expect(paidBy(400, 50)).toEqual([
      ['first', 300],
      ['second', 50],
    ])
    expect(paidBy(40, 50)).toEqual([])
    expect(paidBy(850, 50)).toEqual([
      ['first', 300],
      ['second', 500],
    ])
  })
})

test('a payout is confirmed by its receiver, also a former member; the treasurer’s own by another member', () => {
  const mayConfirm = (user: string, receiver: string, members = ['ben', 'cy']) =>
    mayConfirmPayout(user, { receiver, markedBy: 'ben', members })
  expect([mayConfirm('cy', 'cy'), mayConfirm('ben', 'cy'), mayConfirm('ann', 'ann'), mayConfirm('cy', 'ann')]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect([mayConfirm('ben', 'ben'), mayConfirm('cy', 'ben'), mayConfirm('ann', 'ben'), mayConfirm('ben', 'ben', ['ben'])]).toEqual([
    false,
    true,
    false,
    true,
  ])
})
