import { describe, expect, test } from 'vitest'
import {
  accountsOfCategory,
  decidePayment,
  type PaymentFacts,
  type PaymentRefusal,
  paymentRefusalWords,
  type SpendPermission,
} from './payment-permission.ts'

const motion: SpendPermission = { category: 'repairs', leftCents: 10_000, relatedMember: null, payee: 'Weller Roofing', until: null }
const facts: PaymentFacts = {
  amountCents: 10_000,
  account: 'repairs',
  day: '2027-05-04',
  payee: 'Weller Roofing',
  relatedMember: null,
  motion,
  emergencyLeftCents: 5_000,
  takesCash: true,
  freeCashCents: 20_000,
  floorCents: 10_000,
}
const pay = (changed: Partial<PaymentFacts> = {}) => {
  const decision = decidePayment({ ...facts, ...changed })
  return decision.ok ? decision.value : decision.reason
}
const byMotion = (changed: Partial<SpendPermission>, rest: Partial<PaymentFacts> = {}) =>
  pay({ motion: { ...motion, ...changed }, ...rest })

describe('a payment with a motion', () => {
  test('takes no more than is left of the motion', () => {
    expect(pay()).toBe('motion')
    expect(byMotion({ leftCents: 9_999 })).toBe('motion_permits_less')
  })

  test('is booked under an account of the motion’s category', () => {
    expect(pay({ account: 'property' })).toBe('motion')
    expect(pay({ account: 'tax' })).toBe('motion_other_account')
    expect(byMotion({ category: 'loan' })).toBe('motion_other_account')
    expect(accountsOfCategory('loan')).toEqual([])
    expect(accountsOfCategory('other')).toContain('professional_fees')
  })

  test('goes to the payee of the motion, however it is written; a budget leaves the payee open', () => {
    expect(pay({ payee: '  weller   ROOFING ' })).toBe('motion')
    expect(pay({ payee: 'Weller\u00A0Ｒoofing' })).toBe('motion')
    expect(pay({ payee: 'WellerRoofing' })).toBe('motion_other_payee')
    expect(pay({ payee: 'Kent Roofing' })).toBe('motion_other_payee')
    expect(byMotion({ payee: null }, { payee: 'Kent Roofing' })).toBe('motion')
    expect(pay({ payee: null })).toBe('motion')
  })

  test('goes to nobody else if the name of the payee was erased', () => {
    expect(byMotion({ payee: '' }, { payee: 'Kent Roofing' })).toBe('motion_other_payee')
  })

  test('goes to someone related to a member only if the motion says so, and to nobody else then', () => {
    expect(pay({ relatedMember: 'tomas' })).toBe('motion_other_relation')
    expect(byMotion({ relatedMember: 'tomas' })).toBe('motion_other_relation')
    expect(byMotion({ relatedMember: 'tomas' }, { relatedMember: 'tomas' })).toBe('motion')
  })

  test('is made on the last day of the motion at the latest', () => {
    expect(byMotion({ until: '2027-05-04' })).toBe('motion')
    expect(byMotion({ until: '2027-05-03' })).toBe('motion_over')
  })

  test('leaves the floor in cash, unless it is within the emergency limit or takes no cash', () => {
    expect(pay({ freeCashCents: 19_999 })).toBe('below_the_floor')
    expect(pay({ freeCashCents: 19_999, takesCash: false })).toBe('motion')
    expect(pay({ freeCashCents: 19_999, emergencyLeftCents: 10_000 })).toBe('emergency')
    const related = { motion: { ...motion, relatedMember: 'tomas' }, relatedMember: 'tomas' }
    expect(pay({ ...related, freeCashCents: 19_999, emergencyLeftCents: 10_000 })).toBe('below_the_floor')
  })
})

test('a payment without a motion is within the emergency limit, and not to someone related to a member', () => {
  expect(pay({ motion: null, amountCents: 5_000 })).toBe('emergency')
  expect(pay({ motion: null, amountCents: 5_001 })).toBe('nothing_permits_it')
  expect(pay({ motion: null, amountCents: 1, relatedMember: 'tomas' })).toBe('related_needs_motion')
})

test.each<[PaymentRefusal, Partial<PaymentFacts>, string]>([
  ['related_needs_motion', {}, 'The payee is related to a member, so a motion has to permit this payment, whatever its amount.'],
  ['motion_other_account', { account: 'tax' }, 'This motion does not permit payments under Tax.'],
  ['motion_other_relation', {}, 'This motion was passed for a payee who is related to no member.'],
  ['motion_other_relation', { motion: null }, 'This motion was passed for a payee who is related to no member.'],
  ['motion_other_relation', { motion: { ...motion, relatedMember: 'tomas' } }, 'This motion is for a payee who is related to a member.'],
  ['motion_other_payee', {}, 'This motion permits payments to another payee.'],
  ['motion_over', {}, 'This motion permits payments only until an earlier day.'],
  ['motion_permits_less', {}, 'At most $100.00 are left of this motion.'],
  ['motion_permits_less', { motion: { ...motion, leftCents: -1 } }, 'At most $0.00 are left of this motion.'],
  ['motion_permits_less', { motion: null }, 'At most $0.00 are left of this motion.'],
  [
    'below_the_floor',
    { freeCashCents: 17_500 },
    'This would take free cash below the reserve’s floor of $100.00. At most $75.00 can be paid now.',
  ],
  [
    'below_the_floor',
    { freeCashCents: 9_000 },
    'This would take free cash below the reserve’s floor of $100.00. At most $50.00 can be paid now.',
  ],
  [
    'below_the_floor',
    { freeCashCents: 9_000, emergencyLeftCents: -5 },
    'This would take free cash below the reserve’s floor of $100.00. At most $0.00 can be paid now.',
  ],
  [
    'nothing_permits_it',
    {},
    'No motion permits this payment. Without a motion at most $50.00 are left of this month’s emergency limit. Propose a spend, and book it once it has passed.',
  ],
  [
    'nothing_permits_it',
    { emergencyLeftCents: 0 },
    'No motion permits this payment. Nothing is left of this month’s emergency limit. Propose a spend, and book it once it has passed.',
  ],
])('a payment refused with %s, when %j, says what is missing', (refusal, changed, words) => {
  expect(paymentRefusalWords(refusal, { ...facts, ...changed })).toBe(words)
})
