import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import type { Token } from '#contract/accounts.ts'
import { signAccessToken } from '#server/sessions/access-token.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { expect, storedToken, test } from '../journey.ts'

const person = { firstName: 'Tess', lastName: 'Lindqvist', password: 'Larkspur-9-Terrace', tos: true }
const greeting = 'Welcome Tess Lindqvist'

async function register(request: APIRequestContext): Promise<Token> {
  const email = `tess-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`
  const answer = await request.post('/api/auth/register', { data: { ...person, email, confirmPassword: person.password } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).data.token
}

/** The same session with an access token that expired a minute ago. */
async function expired(token: Token): Promise<Token> {
  const { sub = '', sid } = decodeJwt<{ sid: string }>(token.accessToken)
  const keys = deriveKeys(process.env.ARCSTEAD_E2E_SECRET ?? '')
  return { ...token, accessToken: await signAccessToken(keys, { userId: sub, sessionId: sid }, -60) }
}

/** Stores the token once, in the storage shared by all tabs. */
const hold = (context: BrowserContext, token: Token) =>
  context.addInitScript((stored) => {
    if (localStorage.getItem('was-signed-in')) return
    localStorage.setItem('was-signed-in', 'yes')
    localStorage.setItem('token', stored)
  }, JSON.stringify(token))

async function twoTabs(context: BrowserContext): Promise<[Page, Page]> {
  return [await context.newPage(), await context.newPage()]
}

function countRefreshes(context: BrowserContext): () => number {
  let count = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) count += 1
  })
  return () => count
}

test('two tabs with an expired access token continue with the same new token', async ({ context, request }) => {
  const token = await expired(await register(request))
  await hold(context, token)
  const tabs = await twoTabs(context)
  const refreshes = countRefreshes(context)
  await Promise.all(tabs.map((tab) => tab.goto('/')))
  for (const tab of tabs) await expect(tab.getByText(greeting)).toBeVisible()

  const renewed = await storedToken(tabs[0])
  expect(renewed?.refreshToken).not.toBe(token.refreshToken)
  expect(await storedToken(tabs[1])).toEqual(renewed)
  expect(refreshes()).toBe(1)
})

test('a tab that froze while refreshing the tokens does not block the others', async ({ context, request }) => {
  await hold(context, await expired(await register(request)))
  const [frozen, other] = await twoTabs(context)
  await frozen.goto('/terms-of-service')
  await expect.poll(() => storedToken(frozen)).not.toBeNull()
  await frozen.evaluate(() => {
    void navigator.locks.request('arcstead-refresh', () => new Promise(() => {}))
  })
  await frozen.evaluate((stored) => localStorage.setItem('token', stored), JSON.stringify(await expired(await register(request))))
  await other.goto('/')
  await expect(other.getByText(greeting)).toBeVisible({ timeout: 30_000 })
})

test('a session that ended elsewhere ends in every tab', async ({ context, request }) => {
  await hold(context, await register(request))
  const [one, two] = await twoTabs(context)
  for (const tab of [one, two]) {
    await tab.goto('/')
    await expect(tab.getByText(greeting)).toBeVisible()
  }
  await one.goto('/logout')
  await expect(one).toHaveURL('/login')
  // A tab with a pending request goes to the sign-in page; a public page without one stays.
  await expect(two.getByRole('link', { name: 'Login' }).or(two.getByRole('heading', { name: 'Sign In' }))).toBeVisible()
  expect(await storedToken(two)).toBeNull()
  await two.goto('/dashboard')
  await expect(two).toHaveURL('/login?redirect=%2Fdashboard')
})

test('a failed refresh ends the session', async ({ context, page, request }) => {
  await hold(context, await expired(await register(request)))
  await context.route('**/api/auth/refresh', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard')
  expect(await storedToken(page)).toBeNull()
})
