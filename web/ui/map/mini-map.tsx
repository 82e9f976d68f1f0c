import { useEffect, useRef, useState } from 'react'
import { type MarkerKind, MarkerPin } from './marker-pin.tsx'
import { type LatLng, type MapView, viewAround, zoomFor } from './mercator.ts'
import styles from './mini-map.module.css'
import { MiniMapTiles } from './mini-map-tiles.tsx'
import { drawInto } from './outline.ts'
import { onSchemeChange } from './palette.ts'
import { useReachableTiles } from './tile-health.ts'

type MiniMapProps = {
  /** null when the place is unknown; plain land is shown then. */
  place: LatLng | null
  /** Drawn around the place; the map's scale follows from it. */
  radiusMetres: number
  /** The drawn radius in pixels. */
  radiusPixels: number
  kind?: MarkerKind
  label: string
  /** URL template of the tile service; without one only the outline map is shown. */
  tileUrl: string | null | undefined
  /** Horizontal position of the place as a fraction of the width: left of the centre where something covers the right. */
  placeX?: number
}

/** Vertical position of the place as a fraction of the height. */
const placeY = 0.52
const zoomWithoutRadius = 9.5

const zoomOf = (place: LatLng, metres: number, pixels: number) =>
  metres > 0 ? Math.min(zoomFor(metres, place.lat, pixels), 12) : zoomWithoutRadius

/** A static map of one place, drawn when it is scrolled into view. */
export function MiniMap({ place, radiusMetres, radiusPixels, kind = 'available', label, tileUrl, placeX = 0.5 }: MiniMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [view, setView] = useState<MapView | null>(null)
  const tiles = useReachableTiles(tileUrl ?? null)
  const { lat, lng } = place ?? {}

  useEffect(() => {
    const element = frame.current
    if (!element || lat === undefined || lng === undefined) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      const at = { x: Math.round(width * placeX), y: Math.round(height * placeY) }
      const zoom = zoomOf({ lat, lng }, radiusMetres, radiusPixels)
      const ratio = Math.min(2, window.devicePixelRatio || 1)
      setView((known) =>
        known?.width === width && known.zoom === zoom && known.height === height
          ? known
          : viewAround({ lat, lng }, zoom, { width, height, ratio }, at),
      )
    }
    const resizing = new ResizeObserver(measure)
    const visibility = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        visibility.disconnect()
        resizing.observe(element)
      },
      { rootMargin: '100px' },
    )
    visibility.observe(element)
    return () => {
      visibility.disconnect()
      resizing.disconnect()
    }
  }, [lat, lng, radiusMetres, radiusPixels, placeX])

  useEffect(() => {
    if (!view) return
    const [x, y] = [view.width * placeX, view.height * placeY]
    const keepFree = [{ left: x - 15, right: x + 15, top: y - 40, bottom: y + 4 }]
    const draw = async () => {
      const element = canvas.current
      if (element && (await drawInto(element, view, 'both', { labelSize: 12, keepFree }))) element.dataset.drawn = 'true'
    }
    void draw()
    return onSchemeChange(draw)
  }, [view, placeX])

  return (
    <div className={styles.root} ref={frame} role="img" aria-label={label}>
      <canvas ref={canvas} />
      {view && tiles && <MiniMapTiles view={view} template={tiles} />}
      {place && (
        <svg className={styles.mark} style={{ left: `${placeX * 100}%`, top: `${placeY * 100}%` }} fill="none" aria-hidden="true">
          {radiusMetres > 0 && <circle className={styles.radius} data-kind={kind} r={radiusPixels} />}
          <MarkerPin kind={kind} />
        </svg>
      )}
    </div>
  )
}
