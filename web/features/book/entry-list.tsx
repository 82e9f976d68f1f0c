import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconBuildingBank,
  IconCalendarDown,
  IconClock,
  IconFileText,
  IconGavel,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BookEntrySummary } from '#contract/book.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay, formatCalendarMonth } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { signedCents } from './book-words.ts'
import styles from './entry-list.module.css'

const Mark = ({ icon: MarkIcon, tone, children }: { icon: Icon; tone?: 'amber'; children: ReactNode }) => (
  <span className={styles.mark} data-tone={tone}>
    <MarkIcon {...iconProps(15)} />
    {children}
  </span>
)

const permissionMarks: Readonly<Partial<Record<NonNullable<BookEntrySummary['permission']>, string>>> = {
  motion: 'By a motion',
  loan: 'By the loan’s motion',
  emergency: 'Emergency limit',
}

function Marks({ entry }: { entry: BookEntrySummary }) {
  const permitted = entry.permission && permissionMarks[entry.permission]
  return (
    <p className={styles.marks}>
      <span>No {entry.number}</span>
      {entry.hasReceipt && <Mark icon={IconFileText}>Receipt</Mark>}
      {entry.isReceiptMissing && <Mark icon={IconFileText}>No receipt yet</Mark>}
      {permitted && <Mark icon={IconGavel}>{permitted}</Mark>}
      {entry.permission === 'none' && (
        <Mark icon={IconAlertTriangle} tone="amber">
          Nothing permitted it
        </Mark>
      )}
      {entry.isReversal && <Mark icon={IconArrowBackUp}>Reversal</Mark>}
      {entry.isReversed && <Mark icon={IconArrowBackUp}>Reversed</Mark>}
      {entry.belongsTo && <Mark icon={IconCalendarDown}>Belongs to {formatCalendarMonth(entry.belongsTo)}</Mark>}
      {entry.accounts.includes('Suspense') && !entry.isReversal && !entry.isReversed && <Mark icon={IconClock}>Suspense</Mark>}
      {entry.bank === 'outstanding' && <Mark icon={IconBuildingBank}>Not at the bank yet</Mark>}
    </p>
  )
}

export const entryTitle = ({
  payee,
  words,
  accounts,
  number,
}: Pick<BookEntrySummary, 'payee' | 'words' | 'accounts' | 'number'>): string =>
  payee && words ? `${payee}: ${words}` : payee || words || accounts || `Entry ${number}`

type Listed = BookEntrySummary & { readonly cashAfterCents?: number }

/** Entries, newest day first; the whole row opens one. */
export const EntryList = ({ circleId, entries }: { circleId: string; entries: readonly Listed[] }) => (
  <ul className={styles.root}>
    {entries.map((entry) => (
      <li key={entry._id} className={`${styles.row} num`} data-reversed={entry.isReversed}>
        <time className={styles.day} dateTime={entry.day}>
          {formatCalendarDay(entry.day, 'short')}
        </time>
        <div className={styles.what}>
          <Link to={paths.circleBookEntry(circleId, entry._id)}>
            <bdi>{entryTitle(entry)}</bdi>
          </Link>
          <Marks entry={entry} />
        </div>
        <span className={styles.account}>{entry.accounts}</span>
        <b className={styles.sum} data-in={entry.cashCents > 0}>
          {entry.cashCents === 0 ? formatCents(entry.amountCents) : signedCents(entry.cashCents)}
          {entry.cashCents === 0 && <span className="small sub">no cash</span>}
          {entry.cashCents !== 0 && entry.cashAfterCents !== undefined && (
            <span className="small sub">{formatCents(entry.cashAfterCents)} after</span>
          )}
        </b>
      </li>
    ))}
  </ul>
)
