import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { HtmlTagDescriptor, Plugin } from 'vite'

const firstFonts = ['newsreader-latin-opsz-normal', 'figtree-latin-wght-normal']

/** Preloads the two fonts that every screen uses, so that they load in parallel with the stylesheet. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }): HtmlTagDescriptor[] =>
        Object.keys(bundle)
          .filter((file) => firstFonts.some((font) => file.includes(`${font}-`) && file.endsWith('.woff2')))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}

const openingScript = new URL('../web/public/opening.js', import.meta.url)

/**
 * Delays the page's scripts until the server-rendered first paint is on screen: opening.js turns these links into preloads and
 * starts the entry.
 */
export function deferScripts(): Plugin {
  return {
    name: 'defer-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const [tag, entry] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html) ?? []
        if (!tag) throw new Error('The built page has no entry.')
        // The version keeps a cached copy from an older build out of the new page.
        const version = createHash('sha256').update(readFileSync(openingScript)).digest('hex').slice(0, 8)
        return html
          .replace('src="/opening.js"', `src="/opening.js?v=${version}"`)
          .replace(`${tag}\n    `, '')
          .replaceAll('<link rel="modulepreload"', '<link rel="later"')
          .replace('</head>', `  <link rel="later" data-entry crossorigin href="${entry}">\n  </head>`)
      },
    },
  }
}
