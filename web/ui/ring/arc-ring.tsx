import { arcColor, sharesSlot } from './arc-color.ts'
import styles from './arc-ring.module.css'
import { RingCentre } from './ring-centre.tsx'
import { arcPath, fullTurn, hatchPath, percentOf, placeArcs, pointAt, type Sweep, tickAngles, tickPath, trimmed } from './ring-geometry.ts'
import { measureRing, type RingSize } from './ring-sizes.ts'

export type RingArc = {
  readonly key: string
  readonly amount: number
  readonly label: string
  /** Written outside a page's ring. The viewer's own arc says "You". */
  readonly initial?: string
  readonly isYou?: boolean
}

type ArcRingProps = {
  size: RingSize
  /** null: no target is set, so there are no percentages. */
  target: number | null
  /** In ring order: the owner, then members by date. */
  arcs: readonly RingArc[]
  /** Prices of the free shares, including those of a proposed arc; a tick is drawn between two of them. */
  openPrices?: readonly number[]
  /** The amount the person is about to buy. */
  proposed?: number
  /** The accessible name; by default "75% funded by 5 members". */
  label?: string
  /** Shown instead of the percentage. */
  count?: number
  /** Under the figure, where there is room. */
  caption?: string
  /** The key of the highlighted arc; the others are dimmed. */
  highlighted?: string | null
  animate?: boolean
  /** `slow` draws one arc after the other, for people who have never seen a ring. */
  pace?: keyof typeof paces
}

const hair = 1

/** When an arc begins after the one before it, and how long it takes to draw, in milliseconds. */
const paces = {
  quick: { apart: 60, drawTime: (arcs: number) => Math.max(120, 600 - 60 * (arcs - 1)) },
  slow: { apart: 220, drawTime: () => 220 },
} as const

function defaultLabel(percent: number | null, members: number) {
  if (percent === null) return 'No target set'
  return `${percent}% funded by ${members} ${members === 1 ? 'member' : 'members'}`
}

export function ArcRing({
  size,
  target,
  arcs,
  openPrices = [],
  proposed = 0,
  label,
  count,
  caption = 'funded',
  highlighted = null,
  animate = size > 28,
  pace = 'quick',
}: ArcRingProps) {
  const hasOutside = arcs.some((arc) => arc.initial || arc.isYou) || proposed > 0
  const ring = measureRing(size, hasOutside)
  const { centre, radius, stroke, outer } = ring
  const sum = arcs.reduce((total, arc) => total + arc.amount, proposed)
  const percent = percentOf(sum, target)
  const placed = placeArcs({ target, amounts: arcs.map((arc) => arc.amount), proposed })

  const gap = ring.gap / radius
  const pieces = placed.arcs.length + (placed.proposed ? 1 : 0) + (placed.rest ? 1 : 0)
  const cut = (sweep: Sweep, before = gap, after = gap) => (pieces === 1 ? { from: 0, to: fullTurn } : trimmed(sweep, before, after))
  const cutArc = (sweep: Sweep, index: number) =>
    cut(sweep, sharesSlot(index) ? hair / radius : gap, sharesSlot(index + 1) && index + 1 < arcs.length ? hair / radius : gap)

  const { apart, drawTime } = paces[pace]
  const youLine = (sweep: Sweep) => ring.you && arcPath(centre, outer + ring.you.away, sweep)
  const outside = (sweep: Sweep, own: boolean) => {
    const angle = (sweep.from + sweep.to) / 2
    const side = Math.sin(angle)
    const anchor: 'middle' | 'start' | 'end' = Math.abs(side) < 0.12 ? 'middle' : side > 0 ? 'start' : 'end'
    return { ...pointAt(centre, outer + (own ? 15 : 12), angle), textAnchor: anchor }
  }

  return (
    <svg
      className={styles.root}
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label ?? defaultLabel(percent, arcs.length)}
      fill="none"
      data-dims={highlighted !== null && arcs.some((arc) => arc.key === highlighted)}
    >
      {placed.rest && <path className={styles.track} d={arcPath(centre, radius, cut(placed.rest))} strokeWidth={stroke} />}
      {target && placed.rest && ring.tick > 0 && (
        <path
          className={styles.ticks}
          d={tickAngles(placed.rest, Math.max(target, sum), openPrices, proposed)
            .map((angle) =>
              ring.captioned
                ? tickPath(centre, radius - stroke * 0.34, radius + stroke * 0.34, angle)
                : tickPath(centre, radius - stroke / 2, outer, angle),
            )
            .join('')}
          strokeWidth={ring.tick}
          strokeLinecap={ring.captioned ? 'round' : 'butt'}
        />
      )}
      {arcs.map((arc, index) => {
        const sweep = placed.arcs[index]
        if (!sweep || arc.amount === 0) return null
        const line = arc.isYou ? youLine(cutArc(sweep, index)) : null
        const mark = ring.initials ? (arc.isYou ? 'You' : arc.initial) : undefined
        return (
          <g key={arc.key} className={styles.arc} data-highlighted={arc.key === highlighted}>
            <path
              className={styles.stroke}
              d={arcPath(centre, radius, cutArc(sweep, index))}
              pathLength={1}
              stroke={arcColor(index)}
              strokeWidth={arc.key === highlighted ? stroke + 2 : stroke}
              {...(animate && {
                'data-draws': true,
                style: { animationDuration: `${drawTime(arcs.length)}ms`, animationDelay: `${Math.min(index, 9) * apart}ms` },
              })}
            />
            {line && <path className={styles.you} d={line} strokeWidth={ring.you?.width} />}
            {mark && (
              <text className={styles.initial} data-you={arc.isYou ?? false} {...outside(sweep, arc.isYou ?? false)}>
                {mark}
              </text>
            )}
          </g>
        )
      })}
      {placed.proposed && (
        <g>
          <path className={styles.proposed} d={arcPath(centre, radius, cut(placed.proposed))} strokeWidth={stroke} />
          <path className={styles.hatch} d={hatchPath(centre, radius, stroke, cut(placed.proposed))} />
          {ring.you && <path className={styles.you} d={youLine(cut(placed.proposed)) ?? ''} strokeWidth={ring.you.width} />}
          {ring.initials && (
            <text className={styles.initial} data-you {...outside(placed.proposed, true)}>
              You
            </text>
          )}
        </g>
      )}
      <RingCentre ring={ring} percent={percent} isFull={target !== null && sum >= target} count={count} caption={caption} />
    </svg>
  )
}
