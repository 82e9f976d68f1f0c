import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  invitationProblems,
  invitationState,
  inviterWords,
  looksLikeLink,
  mayRemind,
  mostInvitationsAtOnce,
  readAddresses,
} from './invitation.ts'

describe('the state of an invitation', () => {
  const sent = { isOpened: false, isUsed: false, isAwaitingVerification: false, hasJoined: false }

  test.each([
    ['sent', sent],
    ['opened', { ...sent, isOpened: true }],
    ['registered', { ...sent, isOpened: true, isUsed: true }],
    ['waiting', { ...sent, isOpened: true, isUsed: true, isAwaitingVerification: true }],
    ['joined', { ...sent, isOpened: true, isUsed: true, hasJoined: true }],
  ] as const)('is %s', (state, facts) => {
    expect(invitationState(facts)).toBe(state)
  })

  test('tells nothing of an account that did not come by the link', () => {
    fc.assert(
      fc.property(fc.record({ isOpened: fc.boolean(), isAwaitingVerification: fc.boolean(), hasJoined: fc.boolean() }), (facts) => {
        expect(invitationState({ ...facts, isUsed: false })).toBe(facts.isOpened ? 'opened' : 'sent')
      }),
    )
  })
})

test('a person is reminded once, and not after joining', () => {
  expect(mayRemind({ state: 'sent', remindedAt: null })).toBe(true)
  expect(mayRemind({ state: 'waiting', remindedAt: null })).toBe(true)
  expect(mayRemind({ state: 'sent', remindedAt: '2026-11-16T10:00:00.000Z' })).toBe(false)
  expect(mayRemind({ state: 'joined', remindedAt: null })).toBe(false)
})

test.each([
  ['maya@example.com', ['maya@example.com']],
  ['Maya@Example.com, theo@example.com;  MAYA@example.com', ['maya@example.com', 'theo@example.com']],
  ['Maya Lind <maya@example.com>,\nTheo <theo@example.com>', ['maya@example.com', 'theo@example.com']],
  ['maya@example.com theo@example.com\nann@example.com', ['maya@example.com', 'theo@example.com', 'ann@example.com']],
  ['Maya <>', []],
  [' ,; \n', []],
])('the addresses in %j', (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses)
})

describe('an invitation', () => {
  const problems = (emails: readonly string[], note = '') => invitationProblems({ emails, note }).map(({ message }) => message)

  test('needs addresses, not too many, and each a real one', () => {
    expect(problems([])).toEqual(['Please give at least one e-mail address'])
    expect(problems(['maya@example.com'])).toEqual([])
    expect(problems(['maya@example.com', 'theo'])).toEqual(['This is not an e-mail address: theo'])
    const many = Array.from({ length: mostInvitationsAtOnce + 1 }, (_, index) => `p${index}@example.com`)
    expect(problems(many)).toEqual(['Please invite at most 20 people at once'])
    expect(problems(many.slice(1))).toEqual([])
  })

  test('has a note without links', () => {
    const refused = 'Please write the note without links and addresses: the mail has its own link'
    expect(problems(['maya@example.com'], 'Shall we? It is near No. 12, about 1.5 miles away. See you...')).toEqual([])
    for (const note of ['See www.evil.example', 'https://evil', 'write to me@evil.example', 'evil.com/pay'])
      expect(problems(['maya@example.com'], note)).toEqual([refused])
    expect(problems(['maya@example.com'], 'x'.repeat(501))).toEqual(['Please use at most 500 characters'])
  })
})

test('a title with an address in it looks like a link', () => {
  expect(['Larkspur Terrace', 'St. Paul Row', 'Pay at evil.com', 'Éclair.fr'].map(looksLikeLink)).toEqual([false, false, true, true])
})

test('the inviter is described by role, date and arcs', () => {
  const inviter = { isCreator: true, since: 'Nov 11, 2026', arcs: 2, arcsTotal: 12 }
  expect(inviterWords(inviter)).toBe('Started it on Nov 11, 2026 and holds 2 of its 12 arcs.')
  expect(inviterWords({ ...inviter, isCreator: false })).toBe('Member since Nov 11, 2026 and holds 2 of its 12 arcs.')
  expect(inviterWords({ ...inviter, arcs: 0 })).toBe('Started it on Nov 11, 2026.')
})
