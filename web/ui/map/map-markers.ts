import L from 'leaflet'
import styles from './base-map.module.css'
import { type MarkerKind, markerMarkup } from './marker-drop.tsx'

/** One place, or a cluster. */
export type MapMark = {
  readonly key: string
  readonly lat: number
  readonly lng: number
  /** The accessible name, and the tooltip of a single place. */
  readonly title: string
  readonly subtitle?: string
} & (
  | { readonly kind: MarkerKind; readonly count?: never }
  | { readonly kind: 'cluster'; readonly count: number; readonly size: 'small' | 'medium' | 'large' }
)

// Includes the border; the halo is outside.
const clusterSides = { small: 40, medium: 50, large: 62 } as const

/** Up to this number, markers are animated during a zoom. More would take longer than a frame to start. */
const mostFlying = 60

/** Limits per frame: number of markers, and milliseconds. Layout and paint come on top and take longer than creating them. */
const portion = 32
const patience = 4

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

function iconOf(mark: MapMark): L.DivIcon {
  if (mark.kind !== 'cluster') {
    return L.divIcon({ className: styles.mapMarker, html: markerMarkup(mark.kind), iconSize: [28, 40], iconAnchor: [14, 36] })
  }
  const side = clusterSides[mark.size]
  const count = document.createElement('span')
  count.textContent = compact.format(mark.count)
  return L.divIcon({ className: styles.mapCluster, html: count, iconSize: [side, side] })
}

function tooltipOf({ title, subtitle = '' }: MapMark): HTMLElement {
  const text = document.createElement('div')
  const heading = document.createElement('strong')
  heading.textContent = title
  text.append(heading, subtitle)
  return text
}

/** A marker that does not follow the zoom animation, so it needs no compositor layer of its own. */
const StillMarker: typeof L.Marker = L.Marker.extend({ getEvents: () => ({}) })

function layStill(map: L.Map, marker: L.Marker): void {
  const element = marker.getElement()
  if (!element) return
  const { x, y } = map.latLngToLayerPoint(marker.getLatLng()).round()
  const { style } = element
  // With these classes, every marker would be restyled whenever a zoom or drag starts and ends.
  element.classList.remove('leaflet-zoom-hide', 'leaflet-interactive')
  // Positioned by margins, without a transform or z-index that would create a compositor layer.
  Object.assign(style, {
    transform: '',
    zIndex: '',
    marginLeft: `${x + Number.parseFloat(style.marginLeft)}px`,
    marginTop: `${y + Number.parseFloat(style.marginTop)}px`,
  })
}

function makeMarker(mark: MapMark, isStill: boolean, onOpen: (mark: MapMark) => void): L.Marker {
  const marker = new (isStill ? StillMarker : L.Marker)([mark.lat, mark.lng], { icon: iconOf(mark), keyboard: true, riseOnHover: !isStill })
  marker.on('add', () => {
    const element = marker.getElement()
    element?.setAttribute('aria-label', mark.subtitle ? `${mark.title}, ${mark.subtitle}` : mark.title)
    if (element && mark.kind === 'cluster') element.dataset.size = mark.size
  })
  marker.on('click', () => onOpen(mark))
  marker.on('keydown', ({ originalEvent }: L.LeafletKeyboardEvent) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
    originalEvent.preventDefault()
    onOpen(mark)
  })
  if (mark.kind !== 'cluster') {
    marker.bindTooltip(() => tooltipOf(mark), { direction: 'top', offset: [0, -38], className: styles.mapTooltip, opacity: 1 })
  }
  return marker
}

/** Markers added in one frame share a compositor layer, so later frames and drags don't repaint them. */
type Shown = { readonly mark: MapMark; readonly marker: L.Marker; readonly band: HTMLElement | null }

const stateOf = (mark: MapMark): string => `${mark.kind}/${mark.count ?? ''}/${mark.lat}/${mark.lng}/${mark.title}`

/** Updates the markers with as few DOM changes as possible: only added, removed and changed ones are touched. */
export function keepMarkers(map: L.Map, onOpen: (mark: MapMark) => void) {
  const shown = new Map<string, Shown>()
  const leaving = new Set<Shown>()
  let openKey: string | null = null
  let isZooming = false

  const open = (mark: MapMark) => {
    if (shown.has(mark.key)) onOpen(mark)
  }
  let newestBand: HTMLElement | null = null
  const addMarker = (mark: MapMark) => {
    shown.set(mark.key, { mark, marker: makeMarker(mark, false, open).addTo(map), band: null })
  }
  const addToCrowd = (mark: MapMark) => {
    newestBand ??= L.DomUtil.create('div', styles.mapBand, map.getPane('markerPane'))
    const marker = makeMarker(mark, true, open).addTo(map)
    const element = marker.getElement()
    if (element) newestBand.append(element)
    layStill(map, marker)
    shown.set(mark.key, { mark, marker, band: newestBand })
  }
  const leave = (entry: Shown) => {
    shown.delete(entry.mark.key)
    leaving.add(entry)
  }
  const dropMarker = (entry: Shown) => {
    const { marker, band } = entry
    const hadFocus = marker.getElement() === document.activeElement
    marker.remove()
    if (band?.childElementCount === 0) band.remove()
    leaving.delete(entry)
    // When a focused marker is merged into a cluster, the focus moves to the map.
    if (hadFocus) map.getContainer().focus({ preventScroll: true })
  }

  const markOpen = () => {
    for (const [key, { marker }] of shown) marker.getElement()?.toggleAttribute('data-open', key === openKey)
  }

  let work: (() => void)[] = []
  let turn = 0
  const go = () => {
    cancelAnimationFrame(turn)
    newestBand = null
    const until = performance.now() + patience
    for (let count = 0; count < portion && performance.now() < until; count += 1) work.pop()?.()
    if (work.length > 0) turn = requestAnimationFrame(go)
    markOpen()
  }
  /** Work that does not fit into this frame continues in the next. */
  const start = (jobs: readonly (() => void)[]) => {
    work = [...[...leaving].map((entry) => () => dropMarker(entry)), ...jobs].reverse()
    go()
  }

  // Static markers have the wrong positions once the map zooms.
  const scatter = () => {
    const crowd = [...shown.values()].filter(({ band }) => band)
    if (crowd.length === 0) return
    for (const { band } of crowd) band?.setAttribute('data-gone', '')
    crowd.forEach(leave)
    start([])
  }
  map.on('zoomstart', () => {
    isZooming = true
    scatter()
  })
  map.on('zoomend', () => {
    isZooming = false
  })
  map.on('viewreset', scatter)
  map.on('unload', () => cancelAnimationFrame(turn))

  return {
    /** Call again after each move; ignored during a zoom, when positions are not known. */
    show(marks: readonly MapMark[]): void {
      if (isZooming) return
      const isCrowd = marks.length > mostFlying
      map.options.markerZoomAnimation = !isCrowd
      const wanted = new Map(marks.map((mark) => [mark.key, mark]))
      const isKept = ({ mark, band }: Shown) => {
        const next = wanted.get(mark.key)
        return (band !== null) === isCrowd && next !== undefined && stateOf(next) === stateOf(mark)
      }
      for (const entry of shown.values()) if (!isKept(entry)) leave(entry)
      const comes = marks.filter(({ key }) => !shown.has(key)).sort((a, b) => b.lat - a.lat)
      start(comes.map((mark) => () => (isCrowd ? addToCrowd(mark) : addMarker(mark))))
    },
    setOpen(key: string | null): void {
      openKey = key
      markOpen()
    },
  }
}
