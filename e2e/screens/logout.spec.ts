import { expect, storedToken, storeSession, test } from '../journey.ts'
import { investor } from '../people.ts'

test('logging out ends the session on the server and opens sign in', async ({ page, request }) => {
  const { token } = await investor(request)
  await storeSession(page, token)
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await storedToken(page)).toBeNull()
  const headers = { authorization: `Bearer ${token.accessToken}`, 'x-refresh-token': token.refreshToken }
  expect((await request.get('/api/auth/whoami', { headers })).status()).toBe(401)
})

test('shows Logging out... meanwhile; after a failure, a message and the previous page', async ({ page, signedInAs }) => {
  await signedInAs('investor')
  await page.goto('/dashboard')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/logout', async (route) => {
    await answered
    await route.fulfill({ status: 500, json: { status: 500, message: 'x', error: 'x', requestId: 'x' } })
  })
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Logging out...' })).toBeVisible()
  answer()
  await expect(page.getByRole('alert')).toHaveText(/We had some trouble logging you out\. Please try again or refresh the page\./)
  await expect(page).toHaveURL('/dashboard')
  expect(await storedToken(page)).not.toBeNull()
})
