import AxeBuilder from '@axe-core/playwright'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import type { Token } from '#contract/accounts.ts'
import { type DemoRole, demoPassword, emailOf } from '#server/demo/logins.ts'

export { expect, type Page }

async function logIn(request: APIRequestContext, role: DemoRole): Promise<Token> {
  const answer = await request.post('/api/auth/login', { data: { email: emailOf(role), password: demoPassword } })
  expect(answer.status(), `signing in as ${role}`).toBe(200)
  return (await answer.json()).data.token
}

/** Puts a session into the browser before any page opens. It does not come back by itself once the page has ended it. */
export async function holdToken(page: Page, token: Token): Promise<void> {
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('was-signed-in')) return
    sessionStorage.setItem('was-signed-in', 'yes')
    localStorage.setItem('token', stored)
  }, JSON.stringify(token))
}

/** `signedInAs` opens no page: it makes the next one open with that person's session. */
export const test = base.extend<{ signedInAs: (role: DemoRole) => Promise<Token> }>({
  signedInAs: async ({ page, request }, use) => {
    await use(async (role) => {
      const token = await logIn(request, role)
      await holdToken(page, token)
      return token
    })
  },
})

/** Nothing that axe calls serious or worse. */
export async function expectNoSeriousFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(serious).toEqual([])
}

export const storedToken = (page: Page): Promise<Token | null> => page.evaluate(() => JSON.parse(localStorage.getItem('token') ?? 'null'))
