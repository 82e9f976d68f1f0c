import L from 'leaflet'
import { type Box, metresOfMiles, type Point } from '#domain/distance.ts'
import { clusterSize, mapStartOf, markerKindOf, narrowMap, zoomOnPlace } from '#domain/map.ts'
import type { Near } from '#domain/search.ts'
import baseMapStyles from '#web/ui/map/base-map.module.css'
import { createBaseMap, zoomLimits } from '#web/ui/map/base-map.ts'
import { keepMarkers, type MapMark } from '#web/ui/map/map-markers.ts'
import { countText } from './circle-texts.ts'
import { boxOf, cornersOf, toMapBox } from './map-box.ts'
import type { MapItem, MapSource } from './map-source.ts'

/** What a popup is about: one circle, or all those that share a spot. */
export type Opened = Point & ({ readonly circleId: string } | { readonly circleId: null; readonly count: number })

type StageOptions = {
  readonly source: MapSource
  readonly tileUrl: string | null
  readonly near: Near | undefined
  /** The part to start with; afterwards the map goes its own way. */
  readonly startBox: Box | undefined
  /** Where React draws the popup's content. */
  readonly popupRoot: HTMLElement
  readonly onMove: (box: Box, isByHand: boolean) => void
  readonly onOpen: (opened: Opened | null) => void
}

export type MapStage = ReturnType<typeof openStage>

const widePadding = { autoPanPaddingTopLeft: L.point(304, 16), autoPanPaddingBottomRight: L.point(76, 16) }
const narrowPadding = { autoPanPaddingTopLeft: L.point(8, 12), autoPanPaddingBottomRight: L.point(8, 12) }

/** What a popup needs beside its content: the pin below it, its tip, and the space to the map's edges. */
const aroundPopup = 120

type FocusPopup = L.Popup & { hadFocus: boolean }
/** Knows when it has gone whether the keyboard was in it. */
const FocusPopup: new (options: L.PopupOptions) => FocusPopup = L.Popup.extend({
  onRemove(this: FocusPopup, map: L.Map) {
    this.hadFocus = this.getElement()?.contains(document.activeElement) ?? false
    L.Popup.prototype.onRemove.call(this, map)
    return this
  },
})

const toPlace = (near: Near | undefined, width: number): { center: Point; zoom: number } =>
  near ? { center: near, zoom: zoomOnPlace } : mapStartOf(width)

/** The map of circles, as far as it is not React: markers and clusters, the searched area, and one popup at a time. */
export function openStage(element: HTMLElement, options: StageOptions) {
  const { source, popupRoot } = options
  const { map, remove } = createBaseMap(element, {
    ...toPlace(options.near, element.clientWidth),
    tileUrl: options.tileUrl,
    label: 'Map of circles',
  })
  let items: ReadonlyMap<string, MapItem> = new Map()
  let area: L.Circle | null = null
  let popup: FocusPopup | null = null
  let opener: Element | null = null
  let isOwnMove = false
  let mine: ReadonlySet<string> = new Set()
  if (options.startBox) map.fitBounds(cornersOf(options.startBox), { animate: false })
  options.onMove(boxOf(map.getBounds()), false)

  const markOf = ({ key, lat, lng, circle, count }: MapItem): MapMark =>
    circle
      ? { key, lat, lng, kind: markerKindOf(mine.has(circle._id), circle.percent), title: circle.title, subtitle: circle.city }
      : { key, lat, lng, kind: 'cluster', count, size: clusterSize(count), title: countText(count) }

  const openPopup = (opened: Opened, key: string | null) => {
    opener = document.activeElement
    popup?.remove()
    const isNarrow = map.getSize().x < narrowMap.below
    // On a small map a tall popup would push the pin that it belongs to out of sight; its content is scrolled instead.
    popupRoot.style.maxHeight = isNarrow ? `${map.getSize().y - aroundPopup}px` : ''
    popupRoot.style.overflowY = isNarrow ? 'auto' : ''
    popup = new FocusPopup({
      minWidth: 296,
      maxWidth: 296,
      closeButton: false,
      className: baseMapStyles.mapPopup,
      offset: [0, opened.circleId === null ? -20 : -32],
      ...(isNarrow ? narrowPadding : widePadding),
    })
      .setLatLng([opened.lat, opened.lng])
      .setContent(popupRoot)
      .openOn(map)
    markers.setOpen(key)
    options.onOpen(opened)
  }
  const openItem = async ({ lat, lng, circle, cluster, count }: MapItem, key: string) => {
    if (circle) return openPopup({ lat, lng, circleId: circle._id }, key)
    const zoom = cluster === null ? map.getZoom() + 2 : await source.expand(cluster)
    const isAtEnd = cluster === null ? map.getZoom() >= zoomLimits.max : zoom > zoomLimits.max
    if (isAtEnd) openPopup({ lat, lng, circleId: null, count }, key)
    else map.setView([lat, lng], Math.min(zoom, zoomLimits.max))
  }
  const markers = keepMarkers(map, ({ key }) => {
    const item = items.get(key)
    if (item) void openItem(item, key)
  })

  const showItems = () => markers.show([...items.values()].map(markOf))
  let looks = 0
  const look = async () => {
    looks += 1
    const turn = looks
    const found = await source.look(toMapBox(boxOf(map.getBounds().pad(0.15))), map.getZoom())
    if (turn !== looks) return
    // What could not be had is made up for by what was known before, each where it belongs now.
    if (found) items = new Map(found.map((item) => [item.key, item]))
    showItems()
  }
  map.on('moveend', () => {
    const isByHand = !isOwnMove
    isOwnMove = false
    options.onMove(boxOf(map.getBounds()), isByHand)
    void look()
  })
  map.on('popupclose', (event) => {
    if (event.popup !== popup) return
    const { hadFocus } = popup
    popup = null
    markers.setOpen(null)
    options.onOpen(null)
    if (!hadFocus) return
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus({ preventScroll: true })
    else map.getContainer().focus({ preventScroll: true })
  })
  // What is fetched when a popup opens makes it grow; then it may have to move into view once more.
  const growth = new ResizeObserver(() => {
    const at = popup?.getLatLng()
    if (at) popup?.setLatLng(at)
  })
  growth.observe(popupRoot)
  // A press that replaces the popup's content leaves its button without a parent, and the map would take it for one beside the popup.
  L.DomEvent.on(popupRoot, 'click', L.DomEvent.stopPropagation)

  return {
    /** Shows what the source holds now. */
    look: (): void => void look(),
    setMine(circles: ReadonlySet<string>): void {
      mine = circles
      showItems()
    },
    /** Draws the searched area; a place that was newly chosen, or given up, is gone to. */
    setNear(near: Near | undefined, goesThere: boolean): void {
      area?.remove()
      area = near
        ? L.circle([near.lat, near.lng], {
            radius: metresOfMiles(near.radius),
            className: baseMapStyles.searchArea,
            interactive: false,
          }).addTo(map)
        : null
      if (!goesThere) return
      const { center, zoom } = toPlace(near, map.getSize().x)
      isOwnMove = true
      map.setView([center.lat, center.lng], zoom)
    },
    /** Goes to a circle that is named elsewhere on the page, and opens it. */
    show(circleId: string, { lat, lng }: Point): void {
      map.setView([lat, lng], Math.max(map.getZoom(), zoomOnPlace), { animate: false })
      openPopup({ lat, lng, circleId }, circleId)
    },
    zoomBy: (step: number): void => void map.setZoom(map.getZoom() + step),
    closePopup: (): void => void map.closePopup(),
    remove: (): void => {
      growth.disconnect()
      L.DomEvent.off(popupRoot, 'click', L.DomEvent.stopPropagation)
      remove()
    },
  }
}
