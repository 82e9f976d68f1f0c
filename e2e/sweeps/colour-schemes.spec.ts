import { expect, expectNoSeriousFindings, test } from '../journey.ts'

for (const path of ['/no-such-page', '/forbidden', '/', '/login'])
  test(`axe finds nothing serious at ${path} in the light and the dark scheme`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await expectNoSeriousFindings(page)
    }
  })
