import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  invitationProblems,
  invitationStatus,
  invitationWords,
  inviterWords,
  looksLikeLink,
  mayRemind,
  mostInvitationsAtOnce,
  readAddresses,
} from './invitation.ts'

describe('the state of an invitation', () => {
  const sent = {
    isOpened: false,
    isUsed: false,
    isAwaitingVerification: false,
    hasJoined: false,
    isMember: false,
    isWithdrawn: false,
    isExpired: false,
    isCircleFull: false,
  }
  const used = { ...sent, isOpened: true, isUsed: true }

  test.each([
    [{ state: 'waiting', progress: 'sent', endedBy: null }, sent],
    [
      { state: 'waiting', progress: 'opened', endedBy: null },
      { ...sent, isOpened: true },
    ],
    [{ state: 'waiting', progress: 'registered', endedBy: null }, used],
    [
      { state: 'waiting', progress: 'verification', endedBy: null },
      { ...used, isAwaitingVerification: true },
    ],
    [
      { state: 'joined', progress: 'registered', endedBy: null },
      { ...used, hasJoined: true, isMember: true, isCircleFull: true },
    ],
    [
      { state: 'ended', progress: 'registered', endedBy: 'left' },
      { ...used, hasJoined: true },
    ],
    [
      { state: 'ended', progress: 'sent', endedBy: 'withdrawn' },
      { ...sent, isWithdrawn: true, isExpired: true, isCircleFull: true },
    ],
    [
      { state: 'ended', progress: 'opened', endedBy: 'expired' },
      { ...sent, isOpened: true, isExpired: true },
    ],
    [
      { state: 'ended', progress: 'sent', endedBy: 'full' },
      { ...sent, isCircleFull: true },
    ],
  ] as const)('is %j', (status, facts) => {
    expect(invitationStatus(facts)).toEqual(status)
  })

  test('tells nothing of an account that did not come by the link', () => {
    const facts = fc.record({ isOpened: fc.boolean(), isWithdrawn: fc.boolean(), isExpired: fc.boolean(), isCircleFull: fc.boolean() })
    const account = fc.record({ isAwaitingVerification: fc.boolean(), hasJoined: fc.boolean(), isMember: fc.boolean() })
    fc.assert(
      fc.property(facts, account, (known, unknown) => {
        expect(invitationStatus({ ...known, ...unknown, isUsed: false })).toEqual(invitationStatus({ ...sent, ...known }))
      }),
    )
  })
})

test('a person is reminded once, while the invitation waits', () => {
  expect(mayRemind({ state: 'waiting', remindedAt: null })).toBe(true)
  expect(mayRemind({ state: 'waiting', remindedAt: '2026-11-16T10:00:00.000Z' })).toBe(false)
  for (const state of ['joined', 'ended'] as const) expect(mayRemind({ state, remindedAt: null })).toBe(false)
})

test('the words of an invitation say what happened, and what ended it', () => {
  const days = { createdAt: '2026-11-12', expiresAt: '2026-12-12', remindedAt: null, joinedAt: null, endedAt: null, arcs: 0 }
  const words = (rest: object) =>
    invitationWords({ ...days, state: 'waiting', progress: 'sent', endedBy: null, ...rest }, (at) => at.slice(5))
  expect(words({})).toBe('sent 11-12, valid until 12-12')
  expect(words({ progress: 'opened', remindedAt: '2026-11-14' })).toBe('sent 11-12, opened, reminded 11-14, valid until 12-12')
  expect(words({ state: 'joined', arcs: 2, joinedAt: '2026-11-14' })).toBe('2 arcs since 11-14')
  expect(words({ state: 'ended', endedBy: 'withdrawn', endedAt: '2026-11-13' })).toBe('withdrawn 11-13')
  expect(words({ state: 'ended', endedBy: 'full', endedAt: '2026-11-30' })).toBe('ended by the last arc, 11-30')
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
