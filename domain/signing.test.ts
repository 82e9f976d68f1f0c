import { describe, expect, test } from 'vitest'
import { checkFile, decideSigning } from './documents.ts'
import { consents, consentText, currentConsent, isSameName } from './signing.ts'

describe('a typed name', () => {
  test.each([
    ['Maya Sorensen', 'Maya Sorensen'],
    ['maya  SORENSEN ', 'Maya Sorensen'],
    ['Jose Nunez', 'José Núñez'],
    ['JOSÉ NÚÑEZ', 'Jose Nunez'],
    ['MayaSorensen', 'Maya Sorensen'],
    ['Łukasz Wójcik', 'Łukasz Wojcik'],
  ])('%j is the name %j', (typed, profile) => expect(isSameName(typed, profile)).toBe(true))

  test.each([
    ['M. Sorensen', 'Maya Sorensen'],
    ['Maya Sorenson', 'Maya Sorensen'],
    ['Maya', 'Maya Sorensen'],
    ['', ''],
    [' ', ''],
    ['Sorensen Maya', 'Maya Sorensen'],
  ])('%j is not the name %j', (typed, profile) => expect(isSameName(typed, profile)).toBe(false))
})

test('every version of the consent keeps its number and says how to get paper', () => {
  expect(consents.map(({ version }) => version)).toEqual(consents.map((_, index) => index + 1))
  for (const { version, text } of consents) {
    expect(text).toContain('paper')
    expect(consentText(version)).toBe(text)
  }
  expect(currentConsent).toBe(consents.at(-1))
  expect(consentText(99)).toBe('')
})

describe('signing', () => {
  const facts = { isNewest: true, isAsked: true, hasSigned: false, servedHash: 'a', hash: 'a' }
  test.each([
    [{}, null],
    [{ isNewest: false, isAsked: false }, 'document_superseded'],
    [{ isAsked: false }, 'not_asked_to_sign'],
    [{ hasSigned: true }, 'signed_already'],
    [{ servedHash: 'b' }, 'document_differs'],
  ] as const)('with %j is refused as %j', (changes, reason) => {
    const decision = decideSigning({ ...facts, ...changes })
    expect(decision.ok ? null : decision.reason).toBe(reason)
  })
})

describe('a checked file', () => {
  const versions = [
    { number: 2, sha256: 'b' },
    { number: 1, sha256: 'a' },
  ]
  test('is the newest version, an older one, or none', () => {
    expect(checkFile(versions, 'b')).toEqual({ is: 'this', version: versions[0] })
    expect(checkFile(versions, 'a')).toEqual({ is: 'other', version: versions[1] })
    expect(checkFile(versions, 'c')).toEqual({ is: 'unknown' })
  })
  test('that was uploaded twice is the newest one', () => {
    expect(checkFile([...versions, { number: 3, sha256: 'a' }], 'a')).toMatchObject({ is: 'this', version: { number: 3 } })
  })
})
