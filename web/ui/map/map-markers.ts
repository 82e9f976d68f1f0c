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

/** Milliseconds of work in one frame. */
const patience = 4

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

function iconOf(mark: MapMark): L.DivIcon {
  if (mark.kind !== 'cluster') {
    return L.divIcon({ className: 'map-marker', html: markerMarkup(mark.kind), iconSize: [28, 40], iconAnchor: [14, 36] })
  }
  const side = clusterSides[mark.size]
  return L.divIcon({ className: 'map-cluster', html: `<span>${compact.format(mark.count)}</span>`, iconSize: [side, side] })
}

function tooltipOf({ title, subtitle = '' }: MapMark): HTMLElement {
  const text = document.createElement('div')
  const heading = document.createElement('strong')
  heading.textContent = title
  text.append(heading, subtitle)
  return text
}

function makeMarker(mark: MapMark, onOpen: (mark: MapMark) => void): L.Marker {
  const marker = L.marker([mark.lat, mark.lng], { icon: iconOf(mark), keyboard: true, riseOnHover: true })
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

/** Keeps a map's markers in step with what should be there, touching only those that come, go or change. */
export function keepMarkers(map: L.Map, onOpen: (mark: MapMark) => void) {
  const shown = new Map<string, { mark: MapMark; marker: L.Marker }>()
  let openKey: string | null = null

  const stateOf = (mark: MapMark) => `${mark.kind}/${mark.count ?? ''}/${mark.lat}/${mark.lng}/${mark.title}`
  const dropMarker = (key: string, marker: L.Marker) => {
    const hadFocus = marker.getElement() === document.activeElement
    marker.remove()
    shown.delete(key)
    // The keyboard stays on the map when what it stood on is gathered into something else.
    if (hadFocus) map.getContainer().focus({ preventScroll: true })
  }
  const markOpen = () => {
    for (const [key, { marker }] of shown) marker.getElement()?.toggleAttribute('data-open', key === openKey)
  }

  // Hundreds at once would hold up whoever drags the map: what does not fit into a part of a frame waits for the next.
  let work: (() => void)[] = []
  let turn = 0
  const go = () => {
    cancelAnimationFrame(turn)
    const until = performance.now() + patience
    for (let job = work.pop(); job; job = performance.now() < until ? work.pop() : undefined) job()
    if (work.length > 0) turn = requestAnimationFrame(go)
    markOpen()
  }
  map.on('unload', () => cancelAnimationFrame(turn))

  return {
    show(marks: readonly MapMark[]): void {
      map.options.markerZoomAnimation = marks.length <= mostFlying
      const wanted = new Map(marks.map((mark) => [mark.key, mark]))
      const drops = [...shown].filter(([key, { mark }]) => {
        const next = wanted.get(key)
        return !next || stateOf(next) !== stateOf(mark)
      })
      const dropped = new Set(drops.map(([key]) => key))
      const comes = marks.filter(({ key }) => dropped.has(key) || !shown.has(key))
      work = [
        ...drops.map(
          ([key, { marker }]) =>
            () =>
              dropMarker(key, marker),
        ),
        ...comes.map((mark) => () => void shown.set(mark.key, { mark, marker: makeMarker(mark, onOpen).addTo(map) })),
      ].reverse()
      go()
    },
    setOpen(key: string | null): void {
      openKey = key
      markOpen()
    },
    focus(key: string): void {
      shown.get(key)?.marker.getElement()?.focus({ preventScroll: true })
    },
  }
}
