import { IconAlertTriangle, IconGavel } from '@tabler/icons-react'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Book } from '#contract/book.ts'
import { paths } from '#contract/paths.ts'
import { formatCents, formatDollars } from '#domain/money.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { arcPath, fullTurn, tickPath } from '#web/ui/ring/ring-geometry.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './reserve-card.module.css'

const size = 240
const [radius, stroke] = [92, 20]
const [from, to] = [-0.375 * fullTurn, 0.375 * fullTurn]

/** The end of the scale: a round sum above both the free cash and twice the floor. */
function scaleEnd(freeCents: number, floorCents: number): number {
  const least = Math.max(freeCents * 1.15, floorCents * 2, 100_000)
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5].map((digit) => digit * power).find((end) => end >= least) ?? 10 * power
}

function Gauge({ freeCents, floorCents }: { freeCents: number; floorCents: number }) {
  const end = scaleEnd(freeCents, floorCents)
  const angle = (cents: number) => from + (Math.min(Math.max(cents, 0), end) / end) * (to - from)
  const isBelow = freeCents < floorCents
  const apart = Math.abs(freeCents - floorCents)
  const arc = (start: number, stop: number) => arcPath(size / 2, radius, { from: start, to: stop })
  const words = `${formatCents(apart)} ${isBelow ? 'below' : 'above'} the floor`
  return (
    <svg className={styles.gauge} viewBox={`0 0 ${size} ${size - 20}`} fill="none" role="img" aria-label={`Free cash: ${words}`}>
      <path d={arc(from, to)} stroke="var(--arc-track)" strokeWidth={stroke} />
      {freeCents > 0 && (
        <path
          d={arc(from, angle(isBelow ? freeCents : floorCents))}
          stroke={isBelow ? 'var(--amber-ring)' : 'var(--ev-fill)'}
          strokeWidth={stroke}
        />
      )}
      {!isBelow && freeCents > floorCents && (
        <path d={arc(angle(floorCents), angle(freeCents))} stroke="var(--money-above)" strokeWidth={stroke} />
      )}
      <path d={tickPath(size / 2, radius - 16, radius + 16, angle(floorCents))} stroke="var(--ink)" strokeWidth={2} />
      <text className={styles.figure} x={size / 2} y={size / 2 + 2} data-below={isBelow} data-long={formatCents(apart).length > 11}>
        {formatCents(apart)}
      </text>
      <text x={size / 2} y={size / 2 + 22}>
        {isBelow ? 'below the floor' : 'above the floor'}
      </text>
      <text x={size / 2 - 62} y={size - 24}>
        $0
      </text>
      <text x={size / 2 + 62} y={size - 24}>
        {formatDollars(end / 100)}
      </text>
    </svg>
  )
}

/** Cash, what of it is free, and how far that is from the floor below which nothing may be paid without need. */
export function ReserveCard({ circleId, book, isEnded }: { circleId: string; book: Book; isEnded: boolean }) {
  const { cashCents, depositsHeldCents, freeCashCents, floorCents, emergency, owed, heldByOthers } = book
  const owedCents = owed.reduce((sum, person) => sum + Math.max(0, person.owedCents), 0)
  const rows: readonly (readonly [string, number])[] = [
    ...book.accounts.map(({ name, cashCents: cents }) => [`Cash, ${name}`, cents] as const),
    ...(depositsHeldCents !== 0 ? [['Tenants’ deposits', -depositsHeldCents] as const] : []),
    ...(owedCents !== 0 ? [['Owed to persons', -owedCents] as const] : []),
    ['Free cash', freeCashCents],
    ...(floorCents > 0 ? [['Reserve floor', floorCents] as const] : []),
    [emergency.isOff ? 'Emergency limit, off' : 'Emergency limit, left this month', emergency.leftCents],
    ...heldByOthers.map(({ label, amountCents }) => [`Held by others: ${label}`, amountCents] as const),
  ]
  return (
    <Card className={styles.root}>
      <CardHeader title={floorCents > 0 ? 'Cash and reserve' : 'Cash'} />
      {floorCents > 0 ? (
        <Gauge freeCents={freeCashCents} floorCents={floorCents} />
      ) : (
        <div className={styles.none}>
          <p className="figure num">{formatCents(cashCents)}</p>
          <p className="sub">No reserve yet: a motion sets its floor and the emergency limit.</p>
          {!isEnded && (
            <ActionButton variant="light" to={paths.proposeReserve(circleId)} leftSection={<IconGavel {...iconProps(18)} />}>
              Propose a reserve
            </ActionButton>
          )}
        </div>
      )}
      {floorCents > freeCashCents && (
        <p className={styles.below}>
          <IconAlertTriangle {...iconProps(16)} />
          <span>Only costs within the emergency limit can be paid now. Each opens a motion.</span>
        </p>
      )}
      {emergency.isOff && (
        <p className={styles.below}>
          <IconAlertTriangle {...iconProps(16)} />
          <span>A payment was not ratified: the emergency limit is off until a motion sets the reserve or the treasurer.</span>
        </p>
      )}
      <dl className={`${factsStyles.root} num`}>
        {rows.map(([label, cents]) => (
          <Fragment key={label}>
            <dt className={label === 'Free cash' ? styles.strong : undefined}>
              <bdi>{label}</bdi>
            </dt>
            <dd>{formatCents(cents)}</dd>
          </Fragment>
        ))}
      </dl>
      <Link className="text-link" to={paths.circleDistributions(circleId)}>
        What was paid out
      </Link>
    </Card>
  )
}
