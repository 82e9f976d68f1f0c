import { describe, expect } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { test } from '#server/testing/house.ts'

const maya = {
  firstName: 'Maya',
  lastName: 'Stone-Hill',
  email: 'Maya@Example.com',
  password: 'Larkspur-Terrace-75',
  confirmPassword: 'Larkspur-Terrace-75',
  tos: true,
}

describe('registering', () => {
  test('opens an account, signs in and leads to onboarding', async ({ house }) => {
    const answer = await house.call(null, 'POST', 'auth/register', maya)
    expect(answer.status).toBe(200)
    const { token, confirmationRedirect } = answer.data<{
      token: { accessToken: string; refreshToken: string; tokenType: 'Bearer' }
      confirmationRedirect: string
    }>()
    expect(confirmationRedirect).toBe('/onboarding?redirect=')
    const whoami = await house.call({ token }, 'GET', 'auth/whoami')
    const { isLoggedIn, user } = whoami.data<{ isLoggedIn: boolean; user: User }>()
    expect(isLoggedIn).toBe(true)
    expect(user).toMatchObject({
      firstName: 'Maya',
      email: 'maya@example.com',
      status: 'active',
      isBroker: false,
      isVerified: false,
      onboardingComplete: false,
      permissions: { isAdmin: false },
    })
  })
})
