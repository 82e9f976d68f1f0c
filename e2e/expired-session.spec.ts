import type { BrowserContext, Page } from '@playwright/test'
import type { Token } from '#contract/accounts.ts'
import { expect, storedToken, test } from './journey.ts'
import { type RunningServer, startServer } from './server.ts'

let server: RunningServer
const secondsToLive = 2

// A server of its own, whose access tokens live so briefly that one can watch them expire.
test.beforeAll(async () => {
  test.setTimeout(240_000)
  server = await startServer({ ACCESS_TOKEN_SECONDS: String(secondsToLive), ARCSTEAD_DEMO: 'off' })
})
test.afterAll(() => server.stop())

const person = { firstName: 'Tess', lastName: 'Lindqvist', password: 'Larkspur-9-Terrace', tos: true }

async function register(): Promise<Token> {
  const email = `tess-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`
  const answer = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, email, confirmPassword: person.password }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()).data.token
}

/** Tabs of one browser that share a session, each with its first screen shown. */
async function openTabs(context: BrowserContext, token: Token, count: number): Promise<Page[]> {
  await context.addInitScript((stored) => {
    if (!localStorage.getItem('token') && !localStorage.getItem('was-signed-in')) localStorage.setItem('token', stored)
    localStorage.setItem('was-signed-in', 'yes')
  }, JSON.stringify(token))
  const tabs: Page[] = []
  for (let index = 0; index < count; index += 1) {
    const tab = await context.newPage()
    await tab.goto(`${server.url}/`)
    await expect(tab.getByText('Welcome Tess Lindqvist')).toBeVisible()
    tabs.push(tab)
  }
  return tabs
}

const expire = (tab: Page) => tab.waitForTimeout((secondsToLive + 1) * 1_000)

test('two tabs whose access token has expired go on at once, with one and the same new token', async ({ context }) => {
  const token = await register()
  const tabs = await openTabs(context, token, 2)
  await expire(tabs[0] as Page)
  const before = await storedToken(tabs[0] as Page)

  let refreshes = 0
  await context.route('**/api/auth/refresh', (route) => {
    refreshes += 1
    return route.continue()
  })
  await Promise.all(tabs.map((tab) => tab.reload()))
  for (const tab of tabs) await expect(tab.getByText('Welcome Tess Lindqvist')).toBeVisible()

  const after = await storedToken(tabs[0] as Page)
  expect(after?.refreshToken).not.toBe(before?.refreshToken)
  expect(await storedToken(tabs[1] as Page)).toEqual(after)
  expect(refreshes).toBe(1)
})

test('a tab that froze while it renewed the tokens does not keep the others out', async ({ context }) => {
  const token = await register()
  const tabs = await openTabs(context, token, 2)
  const [frozen, other] = tabs as [Page, Page]
  await frozen.evaluate(() => {
    void navigator.locks.request('arcstead-refresh', () => new Promise(() => {}))
  })
  await expire(other)
  await other.reload()
  await expect(other.getByText('Welcome Tess Lindqvist')).toBeVisible({ timeout: 15_000 })
})

test('a session that ended elsewhere leads to sign in and back, in every tab', async ({ context }) => {
  const token = await register()
  const tabs = await openTabs(context, token, 2)
  const [one, two] = tabs as [Page, Page]
  await one.goto(`${server.url}/logout`)
  await expect(one).toHaveURL(`${server.url}/login`)
  await expect(two.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await storedToken(two)).toBeNull()
  await two.goto(`${server.url}/dashboard`)
  await expect(two).toHaveURL(`${server.url}/login?redirect=%2Fdashboard`)
})

test('a refresh that fails ends the session', async ({ context }) => {
  const token = await register()
  const [tab] = (await openTabs(context, token, 1)) as [Page]
  await expire(tab)
  await context.route('**/api/auth/refresh', (route) => route.fulfill({ status: 500, body: '' }))
  await tab.goto(`${server.url}/onboarding`)
  await expect.poll(() => storedToken(tab)).toBeNull()
  await tab.goto(`${server.url}/dashboard`)
  await expect(tab).toHaveURL(`${server.url}/login?redirect=%2Fdashboard`)
})
