import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from './journey.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const budget = 160_000

type Manifest = Record<string, { file: string; imports?: string[] }>
const manifest: Manifest = JSON.parse(readFileSync(path.join(root, 'dist/web/.vite/manifest.json'), 'utf8'))

/** The sources that went into a screen's chunks, by the names the build gives them. */
const chunkNames = (files: readonly string[]) => Object.entries(manifest).filter(([, { file }]) => files.some((url) => url.endsWith(file)))

for (const screen of ['/login', '/register']) {
  test(`the first visit of ${screen} ships at most 160 kB of compressed script, and no map`, async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const scripts = new Map<string, string>()
    const sizes = new Map<string, number>()
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script' || response.url.endsWith('.js')) scripts.set(requestId, response.url)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength))
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')

    const total = [...scripts.keys()].reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)
    console.log(`${screen}: ${(total / 1_000).toFixed(1)} kB of script in ${scripts.size} files`)
    expect(scripts.size).toBeGreaterThan(0)
    expect(total).toBeLessThanOrEqual(budget)
    const names = chunkNames([...scripts.values()]).map(([name]) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => /leaflet|supercluster|atlas|topojson|map/i.test(name))).toEqual([])
  })
}

test('the map is in no chunk that the entry or the sign-in screens import', () => {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of manifest[name]?.imports ?? []) visit(next)
  }
  for (const name of Object.keys(manifest)) if (/index\.html$|login|register|stage-layout/.test(name)) visit(name)
  expect(seen.size).toBeGreaterThan(1)
  const withMap = [...seen].filter((name) => {
    const file = manifest[name]?.file
    return file?.endsWith('.js') && /leaflet-container|supercluster/i.test(readFileSync(path.join(root, 'dist/web', file), 'utf8'))
  })
  expect(withMap).toEqual([])
})
