import { expect, test } from '@playwright/test'
import { asAdmin, headersOf, mailedLink, newUser, whoIs } from '../people.ts'

test('a new person is reminded to confirm the address, until it is confirmed', async ({ page, request }) => {
  const maya = await newUser(request)
  await page.addInitScript((token) => localStorage.setItem('token', JSON.stringify(token)), maya.token)
  await page.goto('/onboarding')
  const banner = page.getByRole('region', { name: 'Confirm your e-mail' })
  await expect(banner).toContainText(maya.email)
  await banner.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('A new link is on its way')).toBeVisible()

  const link = await mailedLink(request, maya.email, '/confirm-email')
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Confirm address' })).toBeVisible()
  expect((await whoIs(request, maya.token)).emailConfirmed).toBe(false)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Go on' }).click()
  await page.goto('/onboarding')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toBeHidden()

  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByText('This link has expired or was used already. Please ask for a new one.')).toBeVisible()
})

test('an administrator sees unconfirmed addresses, and can verify such a person in the demonstration', async ({ request }) => {
  const maya = await newUser(request)
  await asAdmin(request, 'user-verification', { user: maya.user._id })
  const answer = await request.get('/api/auth/whoami', { headers: headersOf(maya.token) })
  expect((await answer.json()).data.user).toMatchObject({ isVerified: true, emailConfirmed: false })
})
