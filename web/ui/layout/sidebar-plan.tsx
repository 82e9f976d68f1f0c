import styles from './sidebar-plan.module.css'

/** A fixed drawing in the style of an architect's plan: broken rings with a scale of ticks. */
const rings =
  'M30.04 77.83A140 140 0 0 1 272.86 82.88M277.83 92.91A140 140 0 0 1 237.03 259.67M41.25 123.2A112 112 0 0 1 190.58 45.61M200.8 50.18A112 112 0 0 1 257 183.1M88.06 93.26A84 84 0 0 1 232.33 133.31M94.56 142.1A56 56 0 0 1 159.52 94.81M167.66 96.86A56 56 0 0 1 201.58 171.81'

const ticks =
  'M24.0 150.0L16.0 150.0M28.3 117.4L24.4 116.4M40.9 87.0L34.0 83.0M60.9 60.9L58.1 58.1M87.0 40.9L83.0 34.0M117.4 28.3L116.4 24.4M150.0 24.0L150.0 16.0M182.6 28.3L183.6 24.4M213.0 40.9L217.0 34.0M239.1 60.9L241.9 58.1M259.1 87.0L266.0 83.0M271.7 117.4L275.6 116.4M276.0 150.0L284.0 150.0M271.7 182.6L275.6 183.6M259.1 213.0L266.0 217.0M239.1 239.1L241.9 241.9M213.0 259.1L217.0 266.0M182.6 271.7L183.6 275.6M150.0 276.0L150.0 284.0M117.4 271.7L116.4 275.6M87.0 259.1L83.0 266.0M60.9 239.1L58.1 241.9M40.9 213.0L34.0 217.0M28.3 182.6L24.4 183.6'

/** Decoration in a sidebar's lower corner. The parent must be positioned and hide its overflow. */
export function SidebarPlan() {
  return (
    <svg className={styles.root} viewBox="0 0 300 300" fill="none" stroke="currentColor" aria-hidden="true">
      <path d={rings} strokeWidth="1.4" />
      <path d={ticks} strokeWidth="1" />
    </svg>
  )
}
