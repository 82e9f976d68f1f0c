import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Request } from '@playwright/test'
import { expect, test } from '../journey.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const budget = 168_000

type Manifest = Record<string, { file: string; imports?: string[] }>
const manifest: Manifest = JSON.parse(readFileSync(path.join(root, 'dist/web/.vite/manifest.json'), 'utf8'))

/** Names in the build manifest whose chunks belong to a screen. */
const chunkNames = (files: readonly string[]) => Object.entries(manifest).filter(([, { file }]) => files.some((url) => url.endsWith(file)))

for (const screen of ['/login', '/register']) {
  test(`the first visit of ${screen} ships at most 168 kB of compressed script, and no map`, async ({ page }) => {
    const requests: Request[] = []
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js')) requests.push(request)
    })
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')

    const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    console.log(`${screen}: ${(total / 1_000).toFixed(1)} kB of script in ${requests.length} files`)
    expect(requests.length).toBeGreaterThan(0)
    expect(total).toBeLessThanOrEqual(budget)
    const names = chunkNames(requests.map((request) => request.url())).map(([name]) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => /leaflet|supercluster|atlas|topojson|map/i.test(name))).toEqual([])
  })
}

test('no chunk of the entry or the sign-in screens contains the map', () => {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of manifest[name]?.imports ?? []) visit(next)
  }
  for (const name of Object.keys(manifest)) if (/index\.html$|login|register|picture-layout/.test(name)) visit(name)
  expect(seen.size).toBeGreaterThan(1)
  const withMap = [...seen].filter((name) => {
    const file = manifest[name]?.file
    return file?.endsWith('.js') && /leaflet-container|supercluster/i.test(readFileSync(path.join(root, 'dist/web', file), 'utf8'))
  })
  expect(withMap).toEqual([])
})
