import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { codeSplitting } from './chunks.config.ts'
import { cascadeLayers, scopedName } from './css.config.ts'

const firstFonts = ['newsreader-latin-opsz-normal', 'figtree-latin-wght-normal']

/** Preloads the two fonts that every screen uses, so that they load in parallel with the stylesheet. */
function preloadFonts(): Plugin {
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

const openingScript = new URL('web/public/opening.js', import.meta.url)

/**
 * Delays the page's scripts until the server-rendered first paint is on screen: web/public/opening.js turns these links into preloads and
 * starts the entry.
 */
function deferScripts(): Plugin {
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

/** Exclude zod from the bundle: the server already validates its answers with the same schemas (web/api/no-zod.ts). */
function excludeZod(): Plugin {
  return {
    name: 'exclude-zod',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'zod' ? fileURLToPath(new URL('web/api/no-zod.ts', import.meta.url)) : null),
  }
}

const server = 'http://127.0.0.1:3000'

/** Only the API's paths: in development vite serves the modules of web/api under `/api` too. */
const apiPaths = '^/api/(public|auth|app|admin|s3|docs|openapi)'

export default defineConfig({
  root: 'web',
  plugins: [react(), cascadeLayers(), excludeZod(), preloadFonts(), deferScripts()],
  css: { modules: { generateScopedName: scopedName } },
  server: { host: '127.0.0.1', proxy: { [apiPaths]: server, '^/dev/(?!parts)': server, '/healthz': server } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows only our own origin, so assets must not become data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting },
    },
  },
})
