import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { firstPaintOfCircle, firstPaintOfList } from '#server/features/share-page/first-paint.ts'
import { entry, frame, publicScreens, readManifest, routePreloads } from '#server/http/route-preloads.ts'

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist/web')
if (!existsSync(path.join(folder, '.vite/manifest.json'))) throw new Error('These tests read the built page: npm run build')
const manifest = readManifest(folder)
const page = readFileSync(path.join(folder, 'index.html'), 'utf8')

const introduced = {
  _id: 'c1',
  title: 'Title',
  city: 'Portland',
  totalTargetSize: 300_000,
  sharesTotal: 3,
  openArcPrices: [100_000],
  holdings: [200_000],
}

const filesIn = (html: string): string[] => [...html.matchAll(/href="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)

test('every screen and layout that is preloaded is in the build, by its own name', () => {
  for (const name of [entry, frame, ...publicScreens.map(([, screen]) => screen)]) expect(manifest).toHaveProperty([name])
})

test('the files that a public page preloads exist, and none is named twice', () => {
  for (const address of ['/', '/find-circles/map-view', '/circle-public/x']) {
    const named = [...filesIn(page), ...filesIn(routePreloads(manifest, address))]
    expect(named.length).toBeGreaterThan(6)
    expect(named.filter((file) => !existsSync(path.join(folder, file)))).toEqual([])
    expect(named.filter((file, index) => named.indexOf(file) !== index)).toEqual([])
  }
})

test('every chunk that is named in chunks.ts is made by the build', () => {
  const names = new Set(Object.values(manifest).map(({ file }) => path.basename(file).replace(/-[\w-]{8}\.js$/, '')))
  const wanted = [
    'react',
    'react-start',
    'libraries',
    'icons',
    'menus',
    'overlays',
    'refusals',
    'controls',
    'frame',
    'find',
    'circles',
    'circle',
    'inside',
  ]
  expect(wanted.filter((name) => !names.has(name))).toEqual([])
})

test('the opening script is served under the address that the page asks for', () => {
  expect(page).toMatch(/<script src="\/opening\.js\?v=[0-9a-f]{8}" *><\/script>/)
  expect(existsSync(path.join(folder, 'opening.js'))).toBe(true)
})

test('every class in the server-written first paint is styled by the built page', () => {
  const styles = readdirSync(path.join(folder, 'assets'))
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(path.join(folder, 'assets', file), 'utf8'))
    .join('\n')
  const html =
    firstPaintOfList('Title', introduced) +
    firstPaintOfCircle({ title: 'Title', words: 'A few words.', place: 'Denver, CO', isInvited: true })
  const classes = new Set([...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')))
  expect(classes.size).toBeGreaterThan(10)
  expect([...classes].filter((name) => !styles.includes(`.${name}`))).toEqual([])
})

test('no script contains a schema', () => {
  const scripts = readdirSync(path.join(folder, 'assets')).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  const withSchema = scripts.filter((file) =>
    /\.(object|literal|string|coerce)\(|UUIDv7|ZodError/.test(readFileSync(path.join(folder, 'assets', file), 'utf8')),
  )
  expect(withSchema).toEqual([])
})

test('the page can be installed: every icon of the manifest exists in the size that it names', () => {
  const { icons, ...manifest } = JSON.parse(readFileSync(path.join(folder, 'manifest.webmanifest'), 'utf8')) as {
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[]
    readonly display: string
    readonly start_url: string
  }
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' })
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
  const sizeOf = (file: string) => {
    const png = readFileSync(path.join(folder, file))
    return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
  }
  for (const { src, sizes } of icons) expect(sizeOf(src)).toBe(sizes)
  expect(sizeOf('apple-touch-icon.png')).toBe('180x180')
  expect(readFileSync(path.join(folder, 'favicon.ico')).subarray(0, 6).toString('hex')).toBe('000001000100')
  for (const file of ['favicon.ico', 'favicon.svg', 'apple-touch-icon.png', 'manifest.webmanifest'])
    expect(page).toContain(`href="/${file}"`)
})

test('without JavaScript the sentence about it is at the top', () => {
  expect(page).toMatch(/<body>\s*<noscript>.*needs JavaScript.*<\/noscript>\s*<div id="root">/)
})

test('the worker stores the page as built and files of this build, each once, and nothing of the API', () => {
  const worker = readFileSync(path.join(folder, 'worker.js'), 'utf8')
  const shell = /const shell = "([^"]+)"/.exec(worker)?.[1] ?? ''
  expect(readFileSync(path.join(folder, shell), 'utf8')).toBe(page)
  const files = JSON.parse(/const files = (\[.*\])/.exec(worker)?.[1] ?? '[]') as string[]
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([])
  expect(files.filter((file) => !existsSync(path.join(folder, file.replace(/\?.*/, ''))))).toEqual([])
  expect(files.filter((file) => !/^\/(assets\/|opening\.js\?v=|favicon\.svg$)/.test(file))).toEqual([])
  // What the page itself names is there too.
  expect(filesIn(page).filter((file) => !files.includes(`/${file}`))).toEqual([])
  expect(worker).not.toMatch(/__[A-Z]+__/)
})
