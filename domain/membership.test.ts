import { describe, expect, test } from 'vitest'
import { decideTakingPart } from './may/person.ts'
import {
  brokerTeam,
  decideTermsChange,
  exclusiveBroker,
  ledgerLabel,
  mayBeRemoved,
  memberLabel,
  memberRole,
  type Terms,
  visibilityLabel,
  waitingWords,
} from './membership.ts'

test('the owner has their own title and cannot be removed', () => {
  const [owner, member] = [{ isOwner: true }, { isOwner: false }]
  expect([memberRole(owner), mayBeRemoved(owner)]).toEqual(['Owner', false])
  expect([memberRole(member), mayBeRemoved(member)]).toEqual(['Member', true])
})

test('the creator is called creator while they own the circle; after a hand-over there is only an owner', () => {
  const [creator, other] = [{ _id: 'creator' }, { _id: 'other' }]
  const label = (isOwner: boolean, user: { _id: string }) => memberLabel({ isOwner, user }, creator)
  expect([label(true, creator), label(false, other)]).toEqual(['Circle Creator', 'Member'])
  expect([label(false, creator), label(true, other)]).toEqual(['Member', 'Circle Owner'])
  expect(memberLabel({ isOwner: true }, {})).toBe('Circle Owner')
})

test('the ledger distinguishes leaving from being removed', () => {
  const entries = [
    { kind: 'bought', hasLeft: false },
    { kind: 'added', hasLeft: false },
    { kind: 'removed', hasLeft: true },
    { kind: 'removed', hasLeft: false },
  ] as const
  expect(entries.map(ledgerLabel)).toEqual(['Joined', 'Added', 'Left', 'Removed'])
})

describe('taking part', () => {
  const user = (isBroker: boolean, isVerified: boolean, isAdmin = false) => ({ isBroker, isVerified, permissions: { isAdmin } })

  test('is for verified people and admins', () => {
    expect(decideTakingPart(user(false, true))).toEqual({ ok: true, value: true })
    expect(decideTakingPart(user(false, false, true))).toEqual({ ok: true, value: true })
    expect(decideTakingPart(user(false, false))).toEqual({ ok: false, reason: 'not_verified' })
  })

  test('is never for brokers', () => {
    for (const broker of [user(true, true), user(true, false), user(true, true, true)])
      expect(decideTakingPart(broker)).toEqual({ ok: false, reason: 'not_for_brokers' })
  })
})

describe('the terms of a circle', () => {
  const terms: Terms = { totalTargetSize: 500_000, minimumShareSize: '1/8', ownerInvestmentAmount: 125_000 }
  const changes: Terms[] = [
    { ...terms, totalTargetSize: 600_000 },
    { ...terms, minimumShareSize: '1/4' },
    { ...terms, ownerInvestmentAmount: 62_500 },
    { ...terms, totalTargetSize: null },
  ]

  test('may change while the owner is alone', () => {
    for (const change of changes) expect(decideTermsChange(terms, change, false)).toEqual({ ok: true, value: 'changed' })
  })

  test('are locked once someone else has joined', () => {
    for (const change of changes) expect(decideTermsChange(terms, change, true)).toEqual({ ok: false, reason: 'terms_locked' })
  })

  test('may always be saved unchanged', () => {
    expect(decideTermsChange(terms, { ...terms }, true)).toEqual({ ok: true, value: 'same' })
  })
})

test('a circle has one exclusive broker or a team, never both', () => {
  expect(exclusiveBroker('a')).toEqual({ exclusiveAssignedBroker: 'a', assignedBrokers: [] })
  expect(brokerTeam(['a', 'b', 'a'])).toEqual({ exclusiveAssignedBroker: null, assignedBrokers: ['a', 'b'] })
})

test('a circle is shown as Hidden or Visible', () => {
  expect([visibilityLabel({ hideCircle: true }), visibilityLabel({ hideCircle: false })]).toEqual(['Hidden', 'Visible'])
})

test('the waiting list text says how many are waiting and that nothing is reserved', () => {
  expect(waitingWords(1)).toBe('1 person is waiting. Arcs go to the first who joins.')
  expect(waitingWords(4)).toBe('4 people are waiting. Arcs go to the first who joins.')
})
