import styles from './arc-ring.module.css'
import { arcPath, fullTurn, trimmed } from './ring-geometry.ts'

const size = 72
const stroke = 7
const radius = 31

/** Progress of a wizard: one arc per step; the current one is paler than the finished ones. */
export function StepRing({ step, total }: { step: number; total: number }) {
  const gap = 2.8 / radius
  const part = fullTurn / total
  return (
    <svg
      className={styles.root}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`Step ${step} of ${total}`}
      fill="none"
    >
      {Array.from({ length: total }, (_, index) => index + 1).map((number) => (
        <path
          key={number}
          d={arcPath(size / 2, radius, trimmed({ from: (number - 1) * part, to: number * part }, gap, gap))}
          stroke={number <= step ? 'var(--ev-fill)' : 'var(--arc-track)'}
          strokeOpacity={number === step ? 0.45 : 1}
          strokeWidth={stroke}
        />
      ))}
      <text className={styles.figure} x={size / 2} y={size / 2 + 6} fontSize={20}>
        {step}
        <tspan fontSize={14} fill="var(--ink-3)">
          /{total}
        </tspan>
      </text>
    </svg>
  )
}
