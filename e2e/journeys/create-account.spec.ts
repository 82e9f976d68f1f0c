import { expect, storedToken, test } from '../journey.ts'
import { adminEmail, asAdmin, freshEmail, mailsTo, whoIs } from '../people.ts'
import { register } from '../registration.ts'

test('someone registers, sets preferences, waits, is verified by an administrator and gets access', async ({ page, request }) => {
  const email = freshEmail()
  await page.goto('/register?redirect=%2Fcreate-circle')
  await register(page, { email, lastName: 'Stone-Hill' })

  await expect(page).toHaveURL('/onboarding?redirect=%2Fcreate-circle')
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
  await expect(page).toHaveURL('/create-circle', { timeout: 25_000 })
})
