import type { Box } from './draw-labels.ts'
import type { MapView } from './mercator.ts'
import { currentPalette, type Palette } from './palette.ts'

export type DrawnParts = 'land' | 'labels' | 'both'

export type DrawRequest = {
  readonly id: number
  readonly view: MapView
  readonly palette: Palette
  readonly parts: DrawnParts
  readonly labelSize: number
  /** Areas covered by markers, where no label may be drawn. */
  readonly keepFree: readonly Box[]
}
type DrawOptions = Partial<Pick<DrawRequest, 'labelSize' | 'keepFree'>>
export type DrawReply = { readonly id: number; readonly bitmap: ImageBitmap | null }

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, (bitmap: ImageBitmap | null) => void>()

function outlineWorker(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./outline.worker.ts', import.meta.url), { type: 'module', name: 'outline map' })
  worker.onmessage = ({ data }: MessageEvent<DrawReply>) => {
    waiting.get(data.id)?.(data.bitmap)
    waiting.delete(data.id)
  }
  return worker
}

const canDraw = (): boolean => typeof OffscreenCanvas !== 'undefined' && typeof Worker !== 'undefined'

/**
 * Draws a part of the outline map into a canvas of the view's size. Runs in a worker, so that it does not block the page; a browser without
 * OffscreenCanvas shows plain land. Returns whether anything was drawn.
 */
export async function drawInto(canvas: HTMLCanvasElement, view: MapView, parts: DrawnParts, options: DrawOptions = {}): Promise<boolean> {
  if (!canDraw()) return false
  lastId += 1
  const request: DrawRequest = {
    id: lastId,
    view,
    palette: currentPalette(),
    parts,
    labelSize: 13,
    keepFree: [],
    ...options,
  }
  const reply = new Promise<ImageBitmap | null>((resolve) => waiting.set(request.id, resolve))
  outlineWorker().postMessage(request)
  const bitmap = await reply
  if (!bitmap) return false
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  // Land and water are opaque, so the canvas needs no alpha channel.
  canvas.getContext('bitmaprenderer', { alpha: parts === 'labels' })?.transferFromImageBitmap(bitmap)
  return true
}
