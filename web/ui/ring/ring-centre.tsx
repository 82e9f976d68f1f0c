import styles from './arc-ring.module.css'
import type { measureRing } from './ring-sizes.ts'

type RingCentreProps = {
  ring: ReturnType<typeof measureRing>
  percent: number | null
  isFull: boolean
  count?: number | undefined
  caption: string
}

/** Half the height of a digit relative to its font size, for vertical centring. */
const sink = 0.333

/** The percentage or a count, a check mark, or an en dash without a target. */
export function RingCentre({ ring, percent, isFull, count, caption }: RingCentreProps) {
  const { centre, inner, figure, captioned, figureSize } = ring
  if (figure === 'none') return null

  if (percent === null) {
    return (
      <text className={styles.figure} x={centre} y={centre + figureSize * 0.25} fontSize={figureSize} data-figure={figure}>
        –
      </text>
    )
  }
  if (isFull && ring.checksWhenFull) {
    const scale = (inner * 0.36) / 24
    return (
      <path
        className={styles.check}
        d="M5 12.5l4.6 4.6L19.5 7"
        transform={`translate(${centre - 12.2 * scale} ${centre - 12 * scale}) scale(${scale})`}
      />
    )
  }
  const size = figure === 'text' ? (percent === 100 ? 14.5 : 16.5) : figureSize
  const lift = captioned ? (ring.initials ? 11.2 : 9.2) : 0
  const baseline = centre + size * sink - lift
  return (
    <>
      <text className={styles.figure} x={centre} y={baseline} fontSize={size} data-figure={figure}>
        {count ?? percent}
        {count === undefined && <tspan fontSize={size * (figure === 'text' ? 0.78 : 0.56)}>%</tspan>}
      </text>
      {captioned && (
        <text className={styles.caption} x={centre} y={baseline + (ring.initials ? 22.4 : 18.4)}>
          {caption}
        </text>
      )}
    </>
  )
}
