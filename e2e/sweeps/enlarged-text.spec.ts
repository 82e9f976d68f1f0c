import { chromiumPath } from '../chromium.ts'
import { expect, type Page, storeSession, test } from '../journey.ts'
import { readDemoData } from './layout-demo-data.ts'
import { flawsNow, lookAt, watchLayout } from './layout-page.ts'
import { visits } from './layout-visits.ts'

const executablePath = chromiumPath()

// A phone whose owner has set the browser's text to twice its size.
test.use({
  baseURL: process.env.ARCSTEAD_UNTOUCHED_URL ?? '',
  viewport: { width: 390, height: 844 },
  launchOptions: { ...(executablePath && { executablePath }), args: ['--no-sandbox', '--blink-settings=defaultFontSize=32'] },
})
test.describe.configure({ mode: 'parallel' })

/** Words may be broken then, but none may be lost. Colours change nothing in that. */
const losses = async (page: Page, selector?: string) =>
  (await flawsNow(page, selector)).filter((flaw) => /^(scrolls sideways|overlapping|cut off)/.test(flaw))

for (const { who, role, screens } of visits)
  test(`${who} can read everything with text of twice the size`, async ({ page, request }) => {
    test.setTimeout(300_000)
    const known = await readDemoData(request)
    await watchLayout(page)
    if (role) await storeSession(page, known.tokens[role])
    const flaws: Record<string, string[]> = {}
    for (const visit of screens) Object.assign(flaws, await lookAt(page, visit, known, losses))
    expect(flaws).toEqual({})
  })

test('a visitor can read the place that they have chosen with text of twice the size', async ({ page }) => {
  await page.goto('/')
  const location = page.getByLabel('Location')
  await location.fill('Denver')
  await page.getByRole('option', { name: 'Denver, CO' }).first().click()
  await expect(location).toHaveValue('Denver, CO')
  await expect.poll(() => location.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0)
})
