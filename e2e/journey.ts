import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import type { Token } from '#contract/accounts.ts'
import { type DemoRole, emailOf } from '#demo/logins.ts'
import { sharedSession } from './people.ts'

export { expect, type Page }

/** Stores a session before the first page opens. Not restored after the page has ended it. */
export async function storeSession(page: Page, token: Token): Promise<void> {
  await page.addInitScript((stored) => {
    if (sessionStorage.getItem('was-signed-in')) return
    sessionStorage.setItem('was-signed-in', 'yes')
    localStorage.setItem('token', stored)
  }, JSON.stringify(token))
}

/** Runs in the page: records the text of every toast, because most close after one second. */
function recordToasts(): void {
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

/** Expects a toast with this text since the page opened; each recorded toast counts once. */
export async function expectToast(page: Page, words: string): Promise<void> {
  const takeToast = (wanted: string): boolean => {
    const { toasts } = window as unknown as { toasts: string[] }
    const at = toasts.indexOf(wanted)
    if (at >= 0) toasts.splice(at, 1)
    return at >= 0
  }
  await expect.poll(() => page.evaluate(takeToast, words), { message: `the toast “${words}”`, intervals: [50] }).toBe(true)
}

/**
 * With `ANSWER_DELAY=500` every answer is delayed by a random time up to that many milliseconds. Tests and pages that depend on the order
 * of answers then fail at once instead of once in a hundred runs.
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
  /** Opens no page; the next page opens with this session. */
  readonly signedInAs: (role: DemoRole) => Promise<Token>
  /** A second browser, signed in or as a visitor, on a computer in this time zone. Closed at the end of the test. */
  readonly newBrowser: (someone?: { readonly token: Token }, timezoneId?: string) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    await page.addInitScript(recordToasts)
    await delayAnswers(page.context())
    await use(page)
  },
  newBrowser: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (someone, timezoneId) => {
      const context = await browser.newContext(timezoneId ? { timezoneId } : {})
      contexts.push(context)
      await context.addInitScript(recordToasts)
      await delayAnswers(context)
      const page = await context.newPage()
      if (someone) await storeSession(page, someone.token)
      return page
    })
    for (const context of contexts) await context.close()
  },
  signedInAs: async ({ page, request }, use) => {
    await use(async (role) => {
      const token = await sharedSession(request, emailOf(role))
      await storeSession(page, token)
      return token
    })
  },
})

/** The widths of journeys that people take on a desktop as well as on a phone. */
export const walks = [
  { width: 1280, tag: [] },
  { width: 390, tag: ['@phone'] },
]

const axeOptions: axe.RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
}

/** Runs in the page. */
async function seriousFindings({ options, within }: { options: axe.RunOptions; within: string }): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(within, options)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Expects no axe findings with impact serious or critical. `within`: the part to look at, if it covers others. */
export async function expectNoSeriousFindings(page: Page, within = 'html'): Promise<void> {
  // Once per document: the script is half a megabyte.
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  expect(await page.evaluate(seriousFindings, { options: axeOptions, within })).toEqual([])
}

export const storedToken = (page: Page): Promise<Token | null> => page.evaluate(() => JSON.parse(localStorage.getItem('token') ?? 'null'))
