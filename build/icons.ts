import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import type { Plugin } from 'vite'
import { brand, withBrandColours } from '#domain/brand.ts'

const mark = withBrandColours(readFileSync(join(import.meta.dirname, '../web/public/favicon.svg'), 'utf8')).replace(
  /^<svg[^>]*>|<\/svg>\s*$/g,
  '',
)

/** The mark as a square PNG; `margin` is the part of the width on each side, and an opaque icon has the page's paper behind it. */
function png(size: number, margin: number, isOpaque: boolean): Buffer {
  const side = 32 / (1 - 2 * margin)
  const start = -(side - 32) / 2
  const paper = isOpaque ? `<rect x="${start}" y="${start}" width="${side}" height="${side}" fill="${brand.paper}"/>` : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${start} ${start} ${side} ${side}" fill="none">${paper}${mark}</svg>`
  return new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng()
}

/** An .ico file with one PNG, for programs that ask for /favicon.ico without reading the page. */
function ico(size: number): Buffer {
  const image = png(size, 0, false)
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}

const manifest = {
  id: '/',
  name: 'Arcstead, Real Estate Investment Circles',
  short_name: 'Arcstead',
  description: 'Find a circle, pool toward a target, decide together.',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: brand.paper,
  theme_color: brand.paper,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

/** Icons of every kind, drawn from favicon.svg, and the manifest that makes the page installable. A launcher may cut 10 % off each side. */
export function icons(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    generateBundle() {
      const files: Readonly<Record<string, Buffer | string>> = {
        'favicon.ico': ico(32),
        'apple-touch-icon.png': png(180, 0.16, true),
        'icon-192.png': png(192, 0.04, false),
        'icon-512.png': png(512, 0.04, false),
        'icon-maskable-512.png': png(512, 0.2, true),
        'manifest.webmanifest': JSON.stringify(manifest),
      }
      for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
