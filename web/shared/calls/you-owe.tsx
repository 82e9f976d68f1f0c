import { Link } from 'react-router'
import type { CallList } from '#contract/calls.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import styles from './you-owe.module.css'

type YouOweProps = {
  circleId: string
  mine: CallList['mine']
  /** Links of the calls stand beside it. */
  hasLinks?: boolean
}

/** What the reader owes now, until when and with which reference; once paid, what is kept for them. */
export function YouOwe({ circleId, mine: { openCents, keptCents, isOverdue, next }, hasLinks = false }: YouOweProps) {
  if (openCents === 0) {
    if (keptCents === 0) return null
    return (
      <div className={`${styles.root} num`} data-paid>
        <span>
          <span className={styles.label}>Held for you</span>
          <span className={styles.sum}>{formatCents(keptCents)}</span>
        </span>
        <span className={styles.aside}>It counts for the next call, or is paid back to you.</span>
      </div>
    )
  }
  return (
    <div className={`${styles.root} num`}>
      <span>
        <span className={styles.label}>You owe</span>
        <span className={styles.sum}>{formatCents(openCents)}</span>
      </span>
      {next && (
        <span className={styles.aside}>
          <span data-overdue={isOverdue}>
            {isOverdue ? 'Was due' : 'Due'} {formatCalendarDay(next.dueDay, 'short')}
          </span>
          <span className={styles.reference}>{next.reference}</span>
          {hasLinks ? (
            <span>Call {next.number}</span>
          ) : (
            <Link className={styles.link} to={paths.circleCall(circleId, next.callId)}>
              Call {next.number}
            </Link>
          )}
        </span>
      )}
    </div>
  )
}
