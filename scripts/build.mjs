// Builds the page into dist/web (with a compressed copy of every text file) and the server into dist/server.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { build as buildPage } from 'vite'
import { root } from './prepare.mjs'

rmSync(path.join(root, 'dist'), { recursive: true, force: true })

await buildPage({ root: path.join(root, 'web'), configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' })
for (const entry of readdirSync(path.join(root, 'dist/web'), { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|html|svg|json|webmanifest)$/.test(entry.name)) continue
  const file = path.join(entry.parentPath, entry.name)
  const bytes = readFileSync(file)
  if (bytes.length < 1_000) continue
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

await build({
  absWorkingDir: root,
  entryPoints: [
    'server/main.ts',
    'demo/demo.ts',
    ...['admin', 'backup', 'restore', 'verify-ledger'].map((name) => `server/commands/${name}.ts`),
  ],
  entryNames: '[name]',
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  outdir: 'dist/server',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  sourcemap: true,
  logLevel: 'warning',
})
