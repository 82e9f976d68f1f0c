import { expect, storeSession, test } from '../journey.ts'
import { readDemoData } from './layout-demo-data.ts'
import { flawsNow, waitUntilSettled, watchLayout } from './layout-page.ts'
import { visits } from './layout-visits.ts'

// A phone on which every answer of the API takes half a second.
test.use({ baseURL: process.env.ARCSTEAD_UNTOUCHED_URL ?? '', viewport: { width: 390, height: 844 } })
test.describe.configure({ mode: 'parallel' })
const latency = 500

for (const { who, role, screens } of visits)
  test(`no screen of ${who} moves while it loads`, async ({ page, request }) => {
    test.setTimeout(300_000)
    const known = await readDemoData(request)
    await watchLayout(page)
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, latency))
      await route.continue().catch(() => undefined)
    })
    if (role) await storeSession(page, known.tokens[role])
    const moved: Record<string, string[]> = {}
    for (const address of new Set(screens.map((screen) => screen.address(known)))) {
      await page.goto(address)
      await waitUntilSettled(page)
      const found = (await flawsNow(page)).filter((flaw) => flaw.startsWith('layout shift'))
      if (found.length > 0) moved[address] = found
    }
    expect(moved).toEqual({})
  })
