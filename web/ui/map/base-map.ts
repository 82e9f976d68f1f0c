import 'leaflet/dist/leaflet.css'
import L from 'leaflet'
import styles from './base-map.module.css'
import { labelLayer, outlineLayer } from './outline-layer.ts'
import { onSchemeChange } from './palette.ts'
import { areTilesUnreachable, onTileHealthChange, recordTileResult } from './tile-health.ts'

export const zoomLimits = { min: 3, max: 16 } as const

/** For people who ask for less motion: Leaflet can switch off all animations except the one of panning. */
const StillMap: typeof L.Map = L.Map.extend({
  panBy(this: L.Map, offset: L.PointExpression, options?: L.PanOptions) {
    return L.Map.prototype.panBy.call(this, offset, { ...options, animate: false })
  },
})

type BaseMapOptions = {
  readonly center: L.LatLngExpression
  readonly zoom: number
  /** URL template of the tile service, or null for the outline map only. */
  readonly tileUrl: string | null
  readonly label: string
}

/** The outline map is always below the tiles. If tiles fail to load, it stays visible and gets its own labels. */
export function createBaseMap(element: HTMLElement, { center, zoom, tileUrl, label }: BaseMapOptions): { map: L.Map; remove: () => void } {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new (isStill ? StillMap : L.Map)(element, {
    center,
    zoom,
    minZoom: zoomLimits.min,
    maxZoom: zoomLimits.max,
    zoomControl: false,
    attributionControl: false,
    // Outline tiles are drawn at once; fading them in would compose every frame again.
    fadeAnimation: tileUrl !== null,
    inertia: !isStill,
    zoomAnimation: !isStill,
    worldCopyJump: true,
    maxBounds: [
      [-84, Number.NEGATIVE_INFINITY],
      [84, Number.POSITIVE_INFINITY],
    ],
  })
  element.setAttribute('role', 'region')
  element.setAttribute('aria-label', label)
  map.createPane('outline').style.zIndex = '150'
  map.createPane('names').style.zIndex = '250'
  const outline = outlineLayer('outline').addTo(map)

  let labels: ReturnType<typeof labelLayer> | null = null
  const showLabels = () => {
    labels ??= labelLayer(map, 'names')
  }
  let tiles: L.TileLayer | null = null
  const removeUnreachableTiles = () => {
    if (!areTilesUnreachable()) return
    tiles?.remove()
    tiles = null
    showLabels()
  }
  if (tileUrl && !areTilesUnreachable()) {
    tiles = L.tileLayer(tileUrl, { maxZoom: zoomLimits.max, className: styles.mapTiles })
      .on('tileload', () => recordTileResult(true))
      .on('tileerror', () => recordTileResult(false))
      .addTo(map)
  } else showLabels()

  const stopTileListener = onTileHealthChange(removeUnreachableTiles)
  const stopSchemeListener = onSchemeChange(() => {
    outline.redraw()
    labels?.redraw()
  })
  return {
    map,
    remove: () => {
      stopTileListener()
      stopSchemeListener()
      labels?.remove()
      map.remove()
    },
  }
}
