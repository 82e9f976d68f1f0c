import { expect, expectNoSeriousFindings, storedToken, storeSession, test } from './journey.ts'
import { adminEmail, asAdmin, freshEmail, headersOf, mailsTo, newUser, whoIs } from './people.ts'
import { register } from './registration.ts'

test('someone registers, sets preferences, waits, is verified by an administrator and gets access', async ({ page, request }) => {
  const email = freshEmail()
  await page.goto('/register?redirect=%2Fdashboard')
  await register(page, { email, lastName: 'Stone-Hill' })

  await expect(page).toHaveURL('/onboarding?redirect=%2Fdashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Arcstead')
  await page.getByRole('button', { name: "Let's Get Started" }).click()
  await expect(page.getByRole('heading', { name: 'Investment Preferences' })).toBeFocused()
  await expect(page.getByText('15 miles', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Arcstead')
  await page.getByRole('button', { name: "Let's Get Started" }).click()

  await page.getByRole('combobox', { name: 'Location' }).pressSequentially('Denv')
  await page.getByRole('option', { name: 'Denver, Colorado' }).click()
  await page.getByRole('slider', { name: 'Preferred investment radius' }).press('ArrowRight')
  await page.getByRole('slider', { name: 'Property investment range, from' }).press('ArrowRight')
  await page.getByText('Multi-Family').click()
  await page.getByRole('button', { name: 'Submit & Continue' }).click()

  await expect(page).toHaveURL('/user-verification')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification in Progress')
  for (const name of ['While You Wait', 'After Verification']) await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse Circles' })).toHaveAttribute('href', '/')

  const token = await storedToken(page)
  const user = await whoIs(request, token as NonNullable<typeof token>)
  expect(user).toMatchObject({
    firstName: 'Maya',
    onboardingComplete: true,
    verificationRequested: true,
    isVerified: false,
    location: { city: 'Denver', state: 'CO' },
    investmentPreference: {
      preferredInvestmentRadius: 20,
      propertyInvestmentRange: { min: 20_000, max: 5_000_000 },
      propertyTypes: ['multi_family'],
    },
  })
  await expect(async () => {
    expect((await mailsTo(request, adminEmail)).filter(({ text }) => text.includes(email))).toHaveLength(1)
  }).toPass()

  await asAdmin(request, 'user-verification', { user: user._id })
  // No input: the page polls and then opens the page the person wanted.
  await expect(page).toHaveURL('/dashboard', { timeout: 25_000 })
})

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
  const { token } = await newUser(request)
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
