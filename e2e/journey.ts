import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { Token } from '#contract/accounts.ts'
import { type DemoRole, emailOf } from '#demo/logins.ts'
import { sharedSession } from './people.ts'

export { expect, type Page }

/** Puts a session into the browser before any page opens. It does not come back by itself once the page has ended it. */
export async function holdToken(page: Page, token: Token): Promise<void> {
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('was-signed-in')) return
    sessionStorage.setItem('was-signed-in', 'yes')
    localStorage.setItem('token', stored)
  }, JSON.stringify(token))
}

/** Runs in the page: keeps the words of every toast, since most stay for one second only, too short to be waited for. */
function noteToasts(): void {
  const toasts: string[] = []
  Object.assign(window, { toasts })
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue
      const shown = node.matches('.mantine-Notification-root') ? [node] : [...node.querySelectorAll('.mantine-Notification-root')]
      toasts.push(...shown.map(({ textContent }) => textContent ?? ''))
    }
  }).observe(document, { childList: true, subtree: true })
}

/** A toast with these words was shown since the page opened; each is told of once. */
export async function expectToast(page: Page, words: string): Promise<void> {
  const takeToast = (wanted: string): boolean => {
    const { toasts } = window as unknown as { toasts: string[] }
    const at = toasts.indexOf(wanted)
    if (at >= 0) toasts.splice(at, 1)
    return at >= 0
  }
  await expect.poll(() => page.evaluate(takeToast, words), { message: `the toast “${words}”` }).toBe(true)
}

/**
 * With `ANSWER_DELAY=500` every answer comes up to so many milliseconds late, at random. Journeys that do not wait for
 * what they need, and pages that mind the order of answers, fail then instead of once in a hundred runs.
 */
async function delayAnswers(context: BrowserContext): Promise<void> {
  const longest = Number(process.env.ANSWER_DELAY ?? 0)
  if (longest === 0) return
  await context.route('**/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longest))
    // The page may have been closed meanwhile.
    await route.continue().catch(() => undefined)
  })
}

type Fixtures = {
  /** Opens no page: it makes the next one open with that person's session. */
  readonly signedInAs: (role: DemoRole) => Promise<Token>
  /** Another browser, of this person or of a visitor. It is closed with the journey. */
  readonly windowOf: (someone?: { readonly token: Token }) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    await page.addInitScript(noteToasts)
    await delayAnswers(page.context())
    await use(page)
  },
  windowOf: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (someone) => {
      const context = await browser.newContext()
      contexts.push(context)
      await context.addInitScript(noteToasts)
      await delayAnswers(context)
      const page = await context.newPage()
      if (someone) await holdToken(page, someone.token)
      return page
    })
    for (const context of contexts) await context.close()
  },
  signedInAs: async ({ page, request }, use) => {
    await use(async (role) => {
      const token = await sharedSession(request, emailOf(role))
      await holdToken(page, token)
      return token
    })
  },
})

/** Nothing that axe calls serious or worse. */
export async function expectNoSeriousFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(serious).toEqual([])
}

export const storedToken = (page: Page): Promise<Token | null> => page.evaluate(() => JSON.parse(localStorage.getItem('token') ?? 'null'))
