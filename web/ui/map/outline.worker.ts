import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import { drawLabels } from './draw-labels.ts'
import { drawOutline, piecesOf } from './draw-outline.ts'
import type { DrawReply, DrawRequest } from './outline.ts'

// A worker has no stylesheets, so the font is loaded here. Without it, labels use the system's font.
const font = new FontFace('Figtree Variable', `url("${figtree}")`, { weight: '300 900' })
const { fonts } = self as unknown as { readonly fonts: FontFaceSet }
const fontLoaded = font.load().then(
  (loaded) => void fonts.add(loaded),
  () => {},
)

async function draw({ view, palette, parts, labelSize, keepFree }: DrawRequest): Promise<ImageBitmap> {
  const [pieces] = await Promise.all([piecesOf(view), parts === 'land' ? null : fontLoaded])
  const canvas = new OffscreenCanvas(Math.round(view.width * view.ratio), Math.round(view.height * view.ratio))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas to draw a map on.')
  context.scale(view.ratio, view.ratio)
  if (parts !== 'labels') drawOutline(context, pieces, view, palette)
  if (parts !== 'land') drawLabels(context, pieces, view, palette, labelSize, keepFree)
  return canvas.transferToImageBitmap()
}

self.onmessage = async ({ data: request }: MessageEvent<DrawRequest>) => {
  const bitmap = await draw(request).catch(() => null)
  const reply: DrawReply = { id: request.id, bitmap }
  self.postMessage(reply, { transfer: bitmap ? [bitmap] : [] })
}
