import { expect, test } from 'vitest'
import { linkLifetime, linkMinutes } from './one-time-links.ts'

test('the words say how long a link works', () => {
  expect(linkLifetime('reset_password')).toBe(`${linkMinutes.reset_password} minutes`)
  expect(linkLifetime('set_password')).toBe(`${linkMinutes.set_password / (24 * 60)} days`)
  expect(linkLifetime('confirm_email')).toBe(`${linkMinutes.confirm_email / (24 * 60)} days`)
})
