import { expect, test } from 'vitest'
import { noticePath } from './notice-path.ts'

test('a notice links to its subject', () => {
  const at = { circle: 'c', property: 'p' }
  expect(noticePath({ kind: 'answer', ...at })).toBe('/circle/c?property=p')
  expect(noticePath({ kind: 'vote_waits', circle: 'c', property: null })).toBe('/circle/c?property=true')
  expect(noticePath({ kind: 'shares_free', circle: 'c', property: null })).toBe('/join-circle/c')
  expect(noticePath({ kind: 'rules_changed', circle: 'c', property: null })).toBe('/circle/c')
  expect(noticePath({ kind: 'verified', circle: null, property: null })).toBe('/dashboard')
  expect(noticePath({ kind: 'member_left', circle: 'c', property: null })).toBe('/circle/c?tab=members')
  expect(noticePath({ kind: 'broker_assigned', circle: 'c', property: null })).toBe('/broker/circle/c')
  expect(noticePath({ kind: 'broker_unassigned', circle: 'c', property: null })).toBe('/broker/circles')
})
