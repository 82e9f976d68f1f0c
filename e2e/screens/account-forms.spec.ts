import { emailOf } from '#demo/logins.ts'
import { expect, expectNoSeriousFindings, test } from '../journey.ts'
import { asAdmin, freshEmail, mailedLink, newUser, password } from '../people.ts'
import { register } from '../registration.ts'

const newPassword = 'Juniper-Hill-1905'

test.describe('Sign In', () => {
  test('shows errors for missing fields, and removes them once they are filled in', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Please provide your email address')).toBeVisible()
    await expect(page.getByText('Please provide your password')).toBeVisible()
    await expect(page.getByText('Please check for errors')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
    await expectNoSeriousFindings(page)
    await page.getByLabel('Email').fill('maya@example.com')
    await page.getByRole('textbox', { name: 'Password' }).first().fill('x')
    await expect(page.getByText('Please check for errors')).toBeHidden()
  })

  test('shows the same message for every failure, and keeps the input', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(emailOf('investor'))
    await page.getByRole('textbox', { name: 'Password' }).first().fill('Wrong-Password-1')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Login unsuccessful, please check your details and try again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(emailOf('investor'))
    await page.route('**/api/auth/login', (route) => route.abort())
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Login unsuccessful, please check your details and try again.')).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  test('returns to the page the person came from', async ({ page }) => {
    await page.goto('/profile')
    await expect(page).toHaveURL('/login?redirect=%2Fprofile')
    await page.getByLabel('Email').fill(emailOf('investor'))
    await page.getByRole('textbox', { name: 'Password' }).first().fill('Arcstead-demo-1')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/profile')
  })

  test('ignores a redirect to another site', async ({ page }) => {
    await page.goto('/login?redirect=%2F%2Fevil.example')
    await page.getByLabel('Email').fill(emailOf('investor'))
    await page.getByRole('textbox', { name: 'Password' }).first().fill('Arcstead-demo-1')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
  })
})

test.describe('Create your account', () => {
  test('lists every broken rule under its field', async ({ page }) => {
    await page.goto('/register')
    await page.getByLabel('First name').fill('M4ya')
    await page.getByLabel('Last name').fill('St@ne')
    await page.getByLabel('Email').fill('maya@example')
    await page.getByRole('textbox', { name: 'Password' }).first().fill('?')
    await page.getByRole('button', { name: 'Register' }).click()
    for (const message of [
      'First name should not contain symbols or numbers',
      'Last name should not contain symbols or numbers',
      'Invalid email address',
      'Passwords should be at least 8 characters',
      'Passwords should contain a lowercase letter',
      'Passwords should contain an uppercase letter',
      'Passwords should contain a number',
      'Passwords do not match',
      'Acceptance of the Terms of Service is required',
      'Please check for errors',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    }
    await expect(page.getByText('Passwords should contain a special character')).toBeHidden()
    await expect(page.getByLabel('First name')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms-of-service')
    await expectNoSeriousFindings(page)
  })

  test('shows a message for each status of a failure', async ({ page, request }) => {
    const { email } = await newUser(request)
    await page.goto('/register')
    await register(page, { email })
    await expect(page.getByText('Please check your details and try again.', { exact: true })).toBeVisible()

    const answers: (readonly [number, string])[] = [
      [500, 'Failed to register, please retry or try refreshing the page.'],
      [418, 'Registration failed. Please check your details and try again.'],
    ]
    for (const [status, message] of answers) {
      const json = { status, message: 'x', error: 'x', requestId: 'x' }
      await page.route('**/api/auth/register', (route) => route.fulfill({ status, json }), { times: 1 })
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    }
  })
})

test.describe('Forgot password', () => {
  test('mails a link that sets a new password, once', async ({ page, request }) => {
    const { email } = await newUser(request)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    const send = page.getByRole('button', { name: 'Send instructions' })
    await expect(send).toBeDisabled()
    await page.getByLabel('Email', { exact: false }).first().fill(email)
    await page.getByLabel('Confirm email').fill(`${email}x`)
    await expect(send).toBeDisabled()
    await page.getByLabel('Confirm email').fill(email)
    await send.click()
    await expect(page.getByRole('heading', { name: 'Instructions sent' })).toBeVisible()
    await expect(page.getByText('within 5 minutes')).toBeVisible()
    await page.getByRole('link', { name: 'Go back to login' }).click()
    await expect(page).toHaveURL('/login')

    const link = await mailedLink(request, email, '/reset-password')
    await page.goto(link)
    const reset = page.getByRole('button', { name: 'Reset password' })
    await expect(reset).toBeDisabled()
    await page.getByLabel('New password').fill('short')
    await page.getByLabel('Confirm password').fill('short')
    await reset.click()
    await expect(page.getByText('Failed to reset password. Please try again or contact us for help.')).toBeVisible()
    await expect(page.getByText('Passwords should be at least 8 characters')).toBeVisible()
    await page.getByLabel('New password').fill(newPassword)
    await page.getByLabel('Confirm password').fill(newPassword)
    await reset.click()
    await expect(page).toHaveURL('/onboarding')
    // Using the mailed link also confirms the address.
    await expect(page.getByRole('region', { name: 'Confirm your e-mail' })).toBeHidden()

    await page.goto(link)
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('Failed to reset password. Please try again or contact us for help.')).toBeVisible()
  })

  test('does not reveal who has an account, and reports a network failure', async ({ page }) => {
    const email = freshEmail()
    await page.goto('/request-reset')
    await expectNoSeriousFindings(page)
    await page.getByLabel('Email', { exact: false }).first().fill(email)
    await page.getByLabel('Confirm email').fill(email)
    await page.route('**/api/auth/request-token', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Send instructions' }).click()
    await expect(page.getByText('Something went wrong...')).toBeVisible()
    await page.route('**/api/auth/request-token', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Instructions sent' })).toBeVisible()
    await expectNoSeriousFindings(page)
  })
})

test.describe('Set Your Password', () => {
  test('needs a link; without one, the sign-in page opens', async ({ page }) => {
    for (const address of ['/set-password', '/set-password?token=x', '/set-password?id=x']) {
      await page.goto(address)
      await expect(page).toHaveURL('/login')
    }
  })

  test('validates the password, shows the server’s message, and shows that it is busy', async ({ page }) => {
    await page.goto('/set-password?token=x&id=y')
    await expectNoSeriousFindings(page)
    await page.getByLabel('New Password').fill('abc')
    await page.getByRole('button', { name: 'Set Password' }).click()
    await expect(page.getByText('Passwords should contain a special character')).toBeVisible()
    await page.getByLabel('New Password').fill(newPassword)
    await page.getByLabel('Confirm Password').fill(newPassword)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/auth/set-password', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('button', { name: 'Set Password' }).click()
    await expect(page.getByText('Setting Password...')).toBeVisible()
    release()
    await expect(page.getByText('This link has expired or was used already. Please ask for a new one.')).toBeVisible()
    await page.unrouteAll()
    await page.route('**/api/auth/set-password', (route) => route.abort())
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Failed to set password. Please try again or contact support.')).toBeVisible()
  })

  test('signs in a broker with a mailed link', async ({ page, request }) => {
    const email = freshEmail()
    await asAdmin(request, 'broker', { firstName: 'Dana', lastName: 'Reed', email, isBroker: true })
    await page.goto(await mailedLink(request, email, '/set-password'))
    await page.getByLabel('New Password').fill(newPassword)
    await page.getByLabel('Confirm Password').fill(newPassword)
    await page.getByRole('button', { name: 'Set Password' }).click()
    await expect(page).toHaveURL('/broker/circles')
  })
})
