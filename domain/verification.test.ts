import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  askAgainAt,
  decideDecision,
  decideRequest,
  decideUndo,
  givenProblems,
  givenWords,
  hasGiven,
  longestNote,
  longestSentence,
  phoneWords,
  queueWords,
  readyQuestions,
  sentenceProblem,
  undoSeconds,
  undoUntil,
  verificationDecisions,
  verificationState,
  waitWords,
} from './verification.ts'

const nothing = { phone: '', note: '', documents: [] as number[] }
const fieldsOf = (given: Partial<typeof nothing>) => givenProblems({ ...nothing, ...given }).map(({ field }) => field)

describe('what a person gives', () => {
  test('is optional', () => expect(givenProblems(nothing)).toEqual([]))

  test.each(['(720) 555-0188', '+49 170 1234567', '720.555.0188 x12', '  7205550188  '])('%s is a phone number', (phone) =>
    expect(fieldsOf({ phone })).toEqual([]),
  )

  test.each(['555', 'call me', '720-555-O188', '+'.repeat(30), '1'.repeat(41)])('%s is not a phone number', (phone) =>
    expect(fieldsOf({ phone })).toEqual(['phone']),
  )

  test('has at most three documents and a note of 1,000 characters', () => {
    expect(fieldsOf({ documents: [1, 2, 3], note: 'x'.repeat(longestNote) })).toEqual([])
    expect(fieldsOf({ documents: [1, 2, 3, 4], note: 'x'.repeat(longestNote + 1) })).toEqual(['documents', 'note'])
  })

  test('is summed up in words', () => {
    expect(givenWords({ documents: 3, hasNote: true, hasPhone: true })).toBe('3 documents, a note, a phone number')
    expect(givenWords({ documents: 1, hasNote: false, hasPhone: false })).toBe('1 document')
    expect(givenWords({ documents: 0, hasNote: true, hasPhone: false })).toBe('A note')
    expect(givenWords({ documents: 0, hasNote: false, hasPhone: false })).toBe('Nothing given')
    expect(hasGiven(nothing)).toBe(false)
    for (const given of [{ phone: '1' }, { note: 'x' }, { documents: [1] }]) expect(hasGiven({ ...nothing, ...given })).toBe(true)
    expect(phoneWords('(720) 555-0188', 'mornings')).toBe('(720) 555-0188, mornings')
    expect(phoneWords('(720) 555-0188', 'any')).toBe('(720) 555-0188')
    expect(phoneWords('', 'mornings')).toBe('Not given')
  })
})

const declined = { kind: 'declined', at: new Date('2026-11-15T10:00:00Z') } as const

describe('asking again', () => {
  test('is refused for 30 days after a decline, to the millisecond', () => {
    expect(askAgainAt(declined.at).toISOString()).toBe('2026-12-15T10:00:00.000Z')
    expect(decideRequest(declined, new Date('2026-12-15T09:59:59.999Z'))).toEqual({ ok: false, reason: 'verification_declined' })
    expect(decideRequest(declined, new Date('2026-12-15T10:00:00.000Z')).ok).toBe(true)
  })

  test('is possible at once after reopening, and for everyone who was never declined', () => {
    expect(decideRequest({ ...declined, kind: 'reopened' }, declined.at).ok).toBe(true)
    expect(decideRequest(null, declined.at).ok).toBe(true)
  })
})

describe('deciding', () => {
  const states = {
    waiting: verificationState({ isVerified: false, isRequested: true, last: null }),
    waitingAgain: verificationState({ isVerified: false, isRequested: true, last: declined }),
    declined: verificationState({ isVerified: false, isRequested: false, last: declined }),
    reopened: verificationState({ isVerified: false, isRequested: false, last: { ...declined, kind: 'reopened' } }),
    newcomer: verificationState({ isVerified: false, isRequested: false, last: null }),
    withdrawn: verificationState({ isVerified: false, isRequested: false, last: { ...declined, kind: 'verified' } }),
    verified: verificationState({ isVerified: true, isRequested: true, last: declined }),
  }

  test('is possible while the person waits; only a decline can be reopened', () => {
    expect(states).toEqual({
      waiting: 'waiting',
      waitingAgain: 'waiting',
      declined: 'declined',
      reopened: 'reopened',
      newcomer: 'not_requested',
      withdrawn: 'not_requested',
      verified: 'verified',
    })
    for (const state of Object.values(states))
      for (const decision of verificationDecisions.filter((each) => each !== 'undone'))
        expect(decideDecision(decision, state).ok).toBe(decision === 'reopened' ? state === 'declined' : state === 'waiting')
  })

  test('to verify can be undone for ten minutes, by nobody afterwards and nothing else ever', () => {
    const at = new Date('2026-11-17T08:00:00.000Z')
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(states)),
        fc.constantFrom(...verificationDecisions),
        fc.integer({ min: 0, max: 2 * undoSeconds }),
        (state, kind, seconds) => {
          const isPossible = state === 'verified' && kind === 'verified' && seconds < undoSeconds
          expect(decideUndo(state, { kind, at }, new Date(at.getTime() + seconds * 1_000)).ok).toBe(isPossible)
        },
      ),
    )
    expect(decideUndo('verified', null, at).ok).toBe(false)
    expect(undoUntil({ kind: 'verified', at })?.toISOString()).toBe('2026-11-17T08:10:00.000Z')
  })

  test('needs a sentence to ask or decline', () => {
    expect(verificationDecisions.map((decision) => sentenceProblem(decision, '  '))).toEqual([
      undefined,
      'Please fill in this field',
      'Please fill in this field',
      undefined,
      undefined,
    ])
    expect(sentenceProblem('verified', 'x'.repeat(longestSentence + 1))).toBe('Please use at most 500 characters')
    for (const { text } of readyQuestions) expect(sentenceProblem('asked', text)).toBeUndefined()
  })
})

test('a waiting person reads how many are before them', () => {
  expect([0, 1, 12].map(queueWords)).toEqual([
    'We look at requests in the order they came. You are next.',
    'We look at requests in the order they came. 1 person is before you.',
    'We look at requests in the order they came. 12 people are before you.',
  ])
})

test('the wait is given in whole days', () => {
  const now = new Date('2026-11-16T09:00:00Z')
  expect(waitWords('2026-11-16T08:00:00Z', now)).toBe('Since today')
  expect(waitWords('2026-11-15T08:00:00Z', now)).toBe('Waiting 1 day')
  expect(waitWords('2026-11-01T10:00:00Z', now)).toBe('Waiting 14 days')
  expect(waitWords('2026-11-16T10:00:00Z', now)).toBe('Since today')
})
