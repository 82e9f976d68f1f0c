import { IconArrowBackUp, IconFilePlus, IconFileText, IconGavel, IconReceiptRefund } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import type { BookEntry } from '#contract/book.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay, formatCalendarMonth } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { monthOf } from '#domain/month-close.ts'
import { circleQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { bookEntryQuery } from '#web/shared/book/book.queries.ts'
import { useBookActs } from '#web/shared/book/use-book-acts.ts'
import { useAct } from '#web/shared/calls/payment-list.tsx'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { signedCents } from './book-words.ts'
import { BookingDialog } from './booking-dialog.tsx'
import { ReceiptDialog, ReversalDialog } from './entry-dialogs.tsx'
import { entryTitle } from './entry-list.tsx'
import styles from './entry-page.module.css'
import { WaitingReversals } from './what-waits.tsx'

type EntryProps = { circleId: string; entry: BookEntry }

/** Out of an account on the left, into it on the right; both sides sum to the same. */
const Lines = ({ entry }: { entry: BookEntry }) => (
  <Card>
    <CardHeader title="Lines" />
    <table className={`${styles.lines} num`}>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Out of it</th>
          <th scope="col">Into it</th>
        </tr>
      </thead>
      <tbody>
        {entry.lines.map(({ position, label, amountCents }) => (
          <tr key={position}>
            <th scope="row">
              <bdi>{label}</bdi>
            </th>
            <td>{amountCents < 0 ? formatCents(-amountCents) : '–'}</td>
            <td>{amountCents > 0 ? formatCents(amountCents) : '–'}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Both sides agree</th>
          <td>{formatCents(entry.amountCents)}</td>
          <td>{formatCents(entry.amountCents)}</td>
        </tr>
      </tfoot>
    </table>
  </Card>
)

/** What it was reversed by, or reverses. */
function Chain({ circleId, entry }: EntryProps) {
  const { reverses, reversedBy } = entry
  if (!reverses && !reversedBy) return null
  return (
    <Card>
      <CardHeader title="Chain" />
      <ol className={styles.chain}>
        {reverses && (
          <li>
            <Link className="text-link" to={paths.circleBookEntry(circleId, reverses._id)}>
              No {reverses.number}
            </Link>
            , {formatCalendarDay(reverses.day, 'short')}: is taken back by this entry
          </li>
        )}
        <li data-stands={reversedBy === null && reverses === null}>
          <b>No {entry.number}</b>, this entry{reversedBy ? ', was taken back' : ', takes back the one before'}
        </li>
        {reversedBy && (
          <li>
            <Link className="text-link" to={paths.circleBookEntry(circleId, reversedBy._id)}>
              No {reversedBy.number}
            </Link>
            , {formatCalendarDay(reversedBy.day, 'short')}: takes this entry back
          </li>
        )}
      </ol>
      <p className="small sub">Nothing is deleted. An entry can be reversed once; a reversal cannot.</p>
    </Card>
  )
}

const permissionWords: Readonly<Record<NonNullable<BookEntry['permission']>, string>> = {
  motion: 'A motion permits it.',
  owed: 'It goes back to a person, at most what was held for them.',
  deposit: 'It is a tenant’s deposit.',
  loan: 'It is among the loan’s agreed payments.',
  emergency: 'It is within the emergency limit of its month. A motion ratifies it.',
  bank_fee: 'The bank took its fee: no motion is needed.',
  none: 'Nobody had permitted it. The bank shows it, so it is booked, and a motion is to ratify it.',
}

const ratifyWords = { open: 'is being voted on', passed: 'has ratified it', failed: 'did not ratify it' } as const

/** What it rests on: the motion with what is left of it, or what ratifies it. */
function RestsOn({ circleId, entry }: EntryProps) {
  const { motion, ratify, permission } = entry
  if (permission === null) return null
  const used = motion && motion.leftCents !== null ? motion.amountCents - motion.leftCents : null
  return (
    <Card className={styles.rests}>
      <CardHeader title="What it rests on" />
      <p className="sub">{permissionWords[permission]}</p>
      {motion && (
        <>
          <p>
            <IconGavel {...iconProps(18)} />{' '}
            <Link className="text-link" to={paths.circleMotion(circleId, motion._id)}>
              <bdi>{motion.title}</bdi>
            </Link>
          </p>
          {used !== null && motion.leftCents !== null && (
            <>
              <p className={`${styles.used} small num`}>
                <b>{formatCents(used)} used</b>
                <span>
                  {formatCents(motion.leftCents)} left of {formatCents(motion.amountCents)}
                </span>
              </p>
              <ProgressBar percent={Math.max(0, Math.min(100, Math.round((used * 100) / motion.amountCents)))} label="Used of the motion" />
            </>
          )}
        </>
      )}
      {ratify && (
        <p>
          <IconGavel {...iconProps(18)} />{' '}
          <Link className="text-link" to={paths.circleMotion(circleId, ratify._id)}>
            <bdi>{ratify.title}</bdi>
          </Link>{' '}
          {ratifyWords[ratify.state]}.
        </p>
      )}
    </Card>
  )
}

function Receipts({ circleId, entry }: EntryProps) {
  const [isAdding, add] = useState(false)
  return (
    <Card className={styles.rests}>
      <CardHeader title={entry.documents.length > 1 ? 'Receipts' : 'Receipt'} />
      {entry.documents.length === 0 && <p className="sub">{entry.isReceiptMissing ? 'No receipt yet.' : 'It needs none.'}</p>}
      {entry.documents.map(({ documentId, versionId, title, version }) => (
        <p key={versionId}>
          <IconFileText {...iconProps(18)} />{' '}
          <Link className="text-link" to={paths.circleDocument(circleId, documentId)}>
            <bdi>{title}</bdi>
          </Link>
          {version > 1 && <span className="sub"> (version {version})</span>}
        </p>
      ))}
      {entry.mayAddReceipt && (
        <ActionButton variant="outline" leftSection={<IconFilePlus {...iconProps(18)} />} onClick={() => add(true)}>
          Add a receipt
        </ActionButton>
      )}
      {isAdding && <ReceiptDialog circleId={circleId} entryId={entry._id} onClose={() => add(false)} />}
    </Card>
  )
}

/** The bank's lines that show its cash. */
function AtTheBank({ circleId, entry }: EntryProps) {
  const acts = useBookActs(circleId)
  const { busy, act } = useAct()
  if (entry.bank === null) return null
  return (
    <Card className={styles.rests}>
      <CardHeader title="At the bank" />
      {entry.matches.length === 0 && (
        <p className="sub">{entry.bank === 'shown' ? 'The bank had it from the start.' : 'The bank has not shown it yet.'}</p>
      )}
      {entry.matches.map((match) => (
        <div key={match._id} className={`${styles.match} num`}>
          {match.bankLines.map((line) => (
            <p key={line._id}>
              {formatCalendarDay(line.day, 'short')} <b>{signedCents(line.amountCents)}</b>
            </p>
          ))}
          {match.bankLines.length === 0 && <p>Matched with an entry that cancels it.</p>}
          <p className="small sub">
            Matched by <bdi>{match.matchedBy.name}</bdi>, <Moment at={match.at} />
          </p>
          {match.mayTakeBack && (
            <ActionButton
              variant="subtle"
              loading={busy === match._id}
              onClick={() => act(match._id, 'The match was taken back', () => acts.takeMatchBack(match._id))}
            >
              Take the match back
            </ActionButton>
          )}
        </div>
      ))}
    </Card>
  )
}

function Facts({ entry }: { entry: BookEntry }) {
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    ['Day of the money', formatCalendarDay(entry.day)],
    ['Booked', <Moment key="at" at={entry.recordedAt} />],
    ['By', <bdi key="by">{entry.bookedBy.name}</bdi>],
    ...(entry.payee ? [['Payee', <bdi key="payee">{entry.payee}</bdi>] as const] : []),
    ['Belongs to', formatCalendarMonth(entry.belongsTo ?? monthOf(entry.day))],
  ]
  return (
    <Card>
      <CardHeader title="Facts" />
      <dl className={`${factsStyles.root} num`}>
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  )
}

/** One entry: its lines, what it rests on, its receipt and what of the bank shows it. */
export function EntryPage({ circleId, entryId }: { circleId: string; entryId: string }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: entry } = useSuspenseQuery(bookEntryQuery(circleId, entryId))
  useWatchCircle(circleId)
  const [asking, ask] = useState<'reverse' | 'refund' | null>(null)
  const month = monthOf(entry.day)
  return (
    <>
      <BackButton to={paths.circleBookOf(circleId, month)} label={`Book, ${formatCalendarMonth(month)}`} />
      <PageHeading
        aside={
          entry.isReversed ? (
            <Badge icon={<IconArrowBackUp {...iconProps(16)} />}>Reversed</Badge>
          ) : entry.isReversal ? (
            <Badge icon={<IconArrowBackUp {...iconProps(16)} />}>Reversal</Badge>
          ) : null
        }
        subtitle={
          <span className="num">
            Entry No {entry.number} · {entry.cashCents === 0 ? `${formatCents(entry.amountCents)}, no cash` : signedCents(entry.cashCents)}{' '}
            · <bdi>{circle.title}</bdi>
          </span>
        }
        actions={
          (entry.mayRefund || entry.mayReverse) && (
            <>
              {entry.mayRefund && (
                <ActionButton variant="outline" leftSection={<IconReceiptRefund {...iconProps(18)} />} onClick={() => ask('refund')}>
                  A part comes back
                </ActionButton>
              )}
              {entry.mayReverse && (
                <ActionButton
                  variant="outline"
                  color="red"
                  leftSection={<IconArrowBackUp {...iconProps(18)} />}
                  onClick={() => ask('reverse')}
                >
                  Reverse
                </ActionButton>
              )}
            </>
          )
        }
      >
        <bdi>{entryTitle(entry)}</bdi>
      </PageHeading>
      <SideColumns
        main={
          <>
            {entry.waitingReversal && (
              <Card className={styles.rests}>
                <CardHeader title="Waits for a word" />
                <WaitingReversals circleId={circleId} reversals={[entry.waitingReversal]} />
              </Card>
            )}
            <Lines entry={entry} />
            <Chain circleId={circleId} entry={entry} />
            <RestsOn circleId={circleId} entry={entry} />
            {entry.reversalRefusal && !entry.isReversal && !entry.isReversed && <p className="small sub">{entry.reversalRefusal}</p>}
          </>
        }
        side={
          <>
            <Receipts circleId={circleId} entry={entry} />
            <AtTheBank circleId={circleId} entry={entry} />
            <Facts entry={entry} />
          </>
        }
      />
      {asking === 'reverse' && <ReversalDialog circleId={circleId} entry={entry} onClose={() => ask(null)} />}
      {asking === 'refund' && <BookingDialog circleId={circleId} kind="refund" entryId={entry._id} onClose={() => ask(null)} />}
    </>
  )
}
