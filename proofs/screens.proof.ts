import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium, type Page, request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoRole } from '#demo/logins.ts'
import { type DemoData, readDemoData } from '../e2e/sweeps/layout-demo-data.ts'
import { visits } from '../e2e/sweeps/layout-visits.ts'
import { type DemoProduct, startDemo } from './demo-product.ts'

const widths = [390, 780, 1280]
const schemes = ['dark', 'light'] as const

let product: DemoProduct
let browser: Browser
let demoData: DemoData

beforeAll(async () => {
  product = await startDemo()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args })
  const calls = await request.newContext({ baseURL: product.url })
  demoData = await readDemoData(calls)
  await calls.dispose()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** The addresses that the layout is measured at, each once, by the role that opens it. That test says that no screen is missing. */
function screens(): (readonly [role: DemoRole | undefined, address: string])[] {
  // This page only throws.
  const looked = visits.map(({ role, screens: all }) => [role, all.filter(({ route }) => route !== 'devCrash')] as const)
  const each = looked.flatMap(([role, all]) => all.map(({ address }) => [role, address(demoData)] as const))
  return [...new Map(each.map((screen) => [screen.join(' '), screen])).values()]
}

/** Waits until animations and requests are finished. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ timeout: 60_000 })
  await page
    .waitForFunction(() => !document.querySelector('[aria-busy="true"], .mantine-Loader-root, .mantine-Skeleton-root'), undefined, {
      timeout: 60_000,
    })
    .catch(() => {})
  await page.waitForTimeout(300)
}

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...serious.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.target.join(' '))
          .join(', ')} (${nodes.length})`,
    ),
    ...(wide > 0 ? [`scrolls sideways by ${wide} px`] : []),
  ]
}

test(`every screen at ${widths.join(', ')} px in light and dark: nothing serious for axe, no sideways scrolling, no console errors`, async () => {
  const all = screens()
  expect(all.length).toBeGreaterThan(80)
  const problems: string[] = []
  let count = 0
  for (const colorScheme of schemes)
    for (const role of new Set(all.map(([each]) => each))) {
      const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
      if (role) await context.addInitScript((held) => localStorage.setItem('token', held), JSON.stringify(demoData.tokens[role]))
      const page = await context.newPage()
      let where = ''
      const addProblem = (problem: string) => {
        problems.push(`${where}: ${problem}`)
        console.log(`screens ${where}: ${problem}`)
      }
      page.on('console', (message) => {
        // Chromium reports each 404 as an error, and some of these addresses are of what is not there.
        const isExpected = /no-such-id|token=x|invite=ended/.test(where) && message.text().includes('status of 404')
        if (message.type() === 'error' && !isExpected) addProblem(`console: ${message.text()}`)
      })
      page.on('pageerror', (error) => addProblem(`threw ${error.message}`))
      for (const [index, [, address]] of all.filter(([each]) => each === role).entries()) {
        // Opened at one width and resized to all others, alternately from narrow and wide.
        for (const [look, width] of (index % 2 === 0 ? widths : widths.toReversed()).entries()) {
          where = `${role ?? 'visitor'} ${address} ${width} ${colorScheme}`
          await page.setViewportSize({ width, height: 900 })
          if (look === 0) await page.goto(`${product.url}${address}`)
          await settled(page).catch((error: unknown) => addProblem(`never settled: ${String(error).slice(0, 200)}`))
          for (const finding of await findings(page)) addProblem(finding)
          count++
        }
      }
      await context.close()
      console.log(`screens ${colorScheme} ${role ?? 'visitor'}: ${count} looked at, ${problems.length} problems`)
    }
  console.log(
    `screens ${all.length} screens × ${widths.length} widths × ${schemes.length} schemes: ${count} looked at, ${problems.length} problems`,
  )
  expect(problems).toEqual([])
})
