import { expect, test } from 'vitest'
import { showing } from './cache-rules.ts'
import { configQuery } from './config.ts'
import { isKept, keptText, readKept } from './kept-queries.ts'
import { sessionQuery } from './session.ts'

const day = 86_400_000
const key = (name: string) => ({ queryKey: [showing(), name, 'id'] }) as const

test('the queries of the dashboard, circles and motions are kept, and no file, invitation or administration', () => {
  expect([sessionQuery, configQuery].every(isKept)).toBe(true)
  expect(
    ['needs-you', 'my-memberships', 'circle', 'members', 'properties', 'stage', 'motions', 'motion', 'thread', 'latest-posts']
      .map(key)
      .every(isKept),
  ).toBe(true)
  // What I owe and the circles that one has left stand on the dashboard, too.
  expect(['owing', 'past-circles'].map(key).every(isKept)).toBe(true)
  for (const name of [
    'signed-file',
    'private-file',
    'invite',
    'invitations',
    'profile',
    'my-sessions',
    'admin-list',
    'verification-review',
  ]) {
    expect(isKept(key(name))).toBe(false)
  }
})

test('what is kept is read for seven days, with its time', () => {
  const seen = { queryKey: key('circle').queryKey, data: { title: 'Larkspur' }, at: 1_000 * day }
  const text = keptText(seen) ?? ''
  expect(readKept(text, 1_000 * day + 6.9 * day)).toEqual(seen)
  expect(readKept(text, 1_000 * day + 7 * day)).toBeNull()
})

test('an answer that is too long is not kept', () => {
  expect(keptText({ queryKey: key('circle').queryKey, data: 'x'.repeat(300_000), at: 1 })).toBeNull()
})

test('what an earlier version kept and this one does not is not read', () => {
  expect(readKept(JSON.stringify({ queryKey: key('signed-file').queryKey, data: 'x', at: 10 * day }), 10 * day)).toBeNull()
})
