import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Token } from '#contract/accounts.ts'
import type { MotionList } from '#contract/motions.ts'
import { paths } from '#contract/paths.ts'
import { type DemoRole, demoPassword, emailOf } from '#demo/logins.ts'
import { unsubscribeToken } from '#server/sessions/derived-tokens.ts'
import { authHeaders } from '#server/testing/test-app.ts'
import { type DemoProduct, startDemo } from './demo-product.ts'

const widths = [390, 780, 1280]
const schemes = ['dark', 'light'] as const

type Visitor = DemoRole | 'visitor'

let product: DemoProduct
let browser: Browser
const tokens = new Map<Visitor, Token>()

beforeAll(async () => {
  product = await startDemo()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args })
  for (const role of ['admin', 'broker', 'investor', 'pending', 'newcomer'] as const) {
    const { token } = await ask<{ token: Token }>(null, 'auth/login', { email: emailOf(role), password: demoPassword })
    tokens.set(role, token)
  }
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function ask<Data>(role: Visitor | null, call: string, body?: object): Promise<Data> {
  const token = role && tokens.get(role)
  const answer = await fetch(`${product.url}/api/${call}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token ? authHeaders(token) : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const reply = (await answer.json()) as { data: Data }
  if (!answer.ok) throw new Error(`${call} answered ${answer.status}`)
  return reply.data
}

type Listed = { readonly _id: string; readonly circle?: string | { readonly _id: string } }
const itemsOf = (list: unknown): Listed[] =>
  Array.isArray(list) ? list : ((list as { items?: Listed[]; data?: Listed[] }).items ?? (list as { data?: Listed[] }).data ?? [])

/** Every page of the product with the role that opens it, with ids of the demo data. */
async function screens(): Promise<[Visitor, string][]> {
  const { user } = await ask<{ user: { _id: string } }>('investor', 'auth/whoami')
  const { user: broker } = await ask<{ user: { _id: string } }>('broker', 'auth/whoami')
  const properties = itemsOf(await ask('investor', `app/user-circle-properties/${user._id}`))
  const property = properties[0]
  const mine = typeof property?.circle === 'string' ? property.circle : (property?.circle?._id ?? '')
  const own = itemsOf(await ask('investor', `app/user-circle/${user._id}`)).map(({ _id }) => _id)
  const open = itemsOf(await ask(null, 'public/circle')).find(({ _id }) => !own.includes(_id) && _id !== mine)?._id ?? ''
  const assigned = itemsOf(await ask('broker', `app/broker-circles/${broker._id}`))[0]?._id ?? ''
  const brokersProperty = itemsOf(await ask('broker', `app/property/${assigned}`))[0]?._id ?? ''
  const joined = itemsOf(await ask('investor', `app/user-membership/${user._id}`)).map(({ circle }) =>
    typeof circle === 'string' ? circle : (circle?._id ?? ''),
  )
  const motions: string[] = []
  for (const circle of joined) {
    const { open, closed } = await ask<MotionList>('investor', `app/motion/${circle}`)
    motions.push(...[...open, ...closed].map(({ _id }) => paths.circleMotion(circle, _id)))
  }
  const { user: waiting } = await ask<{ user: { _id: string } }>('pending', 'auth/whoami')
  const report = await ask<{ id: string }>('investor', 'public/log/crash-report', {
    id: 'new',
    message: 'It broke',
    error: { message: 'It broke' },
  })
  const dead = '?token=x&id=01890a5d-ac96-774b-bcce-b302099a8057'
  const as = (role: Visitor, ...addresses: string[]) => addresses.map((address): [Visitor, string] => [role, address])
  return [
    ...as('visitor', paths.findCircles, paths.findCirclesLong, paths.mapView, paths.circlePublic(open), paths.login, paths.register),
    ...as(
      'visitor',
      paths.requestReset,
      `${paths.resetPassword}${dead}`,
      `${paths.setPassword}${dead}`,
      `${paths.confirmEmail}${dead}`,
      `${paths.unsubscribe}?token=${unsubscribeToken(product.keys, { userId: user._id, kind: 'vote' })}`,
      paths.terms,
      paths.help,
      paths.helpPage('voting-and-motions'),
      paths.forbidden,
      '/no-such-page',
    ),
    ...as('newcomer', paths.onboarding),
    ...as('pending', paths.userVerification),
    ...as('investor', paths.findCircles, paths.dashboard, paths.createCircle, paths.joinCircle(open), paths.profile, paths.circle(mine)),
    ...as('investor', paths.circleConversation(mine)),
    ...as('investor', paths.circleVoting(mine), paths.circleFinancials(mine), paths.circleStatement(mine), paths.circleRecord(mine)),
    ...as('investor', paths.compare(mine), paths.addProperty(mine), paths.editProperty(mine, property?._id ?? '')),
    ...as('investor', paths.propertyPage(mine, property?._id ?? ''), paths.circleMotions(mine), ...motions.slice(0, 2)),
    ...as('investor', paths.newMotion(mine)),
    ...as('broker', paths.brokerCircles, paths.brokerCircle(assigned), paths.brokerAddProperty(assigned)),
    ...as('broker', paths.brokerPropertyPage(assigned, brokersProperty)),
    ...as('admin', paths.admin, paths.adminUsers, paths.adminManageUser(user._id), paths.adminCircles, paths.adminCircle(mine)),
    ...as(
      'admin',
      paths.adminManageCircle(mine),
      paths.adminManageProperty(property?._id ?? ''),
      paths.adminNewProperty(mine),
      paths.adminBrokers,
    ),
    ...as('admin', paths.adminReviewUser(waiting._id)),
    ...as('admin', paths.adminNewBroker, paths.adminCrashReports, paths.adminCrashReport(report.id), paths.adminAuditLog, paths.adminMails),
  ]
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
  const all = await screens()
  const known = Object.entries(paths)
    .filter(([name]) => !['logout', 'devParts', 'devCrash', 'adminCirclesOld', 'adminAuditOf'].includes(name))
    .map(([, path]) => (typeof path === 'string' ? path : (path as (...ids: string[]) => string)(':id', ':id')).split('?')[0] ?? '')
  const visited = all.map(([, address]) => address.split('?')[0] ?? '')
  const isVisited = (pattern: string) => visited.some((address) => new RegExp(`^${pattern.replaceAll(':id', '[^/]+')}$`).test(address))
  expect(known.filter((pattern) => !isVisited(pattern))).toEqual([])

  const problems: string[] = []
  let count = 0
  for (const colorScheme of schemes)
    for (const role of new Set(all.map(([visitor]) => visitor))) {
      const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
      const token = tokens.get(role)
      if (token) await context.addInitScript((held) => localStorage.setItem('token', held), JSON.stringify(token))
      const page = await context.newPage()
      let where = ''
      const addProblem = (problem: string) => {
        problems.push(`${where}: ${problem}`)
        console.log(`screens ${where}: ${problem}`)
      }
      page.on('console', (message) => message.type() === 'error' && addProblem(`console: ${message.text()}`))
      page.on('pageerror', (error) => addProblem(`threw ${error.message}`))
      for (const [index, [, address]] of all.filter(([visitor]) => visitor === role).entries()) {
        // Opened at one width and resized to all others, alternately from narrow and wide.
        for (const [look, width] of (index % 2 === 0 ? widths : widths.toReversed()).entries()) {
          where = `${role} ${address} ${width} ${colorScheme}`
          await page.setViewportSize({ width, height: 900 })
          if (look === 0) await page.goto(`${product.url}${address}`)
          await settled(page).catch((error: unknown) => addProblem(`never settled: ${String(error).slice(0, 200)}`))
          for (const finding of await findings(page)) addProblem(finding)
          count++
        }
      }
      await context.close()
      console.log(`screens ${colorScheme} ${role}: ${count} looked at, ${problems.length} problems`)
    }
  console.log(
    `screens ${all.length} screens × ${widths.length} widths × ${schemes.length} schemes: ${count} looked at, ${problems.length} problems`,
  )
  expect(problems).toEqual([])
})
