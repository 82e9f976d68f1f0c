import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { hashPassword } from '#server/shared/people/passwords.ts'
import { test } from '#server/testing/test-app.ts'

test('a sign-in refused because of overload does not count as an attempt', async ({ testApp }) => {
  const password = 'Larkspur-Terrace-75'
  const { email } = await testApp.seed.investor({ password })
  let isOverloading = true
  const hashRepeatedly = async () => {
    while (isOverloading) await hashPassword(password).catch(() => sleep(1))
  }
  const overload = Array.from({ length: 100 }, hashRepeatedly)
  expect((await testApp.call(null, 'POST', 'auth/login', { email, password })).status).toBe(503)
  isOverloading = false
  await Promise.all(overload)
  const counted = await testApp.db.selectFrom('rate_counters').select('count').where('name', 'like', 'login%').execute()
  expect(counted).toEqual([{ count: 0 }, { count: 0 }])
  expect((await testApp.call(null, 'POST', 'auth/login', { email, password })).status).toBe(200)
})
