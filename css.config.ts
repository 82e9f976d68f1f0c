import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** Lowest first, so a screen's rule beats a component's whatever their specificity and whichever file was loaded first. */
export const layers = ['mantine', 'leaflet', 'base', 'ui', 'shared', 'features'] as const
type Layer = (typeof layers)[number]

/** Plain stylesheets: their selectors are tags and the class names of the type scale and of Mantine. Every other one is a CSS Module. */
export const globalStyles = [
  ...['tokens', 'base', 'mantine', 'controls'].map((name) => `web/ui/theme/${name}.css`),
  'web/ui/feedback/toast.css',
]

/** `card.module.css` and `.root` make `card_root`: the same in every build, so that the server's HTML and the journeys can name it. */
export const scopedName = (name: string, file: string): string => `${basename(file).replace(/\.module\.css.*$/, '')}_${name}`

/** The folder decides on the layer. Mantine's files bring their own, fonts need none. */
export function layerOf(file: string): Layer | null {
  if (/node_modules\/leaflet\//.test(file)) return 'leaflet'
  if (file.includes('node_modules') || file.endsWith('web/ui/theme/mantine.css')) return null
  if (globalStyles.some((name) => file.endsWith(name))) return 'base'
  if (file.includes('/web/ui/')) return 'ui'
  return file.includes('/web/shared/') ? 'shared' : 'features'
}

/** Puts each stylesheet into its layer. Each also states the order of all, because any of them may be the first that a browser gets. */
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
