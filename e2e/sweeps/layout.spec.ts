import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext } from '@playwright/test'
import { expect, storeSession, test } from '../journey.ts'
import { type DemoData, readDemoData } from './layout-demo-data.ts'
import { flawsInBothSchemes, lookAt, watchLayout } from './layout-page.ts'
import { visits } from './layout-visits.ts'

const widths = [1280, 390] as const

// A separate server, because data created by other tests would change the measurements.
test.use({ baseURL: process.env.ARCSTEAD_UNTOUCHED_URL ?? '' })
test.describe.configure({ mode: 'parallel' })

let demoData: DemoData | undefined
const worldOf = async (request: APIRequestContext): Promise<DemoData> => {
  demoData ??= await readDemoData(request)
  return demoData
}

for (const { who, role, screens } of visits)
  for (const width of widths)
    test(`${who} finds no layout flaws at ${width} px, in both colour schemes`, async ({ page, request }) => {
      test.setTimeout(300_000)
      const known = await worldOf(request)
      await page.setViewportSize({ width, height: width > 780 ? 800 : 844 })
      await watchLayout(page)
      if (role) await storeSession(page, known.tokens[role])
      const flaws: Record<string, string[]> = {}
      for (const visit of screens) Object.assign(flaws, await lookAt(page, visit, known, flawsInBothSchemes))
      expect(flaws).toEqual({})
    })

test('every screen of the route table is visited', () => {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
  const files = ['routes.tsx', 'admin-routes.tsx']
  const table = files.map((file) => readFileSync(path.join(root, 'web/app', file), 'utf8')).join('\n')
  const names = [...table.matchAll(/screen\(\s*(?:paths\.(\w+)|'(\*)')/g)].map(([, name, rest]) => name ?? rest)
  expect(names.length).toBeGreaterThan(35)
  // Excluded: logging out, which is visible only until the answer; the development pages; the old address, which redirects.
  const passing = ['logout', 'devParts']
  const visited = new Set<string>(visits.flatMap(({ screens }) => screens.map(({ route }) => route)))
  expect(names.filter((name) => name && !visited.has(name) && !passing.includes(name))).toEqual([])
})
