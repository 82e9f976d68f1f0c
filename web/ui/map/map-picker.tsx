import { IconMinus, IconPlus } from '@tabler/icons-react'
import type L from 'leaflet'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { createBaseMap } from './base-map.ts'
import styles from './map-picker.module.css'
import { MarkerPin } from './marker-pin.tsx'
import type { LatLng } from './mercator.ts'

type MapPickerProps = {
  label: string
  start: LatLng
  zoom: number
  tileUrl: string | null
  /** The coordinates under the pin. */
  onMove: (at: LatLng) => void
}

/** The pin is fixed and the map moves under it, by dragging or with the arrow keys. */
export function MapPicker({ label, start, zoom, tileUrl, onMove }: MapPickerProps) {
  const element = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map | null>(null)
  const helpId = useId()
  const reportPosition = useEffectEvent(({ lat, lng }: LatLng) => onMove({ lat, lng }))
  const open = useEffectEvent((holder: HTMLElement) => createBaseMap(holder, { center: start, zoom, tileUrl, label }))

  useEffect(() => {
    if (!element.current) return
    const { map: opened, remove } = open(element.current)
    opened.on('moveend', () => reportPosition(opened.getCenter().wrap()))
    setMap(opened)
    reportPosition(opened.getCenter())
    return remove
  }, [])

  return (
    <>
      <div className={styles.root}>
        <div className={styles.map} ref={element} aria-describedby={helpId} />
        <svg className={styles.pin} width="28" height="40" viewBox="-14 -36 28 40" fill="none" aria-hidden="true">
          <MarkerPin kind="yours" />
        </svg>
        <div className={styles.zoom}>
          <button type="button" aria-label="Zoom in" onClick={() => map?.zoomIn()}>
            <IconPlus {...iconProps(19)} />
          </button>
          <button type="button" aria-label="Zoom out" onClick={() => map?.zoomOut()}>
            <IconMinus {...iconProps(19)} />
          </button>
        </div>
      </div>
      <p id={helpId} className="small sub">
        Move the map until the pin stands on the place. With the keyboard: arrow keys move, plus and minus zoom.
      </p>
    </>
  )
}
