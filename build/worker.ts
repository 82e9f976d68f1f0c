import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

const source = new URL('../web/worker/worker.js', import.meta.url)

/** The screens that can be read without a connection, the layouts around them, and what sends what waits. */
const screens =
  /web\/(app\/(layouts\/(application|open)-layout|member-circle-screen|property-screen|outbox-parts)|features\/(dashboard\/dashboard-screen|deciding\/motion-screen)|api\/kept-queries)\.tsx?$/

type Bundle = Rolldown.OutputBundle

const chunkOf = (bundle: Bundle, name: string) => {
  const output = bundle[name]
  return output?.type === 'chunk' ? output : null
}

/** The chunk and all that it imports. Of lazy imports only those that `isFollowed`: the entry's are every screen. */
function withImports(bundle: Bundle, name: string, isFollowed: (name: string) => boolean, found: Set<string>): void {
  const chunk = chunkOf(bundle, name)
  if (!chunk || found.has(name)) return
  found.add(name)
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
  for (const imported of chunk.imports) withImports(bundle, imported, isFollowed, found)
  if (isFollowed(name)) for (const imported of chunk.dynamicImports) withImports(bundle, imported, isFollowed, found)
}

function filesFor(bundle: Bundle): Set<string> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const first = new Set<string>()
  for (const { fileName } of chunks.filter(({ isEntry }) => isEntry)) withImports(bundle, fileName, () => false, first)
  const files = new Set(first)
  const shown = chunks.filter(({ facadeModuleId }) => screens.test(facadeModuleId?.replaceAll('\\', '/') ?? ''))
  if (shown.length < 8) throw new Error(`The worker knows only ${shown.length} of the screens to keep (build/worker.ts).`)
  for (const { fileName } of shown) {
    files.delete(fileName)
    withImports(bundle, fileName, (name) => !first.has(name), files)
  }
  return files
}

/** Writes worker.js with the list of the files that it stores, and the page as built under a name that changes with it. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The built page is missing.')
        const html = page.source.toString()
        const inPage = [...html.matchAll(/(?:href|src)="(\/(?:assets\/|opening\.js|favicon\.svg)[^"]*)"/g)].map(
          ([, address = '']) => address,
        )
        const files = [...new Set([...inPage, ...[...filesFor(bundle)].map((name) => `/${name}`)])].sort()
        const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
        const shell = `assets/shell-${hash(html)}.html`
        const worker = readFileSync(source, 'utf8')
          .replace("'__SHELL__'", JSON.stringify(`/${shell}`))
          .replace("['__FILES__']", JSON.stringify(files))
          .replace('__VERSION__', hash(html + files.join()))
        this.emitFile({ type: 'asset', fileName: shell, source: html })
        this.emitFile({ type: 'asset', fileName: 'worker.js', source: worker })
      },
    },
  }
}
