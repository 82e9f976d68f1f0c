import { expect, test } from 'vitest'
import { hashPassword, matchesPassword } from './passwords.ts'

const password = 'Larkspur-Terrace-75'

test('too many password hashes at once: the excess is refused with 503, and later ones work again', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => hashPassword(password)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(36)
  expect(refused[0]?.reason).toMatchObject({ status: 503, retryAfter: 2 })
  expect(await matchesPassword(await hashPassword(password), password)).toBe(true)
})
