import { expect, expectNoSeriousFindings, storedToken, storeSession, test } from '../journey.ts'
import { asAdmin, headersOf, newUser, whoIs } from '../people.ts'

test('a failed verification request does not block the person', async ({ page, request }) => {
  const { token, user } = await newUser(request)
  await storeSession(page, token)
  await page.route('**/api/app/user-verification', (route) => route.abort())
  await page.goto('/onboarding')
  await page.getByRole('button', { name: "Let's Get Started" }).click()
  await page.getByRole('button', { name: 'Submit & Continue' }).click()
  await expect(page).toHaveURL('/user-verification')
  expect((await whoIs(request, token)).verificationRequested).toBe(true)
  expect(user.verificationRequested).toBe(false)
})

test('someone who was verified before finishing onboarding continues to the wanted page', async ({ page, request }) => {
  const { token, user } = await newUser(request)
  await asAdmin(request, 'approve-registration', { user: user._id })
  await storeSession(page, token)
  await page.goto('/onboarding?redirect=%2Fprofile')
  await page.getByRole('button', { name: "Let's Get Started" }).click()
  await page.getByRole('button', { name: 'Submit & Continue' }).click()
  await expect(page).toHaveURL('/profile')
})

test('after a failed save, everything is kept and can be sent again', async ({ page, request }) => {
  const { token, user } = await newUser(request)
  await storeSession(page, token)
  await page.goto('/onboarding')
  await page.getByRole('button', { name: "Let's Get Started" }).click()
  await page.getByText('Land', { exact: true }).click()
  await page.route(`**/api/app/user/${user._id}`, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Submit & Continue' }).click()
  await expect(page.getByText('Something went wrong...')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Land' })).toBeChecked()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL('/user-verification')
})

test('someone awaiting verification can log out, which opens registration', async ({ page, request }) => {
  const { token, user } = await newUser(request)
  await request.post(`/api/app/user/${user._id}`, { headers: headersOf(token), data: { verificationRequested: true } })
  await storeSession(page, token)
  await page.goto('/user-verification')
  await page.getByRole('main').getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/register')
  expect(await storedToken(page)).toBeNull()
  expect((await request.get('/api/auth/whoami', { headers: headersOf(token) })).status()).toBe(401)
})

test('a visitor reads the welcome and continues by registering', async ({ page }) => {
  await page.goto('/onboarding')
  await page.getByRole('link', { name: "Let's Get Started" }).click()
  await expect(page).toHaveURL('/register')
})

test('onboarding and the waiting page pass the accessibility check', async ({ page, request }) => {
  const { token } = await newUser(request)
  await storeSession(page, token)
  await page.goto('/onboarding')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.getByRole('button', { name: "Let's Get Started" }).click()
  await expectNoSeriousFindings(page)
  await page.goto('/user-verification')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoSeriousFindings(page)
})
