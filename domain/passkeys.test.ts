import { expect, test } from 'vitest'
import { longestPasskeyName, passkeyNameProblem } from './passkeys.ts'

test('a passkey has a name of at most 60 characters', () => {
  expect(passkeyNameProblem('Phone')).toBeUndefined()
  expect(passkeyNameProblem('x'.repeat(longestPasskeyName))).toBeUndefined()
  expect(passkeyNameProblem('  ')).toBe('Please fill in this field')
  expect(passkeyNameProblem('x'.repeat(longestPasskeyName + 1))).toBe('Please use at most 60 characters')
})
