import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { codeSplitting } from './chunks.config.ts'
import { cascadeLayers, scopedName } from './css.config.ts'

const firstFonts = ['newsreader-latin-opsz-normal', 'figtree-latin-wght-normal']

/** The two faces that every screen opens with are fetched beside the stylesheet, not after it. */
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

/** The page's own script comes after what is painted first: web/public/opening.js makes preloads of these and starts the entry. */
function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const [tag, entry] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(html) ?? []
        if (!tag) throw new Error('The built page has no entry.')
        // Browsers keep it for a day; a page never meets one of another build.
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

/** The page trusts its server's answers, which are written by the contract's own schemas; so zod stays at home (web/api/no-zod.ts). */
function leaveZodOut(): Plugin {
  return {
    name: 'leave-zod-out',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'zod' ? fileURLToPath(new URL('web/api/no-zod.ts', import.meta.url)) : null),
  }
}

const server = 'http://127.0.0.1:3000'

/** What the API answers; the modules of web/api, which vite serves under the same first word, are not among it. */
const calls = '^/api/(public|auth|app|admin|s3|docs|openapi)'

export default defineConfig({
  root: 'web',
  plugins: [react(), cascadeLayers(), leaveZodOut(), preloadFonts(), paintFirst()],
  css: { modules: { generateScopedName: scopedName } },
  server: { host: '127.0.0.1', proxy: { [calls]: server, '^/dev/(?!parts)': server, '/healthz': server } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows our own origin alone, so nothing becomes a data: address.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting },
    },
  },
})
