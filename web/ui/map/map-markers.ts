import L from 'leaflet'
import { type MarkerKind, markerMarkup } from './marker-drop.tsx'

/** Something to show on a map: one place, or several gathered. */
export type MapMark = {
  readonly key: string
  readonly lat: number
  readonly lng: number
  /** What it says to those who hear it, and in the tooltip of a single place. */
  readonly title: string
  readonly subtitle?: string
} & (
  | { readonly kind: MarkerKind; readonly count?: never }
  | { readonly kind: 'cluster'; readonly count: number; readonly size: 'small' | 'medium' | 'large' }
)

// With the surface's edge; the halo lies outside.
const clusterSides = { small: 40, medium: 50, large: 62 } as const

/** So many fly along when the map zooms; of more none does, since starting to move them all takes longer than a frame. */
const mostFlying = 60

/** So many come or go in one frame, in so many milliseconds: laying out and painting them follows, and takes longer than making them. */
const portion = 32
const patience = 4

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

function iconOf(mark: MapMark): L.DivIcon {
  if (mark.kind !== 'cluster') {
    return L.divIcon({ className: 'map-marker', html: markerMarkup(mark.kind), iconSize: [28, 40], iconAnchor: [14, 36] })
  }
  const side = clusterSides[mark.size]
  const count = document.createElement('span')
  count.textContent = compact.format(mark.count)
  return L.divIcon({ className: 'map-cluster', html: count, iconSize: [side, side] })
}

function tooltipOf({ title, subtitle = '' }: MapMark): HTMLElement {
  const text = document.createElement('div')
  const heading = document.createElement('strong')
  heading.textContent = title
  text.append(heading, subtitle)
  return text
}

/** Stands where it was put until it is put elsewhere, and needs no layer of the screen for itself, as one that flies does. */
const StillMarker: typeof L.Marker = L.Marker.extend({ getEvents: () => ({}) })

function layStill(map: L.Map, marker: L.Marker): void {
  const element = marker.getElement()
  if (!element) return
  const { x, y } = map.latLngToLayerPoint(marker.getLatLng()).round()
  // By these every one of them would be styled anew whenever a zoom or a drag begins and ends.
  element.classList.remove('leaflet-zoom-hide', 'leaflet-interactive')
  Object.assign(element.style, { transform: '', left: `${x}px`, top: `${y}px` })
}

function makeMarker(mark: MapMark, isStill: boolean, onOpen: (mark: MapMark) => void): L.Marker {
  const marker = new (isStill ? StillMarker : L.Marker)([mark.lat, mark.lng], { icon: iconOf(mark), keyboard: true, riseOnHover: true })
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
    marker.bindTooltip(() => tooltipOf(mark), { direction: 'top', offset: [0, -38], className: 'map-tooltip', opacity: 1 })
  }
  return marker
}

type Shown = { readonly mark: MapMark; readonly marker: L.Marker; readonly isStill: boolean }

const stateOf = (mark: MapMark): string => `${mark.kind}/${mark.count ?? ''}/${mark.lat}/${mark.lng}/${mark.title}`

/** Keeps a map's markers in step with what should be there, touching only those that come, go or change. */
export function keepMarkers(map: L.Map, onOpen: (mark: MapMark) => void) {
  const shown = new Map<string, Shown>()
  const leaving = new Set<Shown>()
  const pane = map.getPane('markerPane')
  let openKey: string | null = null
  let isZooming = false

  const focusMap = () => map.getContainer().focus({ preventScroll: true })
  const addMarker = (mark: MapMark, isStill: boolean) => {
    const marker = makeMarker(mark, isStill, onOpen).addTo(map)
    if (isStill) layStill(map, marker)
    shown.set(mark.key, { mark, marker, isStill })
  }
  const leave = (entry: Shown) => {
    shown.delete(entry.mark.key)
    leaving.add(entry)
  }
  const dropMarker = (entry: Shown) => {
    const hadFocus = entry.marker.getElement() === document.activeElement
    entry.marker.remove()
    leaving.delete(entry)
    // The keyboard stays on the map when what it stood on is gathered into something else.
    if (hadFocus) focusMap()
  }
  const markOpen = () => {
    for (const [key, { marker }] of shown) marker.getElement()?.toggleAttribute('data-open', key === openKey)
  }

  let work: (() => void)[] = []
  let turn = 0
  const go = () => {
    cancelAnimationFrame(turn)
    const until = performance.now() + patience
    for (let count = 0; count < portion && performance.now() < until; count += 1) work.pop()?.()
    if (work.length > 0) turn = requestAnimationFrame(go)
    markOpen()
  }
  /** What does not fit into this frame waits for the next. */
  const start = (jobs: readonly (() => void)[]) => {
    const haveLeft = () => {
      if (pane?.dataset.crowd === 'leaving') pane.dataset.crowd = 'coming'
    }
    work = [...[...leaving].map((entry) => () => dropMarker(entry)), haveLeft, ...jobs].reverse()
    go()
  }

  // Where a crowd stands means nothing once the map zooms: it goes as one, and the next is seen when all of it has come.
  const scatter = () => {
    const crowd = [...shown.values()].filter(({ isStill }) => isStill)
    if (!pane || crowd.length === 0) return
    if (pane.contains(document.activeElement)) focusMap()
    pane.dataset.crowd = 'leaving'
    crowd.forEach(leave)
    start([])
  }
  const haveCome = () => {
    if (!isZooming) delete pane?.dataset.crowd
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
    show(marks: readonly MapMark[]): void {
      const isCrowd = marks.length > mostFlying
      map.options.markerZoomAnimation = !isCrowd
      const wanted = new Map(marks.map((mark) => [mark.key, mark]))
      const isKept = ({ mark, isStill }: Shown) => {
        const next = wanted.get(mark.key)
        return isStill === isCrowd && next !== undefined && stateOf(next) === stateOf(mark)
      }
      for (const entry of shown.values()) if (!isKept(entry)) leave(entry)
      const comes = marks.filter(({ key }) => !shown.has(key))
      start([...comes.map((mark) => () => addMarker(mark, isCrowd)), haveCome])
    },
    setOpen(key: string | null): void {
      openKey = key
      markOpen()
    },
  }
}
