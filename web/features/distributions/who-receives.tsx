import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { arcsLabel } from '#domain/call-words.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { usePlaces } from '#web/shared/calls/money-ring.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './who-receives.module.css'

export type ReceiverRow = {
  readonly user: { readonly _id: string; readonly name: string }
  readonly arcs: readonly number[]
  readonly amountCents: number
  readonly reckoned: string
  readonly setOffCents: number
  readonly owedCents: number
  readonly openCents?: number
  readonly paidOn?: string | null
  readonly depositedWith?: string | null
  readonly isMarked?: boolean
}

/** What became of what someone receives. */
export function PaidState({ row }: { row: ReceiverRow }) {
  const { openCents = 0, owedCents, paidOn, depositedWith, isMarked } = row
  if (owedCents === 0) return <Badge kind="evergreen">Settled calls</Badge>
  if (openCents === 0)
    return (
      <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(16)} />}>
        {depositedWith !== null && depositedWith !== undefined ? 'Deposited' : 'Paid'} {paidOn && formatCalendarDay(paidOn, 'short')}
      </Badge>
    )
  return (
    <Badge kind="outline" icon={<IconClock {...iconProps(16)} />}>
      {isMarked ? 'Waits for a word' : openCents < owedCents ? `${formatCents(openCents)} owed` : 'Owed'}
    </Badge>
  )
}

type WhoReceivesProps = {
  circleId: string
  userId: string
  rows: readonly ReceiverRow[]
  /** Of all arcs. */
  amountCents: number
  arcs: number
  /** Parts that wait for the end of a transfer. */
  waiting?: readonly { readonly arc: number; readonly amountCents: number }[]
  hasStates?: boolean
  actsOf?: (row: ReceiverRow) => ReactNode
}

/** Who receives what, with how it is reckoned. On a phone each row is a list of its own. */
export function WhoReceives({ circleId, userId, rows, amountCents, arcs, waiting = [], hasStates = false, actsOf }: WhoReceivesProps) {
  const placeOf = usePlaces(circleId)
  return (
    <Card>
      <CardHeader title="Who receives" aside={<span className="small sub">Per arc, not per dollar</span>} />
      <table className={`${styles.table} num`} data-states={hasStates}>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Reckoned</th>
            <th scope="col">Receives</th>
            {hasStates && <th scope="col">State</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.user._id} data-you={row.user._id === userId}>
              <th scope="row">
                <span className={styles.member}>
                  <Avatar initial={row.user.name.slice(0, 1)} arc={placeOf(row.user._id, index)} size={36} />
                  <span>
                    <bdi>{row.user.name}</bdi> {row.user._id === userId && <span className={styles.you}>You</span>}
                    <span className={`small sub ${styles.more}`}>{arcsLabel(row.arcs)}</span>
                    {row.depositedWith && (
                      <span className={`small sub ${styles.more}`}>
                        Deposited with <bdi>{row.depositedWith}</bdi>
                      </span>
                    )}
                  </span>
                </span>
              </th>
              <td data-label="Reckoned">{row.reckoned}</td>
              <td data-label="Receives">
                <span className={styles.receives}>
                  <b className={styles.amount}>{formatCents(row.amountCents)}</b>
                  {row.setOffCents > 0 && <span className="small sub">{formatCents(row.setOffCents)} settles calls</span>}
                </span>
              </td>
              {hasStates && (
                <td data-label="State">
                  <span className={styles.receives}>
                    <PaidState row={row} />
                    {actsOf?.(row)}
                  </span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {waiting.map((part) => (
            <tr key={part.arc}>
              <th scope="row">Arc {part.arc}, waits for the end of a transfer</th>
              <td aria-hidden />
              <td data-label="Waits">{formatCents(part.amountCents)}</td>
              {hasStates && <td aria-hidden />}
            </tr>
          ))}
          <tr>
            <th scope="row">{arcs === 1 ? '1 arc' : `${arcs} arcs`}</th>
            <td aria-hidden />
            <td data-label="Together">
              <b className={styles.amount}>{formatCents(amountCents)}</b>
            </td>
            {hasStates && <td aria-hidden />}
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}
