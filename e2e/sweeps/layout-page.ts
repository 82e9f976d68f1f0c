import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { expect, type Page } from '../journey.ts'
import type { DemoData } from './layout-demo-data.ts'
import type { Visit } from './layout-visits.ts'

type Measuring = typeof import('./layout-measure.ts')

const folder = path.dirname(fileURLToPath(import.meta.url))
const [script] = buildSync({
  entryPoints: [path.join(folder, 'layout-measure.ts')],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'layoutMeasure',
}).outputFiles

/** Adds the measuring script to every page opened from now on. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript({ content: `${script?.text}; window.layoutMeasure = layoutMeasure` })
}

/** Waits until the screen has loaded and rendered. */
export async function waitUntilSettled(page: Page): Promise<void> {
  const settle = () => (window as unknown as { layoutMeasure: Measuring }).layoutMeasure.settle()
  // The page itself waits; only a redirect that loads another document makes this ask again.
  await expect.poll(() => page.evaluate(settle).catch(() => false), { message: `${page.url()} has come` }).toBe(true)
}

/** The flaws of the page, or of the part at this selector, as it stands. */
export function flawsNow(page: Page, selector?: string): Promise<string[]> {
  const measure = (part?: string) => (window as unknown as { layoutMeasure: Measuring }).layoutMeasure.flawsOf(part)
  return page.evaluate(measure, selector)
}

/** The flaws in both colour schemes, without duplicates. */
export async function flawsInBothSchemes(page: Page, selector?: string): Promise<string[]> {
  const flaws = new Set<string>()
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  // The present scheme comes first, because each change styles the whole page again.
  for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme })
    // Looks at every frame: an expectation would look again after a tenth of a second only, hundreds of times in a run.
    await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme, {
      polling: 'raf',
      timeout: 30_000,
    })
    for (const flaw of await flawsNow(page, selector)) flaws.add(flaw)
  }
  return [...flaws]
}

/** Opens a screen and everything on it, and returns the flaws of each. */
export async function lookAt(
  page: Page,
  { address, openings = [] }: Visit,
  demoData: DemoData,
  find: (page: Page, selector?: string) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const at = address(demoData)
  await page.goto(at)
  await waitUntilSettled(page)
  found[at] = await find(page)
  for (const { name, part, open } of openings) {
    await open(page)
    if (part) await page.locator(part).waitFor()
    await waitUntilSettled(page)
    found[`${at}, ${name}`] = await find(page, part)
  }
  return Object.fromEntries(Object.entries(found).filter(([, flaws]) => flaws.length > 0))
}
