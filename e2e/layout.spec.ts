import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext } from '@playwright/test'
import { expect, holdToken, type Page, test } from './journey.ts'
import { findFlaws, settle, watchLayout } from './layout-page.ts'
import { type Visit, visits } from './layout-visits.ts'
import { readWorld, type World } from './layout-world.ts'

const widths = [1280, 390] as const

// A server of its own: what journeys leave behind would change what is measured.
test.use({ baseURL: process.env.ARCSTEAD_LAYOUT_URL ?? '' })
test.describe.configure({ mode: 'parallel' })

let world: World | undefined
const worldOf = async (request: APIRequestContext): Promise<World> => {
  world ??= await readWorld(request)
  return world
}

/** Opens a screen and all that opens on it, and tells what is wrong with each. */
async function look(page: Page, { address, openings = [] }: Visit, of: World): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const at = address(of)
  await page.goto(at)
  await settle(page)
  found[at] = await findFlaws(page)
  for (const { name, part, open } of openings) {
    await open(page)
    if (part) await page.locator(part).waitFor()
    await settle(page)
    found[`${at}, ${name}`] = await findFlaws(page, part)
  }
  return Object.fromEntries(Object.entries(found).filter(([, flaws]) => flaws.length > 0))
}

for (const { who, role, screens } of visits)
  for (const width of widths)
    test(`${who} finds every screen in order at ${width} px, in the light and in the dark`, async ({ page, request }) => {
      test.setTimeout(300_000)
      const known = await worldOf(request)
      await page.setViewportSize({ width, height: width > 780 ? 800 : 844 })
      await watchLayout(page)
      if (role) await holdToken(page, known.tokens[role])
      const flaws: Record<string, string[]> = {}
      for (const visit of screens) Object.assign(flaws, await look(page, visit, known))
      expect(flaws).toEqual({})
    })

test('every screen of the route table is visited', () => {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
  const table = readFileSync(path.join(root, 'web/app/routes.tsx'), 'utf8')
  const names = [...table.matchAll(/screen\(\s*(?:paths\.(\w+)|'(\*)')/g)].map(([, name, rest]) => name ?? rest)
  expect(names.length).toBeGreaterThan(35)
  // Logging out shows a screen only until the answer has come; the parts are for development; the old address forwards.
  const passing = ['logout', 'devParts']
  const visited = new Set<string>(visits.flatMap(({ screens }) => screens.map(({ route }) => route)))
  expect(names.filter((name) => name && !visited.has(name) && !passing.includes(name))).toEqual([])
})
