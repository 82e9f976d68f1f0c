import type { Page } from './journey.ts'
import { password } from './people.ts'

type Registrant = { readonly email: string; readonly firstName?: string; readonly lastName?: string }

/** Fills in the form of `/register` and sends it. */
export async function register(page: Page, { email, firstName = 'Maya', lastName = 'Stone' }: Registrant): Promise<void> {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).first().fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Register' }).click()
}
