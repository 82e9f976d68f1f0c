import type { YearStatement } from '#contract/statements.ts'
import { usePlaces } from '#web/shared/calls/money-ring.tsx'
import { arcColor } from '#web/ui/ring/arc-color.ts'
import { arcPath, fullTurn, pointAt } from '#web/ui/ring/ring-geometry.ts'
import styles from './statement-page.module.css'

const size = 240
const centre = size / 2
const [radius, stroke, outside] = [76, 17, 100]
const gap = 3 / radius

type RingProps = { statement: YearStatement; userId: string }

/** Whose each arc was at the end of the year; the reader's own are marked. */
export const HeldRing = ({ statement, userId }: RingProps) =>
  statement.isFormer ? (
    <Arcs statement={statement} userId={userId} colorOf={() => 'var(--arc-track)'} />
  ) : (
    <ColouredRing statement={statement} userId={userId} />
  )

function ColouredRing(props: RingProps) {
  const { circle, holders } = props.statement
  const placeOf = usePlaces(circle._id)
  const people = [...new Set(holders.map(({ user }) => user))]
  return <Arcs {...props} colorOf={(user) => arcColor(placeOf(user, people.indexOf(user)))} />
}

function Arcs({ statement: { figures, holders }, userId, colorOf }: RingProps & { colorOf: (user: string) => string }) {
  const { arcs, arcsOfCircle } = figures
  const turn = fullTurn / arcsOfCircle
  const numbers = Array.from({ length: arcsOfCircle }, (_, index) => index + 1)
  return (
    <svg
      className={styles.ring}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`${arcs.length} of ${arcsOfCircle} arcs are yours`}
      fill="none"
    >
      {numbers.map((arc, index) => {
        const sweep = { from: index * turn + gap / 2, to: (index + 1) * turn - gap / 2 }
        const holder = holders.find((each) => each.arc === arc)
        const before = holders.find((each) => each.arc === arc - 1)
        const isYours = arcs.includes(arc)
        const angle = (sweep.from + sweep.to) / 2
        const at = pointAt(centre, outside, angle)
        const side = Math.sin(angle)
        const anchor = Math.abs(side) < 0.12 ? 'middle' : side > 0 ? 'start' : 'end'
        return (
          <g key={arc}>
            <path
              d={arcPath(centre, radius, sweep)}
              stroke={holder ? colorOf(holder.user) : isYours ? 'var(--ink)' : 'var(--arc-track)'}
              strokeWidth={stroke}
            />
            {isYours && <path d={arcPath(centre, radius + stroke / 2 + 5, sweep)} stroke="var(--clay-arc)" strokeWidth={2.5} />}
            {holder && holder.user !== before?.user && (
              <text x={at.x} y={at.y} dy="0.35em" textAnchor={anchor} data-you={holder.user === userId}>
                {holder.user === userId ? 'You' : holder.name.slice(0, 1)}
              </text>
            )}
          </g>
        )
      })}
      <text className={styles.share} x={centre} y={centre + 4} textAnchor="middle">
        {arcs.length}/{arcsOfCircle}
      </text>
      <text x={centre} y={centre + 24} textAnchor="middle">
        arcs, yours
      </text>
    </svg>
  )
}
