import { arcColor } from './arc-color.ts'
import styles from './arc-ring.module.css'
import { RingCentre } from './ring-centre.tsx'
import { arcPath, fullTurn, placeArcs, pointAt, type Sweep, trimmed } from './ring-geometry.ts'
import { measureRing, type RingSize } from './ring-sizes.ts'

export type PaidArc = {
  readonly key: string
  /** Which of the ring's colours: the place of its holder. */
  readonly place: number
  readonly asked: number
  readonly paid: number
  readonly initial: string
  readonly isYou: boolean
}

type PaidRingProps = { size: RingSize; arcs: readonly PaidArc[]; label: string; caption?: string }

/** The inner line of an arc that is called and not paid. */
const called = 4

/** Rounded down, so that only all is 100%. */
const percentPaid = (arcs: readonly PaidArc[]): number | null => {
  const asked = arcs.reduce((sum, arc) => sum + arc.asked, 0)
  return asked === 0 ? null : Math.floor((arcs.reduce((sum, arc) => sum + arc.paid, 0) * 100) / asked)
}

/** A circle's ring while its members pay: thin is called, thick is paid. Each arc fills clockwise. */
export function PaidRing({ size, arcs, label, caption = 'paid' }: PaidRingProps) {
  const ring = measureRing(size, true)
  const { centre, radius, stroke, outer } = ring
  const target = arcs.reduce((sum, arc) => sum + arc.asked, 0)
  const placed = placeArcs({ target, amounts: arcs.map(({ asked }) => asked), proposed: 0 })
  const gap = ring.gap / radius
  const cut = (sweep: Sweep) => (arcs.length === 1 ? { from: 0, to: fullTurn } : trimmed(sweep, gap, gap))
  const percent = percentPaid(arcs)
  return (
    <svg className={styles.root} width={size} height={size} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} fill="none">
      {target === 0 && <path className={styles.track} d={arcPath(centre, radius, { from: 0, to: fullTurn })} strokeWidth={stroke} />}
      {arcs.map((arc, index) => {
        const whole = placed.arcs[index]
        if (!whole || arc.asked === 0) return null
        const sweep = cut(whole)
        const part = Math.min(1, arc.paid / arc.asked)
        const angle = (sweep.from + sweep.to) / 2
        const side = Math.sin(angle)
        const anchor = Math.abs(side) < 0.12 ? 'middle' : side > 0 ? 'start' : 'end'
        return (
          <g key={arc.key}>
            <path className={styles.track} d={arcPath(centre, radius, sweep)} strokeWidth={stroke} />
            <path d={arcPath(centre, radius - (stroke - called) / 2, sweep)} stroke={arcColor(arc.place)} strokeWidth={called} />
            {part > 0 && (
              <path
                className={styles.stroke}
                d={arcPath(centre, radius, { from: sweep.from, to: sweep.from + (sweep.to - sweep.from) * part })}
                pathLength={1}
                data-draws
                stroke={arcColor(arc.place)}
                strokeWidth={stroke}
              />
            )}
            {arc.isYou && ring.you && (
              <path className={styles.you} d={arcPath(centre, outer + ring.you.away, sweep)} strokeWidth={ring.you.width} />
            )}
            {ring.initials && (
              <text
                className={styles.initial}
                data-you={arc.isYou}
                {...pointAt(centre, outer + (arc.isYou ? 15 : 12), angle)}
                textAnchor={anchor}
              >
                {arc.isYou ? 'You' : arc.initial}
              </text>
            )}
          </g>
        )
      })}
      <RingCentre ring={ring} percent={percent} isFull={percent === 100} caption={caption} />
    </svg>
  )
}
