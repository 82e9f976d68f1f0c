import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Book } from '#contract/book.ts'
import { formatCalendarMonth } from '#domain/dates.ts'
import { formatCents, formatDollars } from '#domain/money.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { ScrollRegion } from '#web/ui/layout/scroll-region.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { shortMonth, signedCents } from './book-words.ts'
import styles from './money-bars.module.css'

type Month = Book['months'][number]

const shownMonths = 12
const [width, height, left, top, bottom] = [640, 400, 76, 10, 28]

/** The year up to the last month, or up to the chosen one if that lies further back. */
function yearOf(months: readonly Month[], chosen: string): readonly Month[] {
  const last = months.slice(-shownMonths)
  if (last.some(({ month }) => month === chosen)) return last
  const end = months.findIndex(({ month }) => month === chosen) + 1
  return months.slice(Math.max(0, end - shownMonths), end)
}

/** A step of the scale in cents: 1, 2 or 5 with zeros, at most four of them to the largest amount. */
function stepFor(largest: number): number {
  const rough = Math.max(largest, 10_000) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5].map((digit) => digit * power).find((step) => step >= rough) ?? 10 * power
}

function Chart({ months, chosen }: { months: readonly Month[]; chosen: string }) {
  const mostIn = Math.max(...months.map(({ inCents }) => inCents), 0)
  const mostOut = Math.max(...months.map(({ outCents }) => outCents), 0)
  const step = stepFor(Math.max(mostIn, mostOut))
  const [above, below] = [Math.max(1, Math.ceil(mostIn / step)), Math.max(1, Math.ceil(mostOut / step))]
  const pixels = (height - top - bottom) / ((above + below) * step)
  const zero = top + above * step * pixels
  const column = (width - left) / Math.max(months.length, 6)
  const lines = Array.from({ length: above + below + 1 }, (_, index) => (above - index) * step)
  const chart = useRef<SVGSVGElement>(null)
  const id = useId()
  // On a phone the last months are shown first.
  useEffect(() => {
    const frame = chart.current?.parentElement
    if (frame) frame.scrollLeft = frame.scrollWidth
  }, [])
  return (
    <ScrollRegion label="Money in and out, as bars" className={styles.frame}>
      <svg
        ref={chart}
        className={styles.chart}
        data-long={months.length > 6}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Money in and out of ${months.length === 1 ? '1 month' : `${months.length} months`}; the table has every figure`}
      >
        {/* What is members’ own money is hatched. */}
        <defs>
          {(['in', 'out'] as const).map((way) => (
            <pattern
              key={way}
              id={`${id}-${way}`}
              className={styles.hatch}
              data-way={way}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <path d="M0 0V6" />
            </pattern>
          ))}
        </defs>
        {lines.map((cents) => (
          <g key={cents}>
            <line
              x1={left}
              x2={width}
              y1={zero - cents * pixels}
              y2={zero - cents * pixels}
              className={styles.line}
              data-zero={cents === 0}
            />
            <text x={left - 10} y={zero - cents * pixels + 4} textAnchor="end">
              {formatDollars(Math.abs(cents) / 100)}
            </text>
          </g>
        ))}
        {months.map(({ month, inCents, outCents, fromMembersCents, toMembersCents }, index) => {
          const x = left + index * column + column / 2
          const thickness = Math.min(18, column * 0.45)
          const bar = (way: 'in' | 'out', from: number, cents: number, isMembers = false) => (
            <rect
              className={isMembers ? styles.members : undefined}
              data-way={way}
              fill={isMembers ? `url(#${id}-${way})` : undefined}
              x={x - thickness / 2}
              y={zero + from * pixels}
              width={thickness}
              height={cents * pixels}
            />
          )
          return (
            <g key={month} data-chosen={month === chosen}>
              {month === chosen && (
                <rect className={styles.chosen} x={x - column / 2} y={top} width={column} height={height - top - bottom} />
              )}
              {bar('in', -(inCents - fromMembersCents), inCents - fromMembersCents)}
              {bar('out', 0, outCents - toMembersCents)}
              {bar('in', -inCents, fromMembersCents, true)}
              {bar('out', outCents - toMembersCents, toMembersCents, true)}
              <text x={x} y={height - 8} textAnchor="middle">
                {shortMonth(month)}
              </text>
            </g>
          )
        })}
      </svg>
    </ScrollRegion>
  )
}

const Table = ({ months }: { months: readonly Month[] }) => (
  <ScrollRegion label="Money in and out, as a table" className={styles.region}>
    <table className={`${styles.table} num`}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">In</th>
          <th scope="col">From members</th>
          <th scope="col">Out</th>
          <th scope="col">To members</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, inCents, outCents, fromMembersCents, toMembersCents }) => (
          <tr key={month}>
            <th scope="row">{formatCalendarMonth(month)}</th>
            <td>{signedCents(inCents)}</td>
            <td>{signedCents(fromMembersCents)}</td>
            <td>{formatCents(-outCents || 0)}</td>
            <td>{formatCents(-toMembersCents || 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
)

/** In above the line, out below. Transfers between own accounts are neither. */
export function MoneyBars({ book, chosen }: { book: Book; chosen: string }) {
  const [isTable, showTable] = useState(false)
  const months = yearOf(book.months, chosen)
  return (
    <Card className={styles.root}>
      <CardHeader
        title="Money in and out"
        aside={
          <ActionButton
            variant="subtle"
            leftSection={isTable ? <IconChartBar {...iconProps(18)} /> : <IconTable {...iconProps(18)} />}
            onClick={() => showTable(!isTable)}
          >
            {isTable ? 'As bars' : 'As a table'}
          </ActionButton>
        }
      />
      {isTable ? (
        <Table months={book.months} />
      ) : (
        <>
          <p className={styles.keys}>
            <span data-way="in">Rent and other</span>
            {months.some(({ fromMembersCents }) => fromMembersCents > 0) && (
              <span data-way="in" data-members>
                From members
              </span>
            )}
            <span data-way="out">Costs</span>
            {months.some(({ toMembersCents }) => toMembersCents > 0) && (
              <span data-way="out" data-members>
                To members
              </span>
            )}
          </p>
          <Chart months={months} chosen={chosen} />
        </>
      )}
    </Card>
  )
}
