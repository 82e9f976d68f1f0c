import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Box, Point } from '#domain/distance.ts'
import type { Near } from '#domain/search.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { type MapStage, type Opened, openStage } from './leaflet-circle-map.ts'
import type { MapSource } from './map-source.ts'
import styles from './map-view.module.css'

export type CircleMapHandle = { readonly show: (circleId: string, at: Point) => void }

type CircleMapProps = {
  ref: Ref<CircleMapHandle>
  source: MapSource
  /** Another number whenever the source holds other circles than before; 0 while it holds none. */
  loads: number
  near: Near | undefined
  startBox: Box | undefined
  mine: ReadonlySet<string>
  tileUrl: string | null
  onMove: (box: Box, isByHand: boolean) => void
  popup: (opened: Opened, close: () => void) => ReactNode
}

const placeKey = (near: Near | undefined): string => (near ? `${near.lat},${near.lng}` : '')

/** Puts the stage on the page and keeps it in step with the search. */
export function CircleMap({ ref, source, loads, near, startBox, mine, tileUrl, onMove, popup }: CircleMapProps) {
  const element = useRef<HTMLDivElement>(null)
  const [popupRoot] = useState(() => document.createElement('div'))
  const [stage, setStage] = useState<MapStage | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const shownPlace = useRef(placeKey(near))

  const moved = useEffectEvent(onMove)
  const open = useEffectEvent((holder: HTMLElement) =>
    openStage(holder, {
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
    const opening = open(element.current)
    setStage(opening)
    return () => {
      setStage(null)
      opening.remove()
    }
  }, [])

  useEffect(() => {
    const place = placeKey(near)
    stage?.setNear(near, place !== shownPlace.current)
    shownPlace.current = place
  }, [stage, near])

  useEffect(() => stage?.setMine(mine), [stage, mine])

  useEffect(() => {
    if (loads > 0) stage?.look()
  }, [stage, loads])

  useImperativeHandle(
    ref,
    () => ({
      show: (circleId, at) => {
        // On a phone the list lies below the map, which has left the window by then.
        const { top = 0, bottom = 0 } = element.current?.getBoundingClientRect() ?? {}
        if (top < 0 || bottom > window.innerHeight) element.current?.scrollIntoView({ block: 'center' })
        stage?.show(circleId, at)
      },
    }),
    [stage],
  )

  return (
    <>
      <div className={styles.circleMap} ref={element} />
      <div className={styles.mapZoom}>
        <button type="button" aria-label="Zoom in" onClick={() => stage?.zoomBy(1)}>
          <IconPlus {...iconProps(19)} />
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => stage?.zoomBy(-1)}>
          <IconMinus {...iconProps(19)} />
        </button>
      </div>
      {opened && stage && createPortal(popup(opened, stage.closePopup), popupRoot)}
    </>
  )
}
