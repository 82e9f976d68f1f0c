import L from 'leaflet'
import styles from './base-map.module.css'
import { type MarkerKind, markerMarkup } from './marker-pin.tsx'

/** What one marker shows: a place, or a cluster of places. */
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

/**
 * Up to this number, markers move with the zoom animation. More are static: hidden when a zoom starts and added again at its end, because
 * animating them would take longer than a frame (docs/decisions/0018-two-kinds-of-map-markers.md).
 */
const maxAnimatedMarkers = 60

/** Limits of adding and removing per frame. Layout and paint come on top and take longer. */
const markersPerFrame = 32
const frameMilliseconds = 4

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

/** A marker that ignores the zoom animation, so it needs no compositor layer of its own. */
const StaticMarker: typeof L.Marker = L.Marker.extend({ getEvents: () => ({}) })

function placeByMargins(map: L.Map, marker: L.Marker): void {
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

function makeMarker(mark: MapMark, isStatic: boolean, onOpen: (mark: MapMark) => void): L.Marker {
  const marker = new (isStatic ? StaticMarker : L.Marker)([mark.lat, mark.lng], {
    icon: iconOf(mark),
    keyboard: true,
    riseOnHover: !isStatic,
  })
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

/** Static markers added in one frame share a compositor layer, so later frames and drags don't repaint them. Null for animated ones. */
type Shown = { readonly mark: MapMark; readonly marker: L.Marker; readonly sharedLayer: HTMLElement | null }

const contentKey = (mark: MapMark): string => `${mark.kind}/${mark.count ?? ''}/${mark.lat}/${mark.lng}/${mark.title}`

/** Updates the markers with as few DOM changes as possible: only added, removed and changed ones are touched. */
export function createMapMarkers(map: L.Map, onOpen: (mark: MapMark) => void) {
  const shown = new Map<string, Shown>()
  const toRemove = new Set<Shown>()
  let openKey: string | null = null
  let isZooming = false

  const open = (mark: MapMark) => {
    if (shown.has(mark.key)) onOpen(mark)
  }
  /** The layer of the static markers added in this frame. */
  let frameLayer: HTMLElement | null = null
  const addAnimated = (mark: MapMark) => {
    shown.set(mark.key, { mark, marker: makeMarker(mark, false, open).addTo(map), sharedLayer: null })
  }
  const addStatic = (mark: MapMark) => {
    frameLayer ??= L.DomUtil.create('div', styles.sharedLayer, map.getPane('markerPane'))
    const marker = makeMarker(mark, true, open).addTo(map)
    const element = marker.getElement()
    if (element) frameLayer.append(element)
    placeByMargins(map, marker)
    shown.set(mark.key, { mark, marker, sharedLayer: frameLayer })
  }
  const scheduleRemoval = (entry: Shown) => {
    shown.delete(entry.mark.key)
    toRemove.add(entry)
  }
  const removeMarker = (entry: Shown) => {
    const { marker, sharedLayer } = entry
    const hadFocus = marker.getElement() === document.activeElement
    marker.remove()
    if (sharedLayer?.childElementCount === 0) sharedLayer.remove()
    toRemove.delete(entry)
    // When a focused marker is merged into a cluster, the focus moves to the map.
    if (hadFocus) map.getContainer().focus({ preventScroll: true })
  }

  const highlightOpen = () => {
    for (const [key, { marker }] of shown) marker.getElement()?.toggleAttribute('data-open', key === openKey)
  }

  let queue: (() => void)[] = []
  let frameRequest = 0
  const runFrame = () => {
    cancelAnimationFrame(frameRequest)
    frameLayer = null
    const until = performance.now() + frameMilliseconds
    for (let count = 0; count < markersPerFrame && performance.now() < until; count += 1) queue.pop()?.()
    if (queue.length > 0) frameRequest = requestAnimationFrame(runFrame)
    highlightOpen()
  }
  /** Replaces what is still queued. What does not fit into this frame continues in the next. */
  const replaceQueue = (jobs: readonly (() => void)[]) => {
    queue = [...[...toRemove].map((entry) => () => removeMarker(entry)), ...jobs].reverse()
    runFrame()
  }

  // Static markers have the wrong positions once the map zooms.
  const removeStaticMarkers = () => {
    const staticMarkers = [...shown.values()].filter(({ sharedLayer }) => sharedLayer !== null)
    if (staticMarkers.length === 0) return
    for (const { sharedLayer } of staticMarkers) sharedLayer?.setAttribute('data-hidden', '')
    staticMarkers.forEach(scheduleRemoval)
    replaceQueue([])
  }
  map.on('zoomstart', () => {
    isZooming = true
    removeStaticMarkers()
  })
  map.on('zoomend', () => {
    isZooming = false
  })
  map.on('viewreset', removeStaticMarkers)
  map.on('unload', () => cancelAnimationFrame(frameRequest))

  return {
    /** Call again after each move; ignored during a zoom, when positions are not known. */
    show(marks: readonly MapMark[]): void {
      if (isZooming) return
      const isStatic = marks.length > maxAnimatedMarkers
      map.options.markerZoomAnimation = !isStatic
      const wanted = new Map(marks.map((mark) => [mark.key, mark]))
      const isKept = ({ mark, sharedLayer }: Shown) => {
        const next = wanted.get(mark.key)
        return (sharedLayer !== null) === isStatic && next !== undefined && contentKey(next) === contentKey(mark)
      }
      for (const entry of shown.values()) if (!isKept(entry)) scheduleRemoval(entry)
      const added = marks.filter(({ key }) => !shown.has(key)).sort((a, b) => b.lat - a.lat)
      replaceQueue(added.map((mark) => () => (isStatic ? addStatic(mark) : addAnimated(mark))))
    },
    setOpen(key: string | null): void {
      openKey = key
      highlightOpen()
    },
  }
}
