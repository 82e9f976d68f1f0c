import type { Distribution } from '#contract/distributions.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { oddArcsOf } from '#domain/payouts.ts'
import { usePlaces } from '#web/shared/calls/money-ring.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { arcColor } from '#web/ui/ring/arc-color.ts'
import { arcPath, fullTurn, pointAt } from '#web/ui/ring/ring-geometry.ts'
import styles from './cents-ring.module.css'
import { oddCentWords } from './distribution-words.ts'

const size = 240
const centre = size / 2
const [radius, stroke, beads, numbers] = [86, 19, 64, 110]
const gap = 3 / radius

type Part = { readonly arc: number; readonly amountCents: number; readonly receiver: { readonly _id: string } | null }

type CentsRingProps = { circleId: string; userId: string; parts: readonly Part[]; oddCents?: Distribution['oddCents'] }

/** Every arc with its number; a bead is an odd cent. The table beside it says the same. */
export function CentsRing({ circleId, userId, parts, oddCents = [] }: CentsRingProps) {
  const placeOf = usePlaces(circleId)
  const people = [...new Set(parts.flatMap(({ receiver }) => receiver?._id ?? []))]
  const odd = oddArcsOf(parts)
  const least = Math.min(...parts.map(({ amountCents }) => amountCents))
  const turn = fullTurn / parts.length
  const label = `${formatCents(least)} for each arc. ${oddCentWords(odd)}`
  return (
    <Card className={styles.root}>
      <svg className={styles.ring} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} fill="none">
        {parts.map(({ arc, receiver }, index) => {
          const sweep = { from: index * turn + gap / 2, to: (index + 1) * turn - gap / 2 }
          const middle = (index + 0.5) * turn
          const color = receiver ? arcColor(placeOf(receiver._id, people.indexOf(receiver._id))) : 'var(--arc-track)'
          const isYou = receiver?._id === userId
          return (
            <g key={arc}>
              <path d={arcPath(centre, radius, sweep)} stroke={color} strokeWidth={stroke} />
              {isYou && <path d={arcPath(centre, radius + stroke / 2 + 5, sweep)} stroke="var(--clay-arc)" strokeWidth={2.5} />}
              {odd.includes(arc) && <circle {...center(pointAt(centre, beads, middle))} r={4} fill="var(--ink)" />}
              <text {...pointAt(centre, numbers, middle)} dy="0.35em" textAnchor="middle" data-you={isYou}>
                {arc}
              </text>
            </g>
          )
        })}
        <text className={styles.figure} x={centre} y={centre} textAnchor="middle" data-long={formatCents(least).length > 10}>
          {formatCents(least)}
        </text>
        <text x={centre} y={centre + 20} textAnchor="middle">
          each arc
        </text>
      </svg>
      <p>
        <b>{oddCentWords(odd)}</b>
      </p>
      {odd.length > 0 && <p className="small sub">A dot is an odd cent. No two arcs ever differ by more than one.</p>}
      {oddCents.length > 1 && (
        <details className={styles.story}>
          <summary>Odd cents so far</summary>
          <ul className="small num">
            {oddCents.map(({ _id, day, amountCents, oddArcs }) => (
              <li key={_id}>
                <span>
                  {formatCalendarDay(day, 'short')}, {formatCents(amountCents)}
                </span>
                <span>{oddArcs.length === 0 ? 'none' : `arcs ${oddArcs.join(', ')}`}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

const center = ({ x, y }: { readonly x: number; readonly y: number }) => ({ cx: x, cy: y })
