import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { codeSplitting } from './build/chunks.ts'
import { brandColours, cascadeLayers, scopedName } from './build/css.ts'
import { guide } from './build/guide.ts'
import { deferScripts, preloadFonts } from './build/html.ts'
import { icons } from './build/icons.ts'
import { serviceWorker } from './build/worker.ts'

const server = 'http://127.0.0.1:3000'

/** Only the API's paths: in development vite serves the modules of web/api under `/api` too. */
const apiPaths = '^/api/(public|auth|app|admin|s3|docs|openapi)'

export default defineConfig({
  root: 'web',
  plugins: [react(), guide(), brandColours(), icons(), cascadeLayers(), preloadFonts(), deferScripts(), serviceWorker()],
  css: { modules: { generateScopedName: scopedName } },
  server: { host: '127.0.0.1', proxy: { [apiPaths]: server, '^/dev/(?!parts)': server, '/healthz': server } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows only our own origin, so assets must not become data: URLs.
    assetsInlineLimit: 0,
    // Browsers without module preloads load the modules when they are imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting },
    },
  },
})
