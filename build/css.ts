import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { withBrandColours } from '#domain/brand.ts'

/** Lowest priority first: a screen's rule overrides a component's rule, whatever their specificity and load order. */
export const layers = ['mantine', 'leaflet', 'base', 'ui', 'shared', 'features'] as const
type Layer = (typeof layers)[number]

/** Stylesheets that hold for every element: fonts, tags, the type scale, and Mantine's class names. All others are CSS Modules. */
export const globalStyles = [
  ...['fonts', 'tokens', 'base', 'mantine', 'buttons', 'inputs', 'dropdowns', 'tabs', 'tables'].map((name) => `web/ui/theme/${name}.css`),
  'web/ui/feedback/toast.css',
]

/** `card.module.css` and `.root` give `card_root`. Stable across builds, because the server's HTML and the e2e tests use these names. */
export const scopedName = (name: string, file: string): string => `${basename(file).replace(/\.module\.css.*$/, '')}_${name}`

/** The folder determines the layer. Mantine's files declare their own layer. */
export function layerOf(file: string): Layer | null {
  if (/node_modules\/leaflet\//.test(file)) return 'leaflet'
  if (file.includes('node_modules') || file.endsWith('web/ui/theme/mantine.css')) return null
  if (globalStyles.some((name) => file.endsWith(name))) return 'base'
  if (file.includes('/web/ui/')) return 'ui'
  return file.includes('/web/shared/') ? 'shared' : 'features'
}

/** Wraps each stylesheet in its layer. Each one also declares the order of all layers, because any of them may load first. */
export function cascadeLayers(): Plugin {
  return {
    name: 'cascade-layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code, id) => {
        const layer = layerOf(id.replaceAll('\\', '/'))
        const order = `@layer ${layers.join(', ')};\n`
        return { code: layer ? `${order}@layer ${layer} {\n${code}\n}\n` : order + code, map: null }
      },
    },
  }
}

/** The public files that name brand colours. Vite copies public files unchanged, so these are replaced in the build and in development. */
export const brandedFiles = ['favicon.svg', 'art/mark.svg', 'art/mark-dark.svg']
const branded = (file: string): string => withBrandColours(readFileSync(join(import.meta.dirname, '../web/public', file), 'utf8'))

/** Puts the brand's colours (domain/brand.ts) into the tokens, index.html and the marks. */
export function brandColours(): Plugin {
  return {
    name: 'brand-colours',
    enforce: 'pre',
    transform: { filter: { id: /\/tokens\.css$/ }, handler: (code) => ({ code: withBrandColours(code), map: null }) },
    transformIndexHtml: { order: 'pre', handler: withBrandColours },
    configureServer: (server) => {
      for (const file of brandedFiles) {
        server.middlewares.use(`/${file}`, (_request, response) => {
          response.setHeader('content-type', 'image/svg+xml')
          response.end(branded(file))
        })
      }
    },
    generateBundle() {
      for (const file of brandedFiles) this.emitFile({ type: 'asset', fileName: file, source: branded(file) })
    },
  }
}
