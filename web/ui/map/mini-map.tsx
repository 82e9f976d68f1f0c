import { useEffect, useRef, useState } from 'react'
import { MarkerDrop, type MarkerKind } from './marker-drop.tsx'
import { type LatLng, type MapView, viewAround, zoomFor } from './mercator.ts'
import styles from './mini-map.module.css'
import { MiniMapTiles } from './mini-map-tiles.tsx'
import { drawInto } from './outline.ts'
import { onSchemeChange } from './palette.ts'
import { useTiles } from './tile-health.ts'

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
  across?: number
}

const down = 0.52
const zoomWithoutRadius = 9.5

const zoomOf = (place: LatLng, metres: number, pixels: number) =>
  metres > 0 ? Math.min(zoomFor(metres, place.lat, pixels), 12) : zoomWithoutRadius

/** A static map of one place, drawn when it is scrolled into view. */
export function MiniMap({ place, radiusMetres, radiusPixels, kind = 'available', label, tileUrl, across = 0.5 }: MiniMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [view, setView] = useState<MapView | null>(null)
  const tiles = useTiles(tileUrl ?? null)
  const { lat, lng } = place ?? {}

  useEffect(() => {
    const element = frame.current
    if (!element || lat === undefined || lng === undefined) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      const at = { x: Math.round(width * across), y: Math.round(height * down) }
      const zoom = zoomOf({ lat, lng }, radiusMetres, radiusPixels)
      const ratio = Math.min(2, window.devicePixelRatio || 1)
      setView((known) =>
        known?.width === width && known.zoom === zoom && known.height === height
          ? known
          : viewAround({ lat, lng }, zoom, { width, height, ratio }, at),
      )
    }
    const resizes = new ResizeObserver(measure)
    const appears = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        appears.disconnect()
        resizes.observe(element)
      },
      { rootMargin: '100px' },
    )
    appears.observe(element)
    return () => {
      appears.disconnect()
      resizes.disconnect()
    }
  }, [lat, lng, radiusMetres, radiusPixels, across])

  useEffect(() => {
    if (!view) return
    const [x, y] = [view.width * across, view.height * down]
    const keepFree = [{ left: x - 15, right: x + 15, top: y - 40, bottom: y + 4 }]
    const draw = async () => {
      const element = canvas.current
      if (element && (await drawInto(element, view, 'both', { labelSize: 12, keepFree }))) element.dataset.drawn = 'true'
    }
    void draw()
    return onSchemeChange(draw)
  }, [view, across])

  return (
    <div className={styles.root} ref={frame} role="img" aria-label={label}>
      <canvas ref={canvas} />
      {view && tiles && <MiniMapTiles view={view} template={tiles} />}
      {place && (
        <svg className={styles.mark} style={{ left: `${across * 100}%`, top: `${down * 100}%` }} fill="none" aria-hidden="true">
          {radiusMetres > 0 && <circle className={styles.radius} data-kind={kind} r={radiusPixels} />}
          <MarkerDrop kind={kind} />
        </svg>
      )}
    </div>
  )
}
