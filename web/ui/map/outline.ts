import type { Box } from './draw-labels.ts'
import type { MapView } from './mercator.ts'
import { currentPalette, type Palette } from './palette.ts'

export type Shows = 'land' | 'labels' | 'both'

export type DrawOrder = {
  readonly id: number
  readonly view: MapView
  readonly palette: Palette
  readonly shows: Shows
  readonly labelSize: number
  /** Areas covered by markers, where no label may be drawn. */
  readonly keepFree: readonly Box[]
}
type DrawOptions = Partial<Pick<DrawOrder, 'labelSize' | 'keepFree'>>
export type DrawAnswer = { readonly id: number; readonly bitmap: ImageBitmap | null }

let worker: Worker | null = null
let lastId = 0
const waiting = new Map<number, (bitmap: ImageBitmap | null) => void>()

function outlineWorker(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./outline.worker.ts', import.meta.url), { type: 'module', name: 'outline map' })
  worker.onmessage = ({ data }: MessageEvent<DrawAnswer>) => {
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
export async function drawInto(canvas: HTMLCanvasElement, view: MapView, shows: Shows, options: DrawOptions = {}): Promise<boolean> {
  if (!canDraw()) return false
  lastId += 1
  const order: DrawOrder = {
    id: lastId,
    view,
    palette: currentPalette(),
    shows,
    labelSize: 13,
    keepFree: [],
    ...options,
  }
  const coming = new Promise<ImageBitmap | null>((resolve) => waiting.set(order.id, resolve))
  outlineWorker().postMessage(order)
  const bitmap = await coming
  if (!bitmap) return false
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  // Land and water are opaque, so the canvas needs no alpha channel.
  canvas.getContext('bitmaprenderer', { alpha: shows === 'labels' })?.transferFromImageBitmap(bitmap)
  return true
}
