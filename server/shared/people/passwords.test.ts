import { expect, test } from 'vitest'
import { hashPassword, matchesPassword } from './passwords.ts'

const password = 'Larkspur-Terrace-75'

test('so many passwords at once that they would queue for seconds: the last are told so, and it is over when the rest is done', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword(password)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(36)
  expect(refused[0]?.reason).toMatchObject({ status: 503, retryAfter: 2 })
  expect(await matchesPassword(await hashPassword(password), password)).toBe(true)
})
