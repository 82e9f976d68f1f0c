import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useState } from 'react'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatDollars, formatMoney } from '#domain/money.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './overview.module.css'
import { dayTicks, monthEnds, type PlotPoint, plotScale, stepPath } from './overview-plot.ts'

const height = 240
const margins = { left: 64, right: 14, top: 12, bottom: 30 }
const widthOfDay = 160

/** The total amount committed by all members, over time. */
export function Committed({ points }: { points: readonly PlotPoint[] }) {
  const [pointed, point] = useState<PlotPoint | null>(null)
  const told = pointed ?? points.at(-1)
  return (
    <Card>
      <CardHeader
        title="Committed over time"
        aside={
          told && (
            <span className="small sub num">
              {formatCalendarDay(told.day, 'short')} · <strong>{formatDollars(told.amount)}</strong>
            </span>
          )
        }
      />
      {points.length === 0 ? <EmptyState title="Nothing committed yet" /> : <Plot points={points} pointed={pointed} onPoint={point} />}
    </Card>
  )
}

type PlotProps = { points: readonly PlotPoint[]; pointed: PlotPoint | null; onPoint: (point: PlotPoint | null) => void }

function Plot({ points, pointed, onPoint }: PlotProps) {
  const { ref, width } = useElementSize()
  const scale = plotScale(points, { width, height, ...margins })
  const base = height - margins.bottom
  const end = width - margins.right
  const line = stepPath(points, scale)
  const days = dayTicks(points, Math.max(2, Math.floor((end - margins.left) / widthOfDay) + 1))
  const [first, last] = [points[0], points.at(-1)]
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    // The value on that day is the last change at or before the pointer.
    onPoint(points.findLast((candidate) => scale.x(candidate.day) <= x) ?? first ?? null)
  }
  return (
    <div ref={ref} className={styles.plot}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={
            first && last
              ? `From ${formatDollars(first.amount)} on ${formatCalendarDay(first.day, 'short')} to ${formatDollars(last.amount)} on ${formatCalendarDay(last.day, 'short')}`
              : 'Nothing committed yet'
          }
          onPointerMove={onPointerMove}
          onPointerLeave={() => onPoint(null)}
        >
          {scale.ticks.map((amount) => (
            <g key={amount}>
              <line className={styles.plotLine} x1={margins.left} x2={end} y1={scale.y(amount)} y2={scale.y(amount)} />
              <text x={margins.left - 10} y={scale.y(amount) + 4} textAnchor="end">
                {formatMoney(amount)}
              </text>
            </g>
          ))}
          {days.map((day, index) => (
            <text
              key={day}
              x={scale.x(day)}
              y={height - 8}
              textAnchor={index === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}
            >
              {formatCalendarDay(day, 'short')}
            </text>
          ))}
          <path className={styles.plotArea} d={`${line}V${base}H${margins.left}Z`} />
          <path className={styles.plotAmount} d={line} />
          {pointed && (
            <>
              <line className={styles.plotPointer} x1={scale.x(pointed.day)} x2={scale.x(pointed.day)} y1={margins.top} y2={base} />
              <circle className={styles.plotDot} cx={scale.x(pointed.day)} cy={scale.y(pointed.amount)} r={5} />
            </>
          )}
        </svg>
      )}
      {/* A table itself would not get smaller than its text, and widen the page. */}
      <div className="visually-hidden">
        <table>
          <caption>Committed at the end of each month</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Committed</th>
            </tr>
          </thead>
          <tbody>
            {monthEnds(points).map(({ day, amount }) => (
              <tr key={day}>
                <th scope="row">{formatCalendarDay(day, 'table')}</th>
                <td>{formatDollars(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
