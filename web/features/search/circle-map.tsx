import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Box, Point } from '#domain/distance.ts'
import type { Near } from '#domain/search.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { createLeafletCircleMap, type LeafletCircleMap, type Opened } from './leaflet-circle-map.ts'
import type { MapSource } from './map-source.ts'
import styles from './map-view.module.css'

export type CircleMapHandle = { readonly show: (circleId: string, at: Point) => void }

type CircleMapProps = {
  ref: Ref<CircleMapHandle>
  source: MapSource
  /** Increases whenever the source has loaded other circles; 0 before the first load. */
  loads: number
  near: Near | undefined
  startBox: Box | undefined
  mine: ReadonlySet<string>
  tileUrl: string | null
  onMove: (box: Box, isByHand: boolean) => void
  popup: (opened: Opened, close: () => void) => ReactNode
}

const placeKey = (near: Near | undefined): string => (near ? `${near.lat},${near.lng}` : '')

/** Creates the Leaflet map and updates it from the search. */
export function CircleMap({ ref, source, loads, near, startBox, mine, tileUrl, onMove, popup }: CircleMapProps) {
  const element = useRef<HTMLDivElement>(null)
  const [popupRoot] = useState(() => document.createElement('div'))
  const [leafletMap, setLeafletMap] = useState<LeafletCircleMap | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const shownPlace = useRef(placeKey(near))

  const moved = useEffectEvent(onMove)
  const open = useEffectEvent((holder: HTMLElement) =>
    createLeafletCircleMap(holder, {
      source,
      tileUrl,
      near,
      startBox,
      popupRoot,
      onMove: (box, isByHand) => moved(box, isByHand),
      onOpen: setOpened,
    }),
  )
  useEffect(() => {
    if (!element.current) return
    const created = open(element.current)
    setLeafletMap(created)
    return () => {
      setLeafletMap(null)
      created.remove()
    }
  }, [])

  useEffect(() => {
    const place = placeKey(near)
    leafletMap?.setNear(near, place !== shownPlace.current)
    shownPlace.current = place
  }, [leafletMap, near])

  useEffect(() => leafletMap?.setMine(mine), [leafletMap, mine])

  useEffect(() => {
    if (loads > 0) leafletMap?.refresh()
  }, [leafletMap, loads])

  useImperativeHandle(
    ref,
    () => ({
      show: (circleId, at) => {
        // On a phone the list is below the map, so the map has to be scrolled into view.
        const { top = 0, bottom = 0 } = element.current?.getBoundingClientRect() ?? {}
        if (top < 0 || bottom > window.innerHeight) element.current?.scrollIntoView({ block: 'center' })
        leafletMap?.show(circleId, at)
      },
    }),
    [leafletMap],
  )

  return (
    <>
      <div className={styles.circleMap} ref={element} />
      <div className={styles.mapZoom}>
        <button type="button" aria-label="Zoom in" onClick={() => leafletMap?.zoomBy(1)}>
          <IconPlus {...iconProps(19)} />
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => leafletMap?.zoomBy(-1)}>
          <IconMinus {...iconProps(19)} />
        </button>
      </div>
      {opened && leafletMap && createPortal(popup(opened, leafletMap.closePopup), popupRoot)}
    </>
  )
}
