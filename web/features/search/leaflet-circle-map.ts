import L from 'leaflet'
import { type Box, metresOfMiles, type Point } from '#domain/distance.ts'
import { clusterSize, mapStartOf, markerKindOf, narrowMap, zoomOnPlace } from '#domain/map.ts'
import type { Near } from '#domain/search.ts'
import baseMapStyles from '#web/ui/map/base-map.module.css'
import { createBaseMap, zoomLimits } from '#web/ui/map/base-map.ts'
import { createMapMarkers, type MapMark } from '#web/ui/map/map-markers.ts'
import { countText } from './circle-texts.ts'
import { boxOf, cornersOf, toMapBox } from './map-box.ts'
import type { MapItem, MapSource } from './map-source.ts'

/** The content of a popup: one circle, or all circles at one spot. */
export type Opened = Point & ({ readonly circleId: string } | { readonly circleId: null; readonly count: number })

type CircleMapOptions = {
  readonly source: MapSource
  readonly tileUrl: string | null
  readonly near: Near | undefined
  /** The initial area; later moves are the user's. */
  readonly startBox: Box | undefined
  /** React renders the popup's content into this element. */
  readonly popupRoot: HTMLElement
  readonly onMove: (box: Box, isByHand: boolean) => void
  readonly onOpen: (opened: Opened | null) => void
}

export type LeafletCircleMap = ReturnType<typeof createLeafletCircleMap>

const widePadding = { autoPanPaddingTopLeft: L.point(304, 16), autoPanPaddingBottomRight: L.point(76, 16) }
const narrowPadding = { autoPanPaddingTopLeft: L.point(8, 12), autoPanPaddingBottomRight: L.point(8, 12) }

/** Pixels needed around a popup's content: the pin, the tip, and the distance to the map's edges. */
const aroundPopup = 120

type FocusPopup = L.Popup & { hadFocus: boolean }
/** Remembers on removal whether it contained the focus, so that the focus can be restored. */
const FocusPopup: new (options: L.PopupOptions) => FocusPopup = L.Popup.extend({
  onRemove(this: FocusPopup, map: L.Map) {
    this.hadFocus = this.getElement()?.contains(document.activeElement) ?? false
    L.Popup.prototype.onRemove.call(this, map)
    return this
  },
})

const toPlace = (near: Near | undefined, width: number): { center: Point; zoom: number } =>
  near ? { center: near, zoom: zoomOnPlace } : mapStartOf(width)

/** The part of the circle map outside React: markers, clusters, the searched area, and one popup at a time. */
export function createLeafletCircleMap(element: HTMLElement, options: CircleMapOptions) {
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
    // On a small map a tall popup would push its pin out of view, so its content scrolls instead.
    popupRoot.style.maxHeight = isNarrow ? `${map.getSize().y - aroundPopup}px` : ''
    popupRoot.style.overflowY = isNarrow ? 'auto' : ''
    popup = new FocusPopup({
      minWidth: 296,
      maxWidth: 296,
      closeButton: false,
      // The listener on preclick does it.
      closeOnClick: false,
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
  const markers = createMapMarkers(map, ({ key }) => {
    const item = items.get(key)
    if (item) void openItem(item, key)
  })

  const showItems = () => markers.show([...items.values()].map(markOf))
  let requests = 0
  const refresh = async () => {
    requests += 1
    const request = requests
    const found = await source.itemsIn(toMapBox(boxOf(map.getBounds().pad(0.15))), map.getZoom())
    if (request !== requests) return
    // If the request failed, the previous markers are shown at their new positions.
    if (found) items = new Map(found.map((item) => [item.key, item]))
    showItems()
  }
  map.on('moveend', () => {
    const isByHand = !isOwnMove
    isOwnMove = false
    options.onMove(boxOf(map.getBounds()), isByHand)
    void refresh()
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
  // A popup that moves between a press on it and the release gets no click, so the map stands still meanwhile.
  let isPopupPressed = false
  // The popup grows when its content has loaded, so it may have to be moved into view again.
  const keepPopupInView = () => {
    const at = popup?.getLatLng()
    if (at && !isPopupPressed) popup?.setLatLng(at)
  }
  const growth = new ResizeObserver(keepPopupInView)
  growth.observe(popupRoot)
  // A press on the popup that is released beside it makes the browser report a click on the map. Such a click must not close the popup,
  // so Leaflet's own closing is off.
  let wasPressOnPopup = false
  const rememberPress = ({ target }: PointerEvent) => {
    wasPressOnPopup = target instanceof Node && (popup?.getElement()?.contains(target) ?? false)
    isPopupPressed = wasPressOnPopup
    if (isPopupPressed) map.stop()
  }
  const rememberRelease = () => {
    if (!isPopupPressed) return
    isPopupPressed = false
    keepPopupInView()
  }
  element.addEventListener('pointerdown', rememberPress, { capture: true })
  window.addEventListener('pointerup', rememberRelease)
  window.addEventListener('pointercancel', rememberRelease)
  map.on('preclick', () => {
    if (!wasPressOnPopup) popup?.close()
    wasPressOnPopup = false
  })
  // A click that replaces the popup's content detaches the clicked button. Leaflet would take that for a click outside and close the popup.
  L.DomEvent.on(popupRoot, 'click', L.DomEvent.stopPropagation)

  return {
    /** Shows the source's current circles. */
    refresh: (): void => void refresh(),
    setMine(circles: ReadonlySet<string>): void {
      mine = circles
      showItems()
    },
    /** Draws the searched area. With `goesThere` the map also moves to it. */
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
    /** Moves to a circle chosen in the list and opens its popup. */
    show(circleId: string, { lat, lng }: Point): void {
      map.setView([lat, lng], Math.max(map.getZoom(), zoomOnPlace), { animate: false })
      openPopup({ lat, lng, circleId }, circleId)
    },
    zoomBy: (step: number): void => void map.setZoom(map.getZoom() + step),
    closePopup: (): void => void map.closePopup(),
    remove: (): void => {
      growth.disconnect()
      element.removeEventListener('pointerdown', rememberPress, { capture: true })
      window.removeEventListener('pointerup', rememberRelease)
      window.removeEventListener('pointercancel', rememberRelease)
      L.DomEvent.off(popupRoot, 'click', L.DomEvent.stopPropagation)
      remove()
    },
  }
}
