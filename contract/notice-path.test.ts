import { expect, test } from 'vitest'
import { noticePath } from './notice-path.ts'

test('a notice links to its subject', () => {
  const at = { circle: 'c', property: 'p', motion: null }
  expect(noticePath({ kind: 'answer', ...at })).toBe('/circle/c?property=p')
  expect(noticePath({ kind: 'vote_waits', circle: 'c', property: null, motion: null })).toBe('/circle/c?property=true')
  expect(noticePath({ kind: 'shares_free', circle: 'c', property: null, motion: null })).toBe('/join-circle/c')
  expect(noticePath({ kind: 'rules_changed', circle: 'c', property: null, motion: null })).toBe('/circle/c')
  expect(noticePath({ kind: 'verified', circle: null, property: null, motion: null })).toBe('/dashboard')
  expect(noticePath({ kind: 'member_left', circle: 'c', property: null, motion: null })).toBe('/circle/c?tab=members')
  expect(noticePath({ kind: 'broker_assigned', circle: 'c', property: null, motion: null })).toBe('/broker/circle/c')
  expect(noticePath({ kind: 'broker_unassigned', circle: 'c', property: null, motion: null })).toBe('/broker/circles')
  expect(noticePath({ kind: 'motion_waits', circle: 'c', property: null, motion: 'm' })).toBe('/circle/c/motion/m')
  expect(noticePath({ kind: 'answer', circle: 'c', property: null, motion: 'm' })).toBe('/circle/c/motion/m')
  expect(noticePath({ kind: 'circle_ended', circle: 'c', property: null, motion: null })).toBe('/circle/c')
})
