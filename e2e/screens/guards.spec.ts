import type { DemoRole } from '#demo/logins.ts'
import { expect, test } from '../journey.ts'

/** The page each person gets at these addresses. A visitor returns there after signing in. */
const visitorPlaces = ['/dashboard', '/create-circle', '/profile', '/circle/7', '/broker/circles', '/admin'] as const

const places: readonly (readonly [who: DemoRole, asks: string, gets: string])[] = [
  ['newcomer', '/dashboard', '/onboarding'],
  ['newcomer', '/user-verification', '/onboarding'],
  ['newcomer', '/profile', '/onboarding'],
  ['pending', '/dashboard', '/user-verification'],
  ['pending', '/profile', '/profile'],
  ['pending', '/onboarding', '/'],
  ['investor', '/dashboard', '/dashboard'],
  ['investor', '/admin/user-management', '/forbidden'],
  ['investor', '/broker/circles', '/dashboard'],
  ['investor', '/onboarding', '/'],
  ['investor', '/user-verification', '/'],
  ['broker', '/dashboard', '/broker/circles'],
  ['broker', '/onboarding', '/broker/circles'],
  ['broker', '/broker/circles', '/broker/circles'],
  ['broker', '/admin', '/forbidden'],
  ['admin', '/admin/circles', '/admin/circle-management'],
  ['admin', '/admin', '/admin'],
]

test('a visitor who opens a protected screen is redirected to sign in', async ({ page }) => {
  for (const asks of visitorPlaces)
    await test.step(asks, async () => {
      await page.goto(asks)
      await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(asks)}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In')
    })
})

for (const who of new Set(places.map(([role]) => role)))
  test(`${who} is redirected to the screen for their role`, async ({ page, signedInAs }) => {
    await signedInAs(who)
    for (const [role, asks, gets] of places)
      if (role === who)
        await test.step(`${asks}: ${gets}`, async () => {
          await page.goto(asks)
          await expect(page).toHaveURL(gets)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        })
  })

test('the session check is retried three times before the redirect to sign in', async ({ page, signedInAs }) => {
  await signedInAs('investor')
  let asked = 0
  await page.route('**/api/auth/whoami', (route) => {
    asked += 1
    return route.fulfill({ status: 500, json: { status: 500, message: 'x', error: 'x', requestId: 'x' } })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('status', { name: 'Checking your session' })).toBeVisible()
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard')
  expect(asked).toBe(4)
})

test('a refused request opens the Forbidden page', async ({ page, signedInAs }) => {
  await signedInAs('investor')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: "You can't access that" })).toBeVisible()
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page).toHaveURL('/')
})

test('an unknown address shows Page Not Found, with a link back', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle('Page Not Found · Arcstead')
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page).toHaveURL('/')
})
