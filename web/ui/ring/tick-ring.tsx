import styles from './arc-ring.module.css'
import { arcPath, fullTurn, trimmed } from './ring-geometry.ts'

const size = 72
const stroke = 7
const radius = 31

/** One arc per step, filled once the step is done. */
export function TickRing({ done }: { done: readonly boolean[] }) {
  const gap = 2.8 / radius
  const part = fullTurn / done.length
  const count = done.filter(Boolean).length
  return (
    <svg
      className={styles.root}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`${count} of ${done.length} done`}
      fill="none"
    >
      {done.map((isDone, index) => {
        const sweep = { from: index * part, to: (index + 1) * part }
        const path = arcPath(size / 2, radius, trimmed(sweep, gap, gap))
        return <path key={path} className={styles.tick} data-done={isDone} d={path} strokeWidth={stroke} />
      })}
      <text className={styles.figure} data-figure="text" x={size / 2} y={size / 2 + 6} fontSize={16}>
        {count}
        <tspan fontSize={13} fill="var(--ink-3)">
          /{done.length}
        </tspan>
      </text>
    </svg>
  )
}
