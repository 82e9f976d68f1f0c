import { expect, test } from 'vitest'
import { reminderWords } from './notice-period.ts'
import { type NoticeDetails, type NoticeKind, noticeKinds, noticeWords } from './notices.ts'

const words = (kind: NoticeKind, facts: NoticeDetails = {}) =>
  noticeWords({ kind, facts, circleTitle: 'Prospect Row', address: '418 Alderstone Way', motionTitle: null })

test('every notice is one sentence', () => {
  expect(words('new_property')).toBe('418 Alderstone Way was brought to Prospect Row')
  expect(words('vote_waits', { why: 'closing' })).toBe(`418 Alderstone Way closes within ${reminderWords}, and your vote is missing`)
  expect(words('vote_waits', { why: 'changed' })).toBe('418 Alderstone Way changed after you voted: please look again')
  expect(words('vote_waits', { why: 'joined', count: 1 })).toBe('1 property waits for your vote in Prospect Row')
  expect(words('vote_waits', { why: 'joined', count: 3 })).toBe('3 properties wait for your vote in Prospect Row')
  expect(words('answer')).toBe('Someone wrote about 418 Alderstone Way')
  expect(words('answer', { count: 3 })).toBe('3 new posts about 418 Alderstone Way')
  expect(words('outcome', { state: 'passes' })).toBe('418 Alderstone Way passes')
  expect(words('outcome', { state: 'open' })).toBe('418 Alderstone Way no longer passes')
  expect(words('outcome', { state: 'open', isClosed: true })).toBe('418 Alderstone Way did not pass')
  expect(words('circle_complete')).toBe('Prospect Row is fully funded')
  expect(words('shares_free', { count: 2 })).toBe('2 arcs came free in Prospect Row')
  expect(words('verified')).toContain('verified')
  expect(words('rules_changed')).toBe('Prospect Row has new rules')
})

test('a notice about a motion names it by its title', () => {
  const about = (kind: NoticeKind, facts: NoticeDetails = {}) =>
    noticeWords({ kind, facts, circleTitle: 'Prospect Row', address: null, motionTitle: 'Repair the roof' })
  expect(about('new_motion')).toBe('“Repair the roof” waits for your vote in Prospect Row')
  expect(about('motion_waits')).toBe(`“Repair the roof” closes within ${reminderWords}, and your vote is missing`)
  expect(about('motion_outcome', { outcome: 'passed' })).toBe('“Repair the roof” passed')
  expect(about('motion_outcome', { outcome: 'too_few_voted' })).toBe('“Repair the roof” did not pass: too few voted')
  expect(about('answer')).toBe('Someone wrote about “Repair the roof”')
})

test('a notice starts in upper case even if its circle or property is deleted', () => {
  for (const kind of noticeKinds)
    expect(noticeWords({ kind, facts: {}, circleTitle: null, address: null, motionTitle: null })).toMatch(/^[A-Z0-9]/)
})
