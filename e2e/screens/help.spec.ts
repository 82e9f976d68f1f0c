import { expect, expectNoSeriousFindings, type Page, test } from '../journey.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Errors in the console, for example of the content security policy. */
function consoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return errors
}

test('a visitor finds help in the footer and reads from page to page', async ({ page }) => {
  const errors = consoleErrors(page)
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click()
  await expect(heading(page, 'Help')).toBeFocused()
  await page.getByRole('article').getByRole('link', { name: 'Finding and joining a circle' }).click()
  await expect(heading(page, 'Finding and joining a circle')).toBeFocused()
  await expect(page).toHaveTitle('Finding and joining a circle · Arcstead')

  const picture = page.getByRole('img', { name: /^The waiting page/ })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280)

  await page.getByRole('link', { name: 'Motions', exact: true }).click()
  await expect(page).toHaveURL('/help/voting-and-motions#motions')
  await expect(page.getByRole('heading', { level: 2, name: 'Motions' })).toBeInViewport()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.locator('[aria-current=page]')).toHaveText('Voting and motions')
  await contents.getByRole('link', { name: 'For brokers' }).click()
  await expect(heading(page, 'For brokers')).toBeInViewport()
  await page.goBack()
  await expect(heading(page, 'Voting and motions')).toBeVisible()
  expect(errors).toEqual([])
})

test('on a phone help is in the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Help' }).click()
  await expect(heading(page, 'Help')).toBeVisible()
})

for (const role of ['investor', 'broker', 'admin', 'pending'] as const)
  test(`the user menu of the demo account “${role}” leads to help`, async ({ page, signedInAs }) => {
    await signedInAs(role)
    await page.goto('/')
    await page.getByRole('button', { name: 'Open user menu' }).click()
    await page.getByRole('menuitem', { name: 'Help', exact: true }).click()
    await expect(heading(page, 'Help')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open user menu' })).toBeVisible()
  })

test('a page that the guide does not have says so', async ({ page }) => {
  await page.goto('/help/no-such-page')
  await expect(heading(page, 'Page Not Found')).toBeVisible()
  await page.getByRole('link', { name: 'Go to Help' }).click()
  await expect(heading(page, 'Help')).toBeVisible()
})

test('axe finds nothing serious in the light and the dark scheme', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/help/voting-and-motions')
    await expect(heading(page, 'Voting and motions')).toBeVisible()
    await expectNoSeriousFindings(page)
  }
})
