import { MarkerPin } from '#web/ui/map/marker-pin.tsx'
import styles from './map-view.module.css'

/** The entry for one's own circles is only for signed-in people. */
export function MapLegend() {
  return (
    <ul className={styles.mapLegend} aria-label="Legend">
      <li>
        <svg width="22" height="26" viewBox="-14 -36 28 38" fill="none" aria-hidden="true">
          <MarkerPin kind="yours" />
        </svg>
        Your Circles
      </li>
      <li>
        <svg width="22" height="26" viewBox="-14 -36 28 38" fill="none" aria-hidden="true">
          <MarkerPin kind="available" />
        </svg>
        Available Circles
      </li>
      <li>
        <svg width="22" height="26" viewBox="-14 -36 28 38" fill="none" aria-hidden="true">
          <MarkerPin kind="full" />
        </svg>
        Full Circles
      </li>
      <li>
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
          <circle className={styles.mapLegendArea} cx="11" cy="11" r="8.5" />
        </svg>
        Search Radius
      </li>
    </ul>
  )
}
