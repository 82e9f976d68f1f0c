import { expect, test } from 'vitest'
import { type Manifest, routePreloads } from './route-preloads.ts'

const manifest: Manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'], css: ['assets/index.css'] },
  '_react.js': { file: 'assets/react.js' },
  'app/layouts/open-layout.tsx': { file: 'assets/open-layout.js', imports: ['index.html', '_frame.js'] },
  '_frame.js': { file: 'assets/frame.js', imports: ['_react.js'], css: ['assets/frame.css'] },
  'features/search/find-circles-screen.tsx': { file: 'assets/find.js', imports: ['_frame.js'], css: ['assets/find.css'] },
}

test('a screen that visitors open first has its files preloaded by the page, each once, and none that the page loads anyway', () => {
  const named = [...routePreloads(manifest, '/').matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file)
  expect(named).toEqual(['frame.css', 'find.css', 'open-layout.js', 'frame.js', 'find.js'])
  expect(routePreloads(manifest, '/find-circles')).toBe(routePreloads(manifest, '/'))
})

test('other screens, and a page that was not built, name none', () => {
  expect(routePreloads(manifest, '/dashboard')).toBe('')
  expect(routePreloads({}, '/')).toBe('')
})
