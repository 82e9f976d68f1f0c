import L from 'leaflet'
import type { MapView } from './mercator.ts'
import { drawInto } from './outline.ts'

const tileSide = 512

const ratio = (): number => Math.min(2, window.devicePixelRatio || 1)

/** A Leaflet grid layer, so that Leaflet caches, fades and scales its tiles. */
const OutlineLayer: new (options: L.GridLayerOptions) => L.GridLayer = L.GridLayer.extend({
  createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const tile = document.createElement('canvas')
    const columns = 2 ** (coords.z + 8) / tileSide
    const column = ((coords.x % columns) + columns) % columns
    const view: MapView = {
      left: column * tileSide,
      top: coords.y * tileSide,
      zoom: coords.z,
      width: tileSide,
      height: tileSide,
      ratio: ratio(),
    }
    void drawInto(tile, view, 'land').then(() => done(undefined, tile))
    return tile
  },
})

export const outlineLayer = (pane: string): L.GridLayer =>
  new OutlineLayer({ pane, tileSize: tileSide, updateWhenZooming: false, keepBuffer: 1 })

/** Labels cover more than the visible area, so that a short drag needs no redraw. */
const margin = 140

/** Debounces consecutive moves, and lets the markers load before the labels. */
const debounceMilliseconds = 150

/** Town labels for the visible area, redrawn after each move. */
export function labelLayer(map: L.Map, pane: string): { redraw: () => void; remove: () => void } {
  let shown: HTMLCanvasElement | null = null
  let latestRequest = 0

  const hide = () => shown?.style.setProperty('opacity', '0')
  const redraw = async () => {
    latestRequest += 1
    const request = latestRequest
    const size = map.getSize()
    const corner = map.getPixelBounds().getTopLeft().subtract([margin, margin])
    const position = map.containerPointToLayerPoint([-margin, -margin])
    const view: MapView = {
      left: corner.x,
      top: corner.y,
      zoom: map.getZoom(),
      width: size.x + 2 * margin,
      height: size.y + 2 * margin,
      ratio: ratio(),
    }
    const canvas = document.createElement('canvas')
    const isDrawn = await drawInto(canvas, view, 'labels')
    if (request !== latestRequest || !isDrawn) return
    canvas.className = 'leaflet-zoom-hide'
    canvas.style.width = `${view.width}px`
    canvas.style.height = `${view.height}px`
    L.DomUtil.setPosition(canvas, position)
    map.getPane(pane)?.append(canvas)
    shown?.remove()
    shown = canvas
  }
  const redrawNow = () => void redraw()
  let timer = 0
  const redrawDebounced = () => {
    clearTimeout(timer)
    timer = window.setTimeout(redrawNow, debounceMilliseconds)
  }
  map.on('zoomstart', hide)
  map.on('moveend resize', redrawDebounced)
  redrawNow()
  return {
    redraw: redrawNow,
    remove: () => {
      latestRequest += 1
      clearTimeout(timer)
      map.off('zoomstart', hide)
      map.off('moveend resize', redrawDebounced)
      shown?.remove()
      shown = null
    },
  }
}
