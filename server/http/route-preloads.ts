import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { addressPattern, areaPattern, paths } from '#contract/paths.ts'

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }
export type Manifest = Readonly<Record<string, Chunk>>

export const entry = 'index.html'
export const frame = 'app/layouts/open-layout.tsx'

/** Public addresses, each with the screen that the page loads there. The names are keys of the build's manifest. */
export const publicScreens: readonly (readonly [address: RegExp, screen: string])[] = [
  [addressPattern(paths.findCircles), 'features/search/find-circles-screen.tsx'],
  [addressPattern(paths.findCirclesLong), 'features/search/find-circles-screen.tsx'],
  [addressPattern(paths.mapView), 'features/search/map-view-screen.tsx'],
  [addressPattern(paths.circlePublic(':id')), 'features/circles/public-circle-screen.tsx'],
  [areaPattern(paths.help), 'features/guide/guide-screen.tsx'],
]

export function readManifest(folder: string): Manifest {
  const file = path.join(folder, '.vite/manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
}

function chunksOf(manifest: Manifest, names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name) || !manifest[name]) continue
    seen.add(name)
    chunksOf(manifest, manifest[name].imports ?? [], seen)
  }
  return seen
}

/** Tags that fetch a screen's own files together with the page's (see opening.js) instead of after them; '' where nobody arrives. */
export function routePreloads(manifest: Manifest, address: string): string {
  const screen = publicScreens.find(([pattern]) => pattern.test(address))?.[1]
  if (!screen) return ''
  // What the entry needs is in the page already.
  const known = chunksOf(manifest, [entry])
  const chunks = [...chunksOf(manifest, [frame, screen])].filter((name) => !known.has(name)).map((name) => manifest[name])
  const styles = new Set(chunks.flatMap((chunk) => chunk?.css ?? []))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...chunks.map((chunk) => `<link rel="later" crossorigin href="/${chunk?.file}">`),
  ].join('\n    ')
}
