import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askingState, decideAsking, mayReadQuestion, mayTakeAway, questionStates, unshownOwner } from './questions.ts'

const person = fc.record({ emailConfirmed: fc.boolean(), left: fc.nat(5) })
const facts = fc.record({ person: fc.option(person), belongs: fc.boolean(), isEnded: fc.boolean() })
const reader = fc.record({ isAsker: fc.boolean(), isOwner: fc.boolean(), readsEverything: fc.boolean() })

describe('asking', () => {
  test('is for people outside with a confirmed address and a question left, as long as the circle has not ended', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const may = given.person?.emailConfirmed === true && given.person.left > 0 && !given.belongs && !given.isEnded
        expect(askingState(given) === 'open').toBe(may)
        expect(decideAsking(given).ok).toBe(may)
      }),
    )
  })

  test('says what is missing', () => {
    const outside = { belongs: false, isEnded: false }
    expect(askingState({ ...outside, person: null })).toBe('sign_in')
    expect(askingState({ ...outside, person: { emailConfirmed: false, left: 5 } })).toBe('confirm')
    expect(askingState({ ...outside, person: { emailConfirmed: true, left: 0 } })).toBe('used_up')
    expect(askingState({ ...outside, isEnded: true, person: null })).toBe('ended')
  })
})

describe('a question', () => {
  test('is read by strangers only when it is answered, and by nobody once it was taken away', () => {
    fc.assert(
      fc.property(fc.constantFrom(...questionStates), reader, (state, who) => {
        const isInvolved = who.isAsker || who.isOwner || who.readsEverything
        expect(mayReadQuestion(state, who)).toBe(state !== 'removed' && (state === 'answered' || isInvolved))
      }),
    )
  })

  test('is taken away only by those who read it, and by no administrator', () => {
    fc.assert(
      fc.property(fc.constantFrom(...questionStates), reader, (state, who) => {
        if (!mayTakeAway(state, who)) return
        expect(mayReadQuestion(state, who)).toBe(true)
        expect(who.isAsker || who.isOwner).toBe(true)
      }),
    )
    expect(mayTakeAway('waiting', { isAsker: false, isOwner: true })).toBe(false)
    expect(mayTakeAway('answered', { isAsker: false, isOwner: true })).toBe(true)
  })
})

test('an owner who is not shown is a verified member, in so many circles', () => {
  expect(unshownOwner({ isVerified: true, circles: 2 })).toBe('A verified member of Arcstead, in 2 circles.')
  expect(unshownOwner({ isVerified: true, circles: 1 })).toBe('A verified member of Arcstead, in 1 circle.')
  expect(unshownOwner({ isVerified: false, circles: 3 })).toBe('A member of Arcstead, in 3 circles.')
})
