import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconLock, IconPencil } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Book } from '#contract/book.ts'
import type { BookMonth } from '#contract/book-months.ts'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay, formatCalendarMonth } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'
import { formatCents } from '#domain/money.ts'
import { oldAfterDays } from '#domain/month-close.ts'
import { isProposableIn } from '#domain/motion-kinds.ts'
import { circleQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { bookMonthQuery, bookQuery } from '#web/shared/book/book.queries.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { monthStateWords, signedCents } from './book-words.ts'
import { ConfirmMonth, SendBackDialog } from './confirm-month.tsx'
import { EntryList } from './entry-list.tsx'
import styles from './month-page.module.css'
import { MonthStrip } from './month-strip.tsx'

type Account = BookMonth['accounts'][number]

/** Book less what is outstanding, beside the bank: two sums that must be one. Hidden from who is to type the bank's first. */
function Equation({ account, isClosed }: { account: Account; isClosed: boolean }) {
  const { name, bookCents, outstandingCents, expectedCents, bankCents, typedCents, outstanding, reasons } = account
  const other = isClosed ? typedCents : bankCents
  const isEqual = expectedCents !== null && other === (isClosed && bookCents !== null ? bookCents - outstandingCents : expectedCents)
  return (
    <Card className={styles.account}>
      <CardHeader title={<bdi>{name}</bdi>} />
      {bookCents === null ? (
        <p className="sub">Our figures are shown after you have typed the bank’s.</p>
      ) : (
        <div className={`${styles.equation} num`}>
          <div>
            <span className="small sub">Cash by the book</span>
            <b>{formatCents(bookCents)}</b>
          </div>
          {outstandingCents !== 0 && (
            <>
              <span className={styles.sign}>−</span>
              <div>
                <span className="small sub">Outstanding</span>
                <b>{formatCents(outstandingCents)}</b>
              </div>
            </>
          )}
          {other !== null && (
            <>
              <span className={styles.sign} data-off={!isEqual}>
                {isEqual ? '=' : '≠'}
              </span>
              <div>
                <span className="small sub">{isClosed ? 'The bank’s statement, as typed' : 'The bank, by its files'}</span>
                <b>{formatCents(other)}</b>
              </div>
            </>
          )}
        </div>
      )}
      {reasons.length > 0 && (
        <ul className={styles.reasons}>
          {reasons.map(({ reason, words }) => (
            <li key={reason}>
              <IconAlertTriangle {...iconProps(17)} />
              <span>{words}</span>
            </li>
          ))}
        </ul>
      )}
      {outstanding.length > 0 && (
        <>
          <h3>Outstanding: booked, and not at the bank on the last day</h3>
          <ul className={`${styles.rows} num`}>
            {outstanding.map((line) => (
              <li key={`${line.entryId} ${line.day} ${line.amountCents}`}>
                <span>
                  <bdi>{line.payee || 'Several entries'}</bdi>
                  <span className="small sub">
                    {line.number !== null && `No ${line.number} · `}
                    {formatCalendarDay(line.day, 'short')}
                  </span>
                </span>
                <span className={styles.age} data-old={line.isOld}>
                  {line.days === 1 ? '1 day' : `${line.days} days`}
                  {line.isOld && `, more than ${oldAfterDays}`}
                </span>
                <b>{signedCents(line.amountCents)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function BankLinesOf({ month, accounts }: { month: BookMonth; accounts: Book['accounts'] }) {
  if (month.bankLines.length === 0) return null
  const nameOf = (id: string) => accounts.find(({ _id }) => _id === id)?.name ?? ''
  return (
    <Card>
      <CardHeader title="What the bank shows" aside={<span className="small sub">{month.bankLines.length} lines</span>} />
      <ul className={`${styles.rows} num`}>
        {month.bankLines.map((line) => (
          <li key={line._id}>
            <span>
              <bdi>{[line.payee, line.text].filter(Boolean).join(' · ') || 'Without a text'}</bdi>
              <span className="small sub">
                {formatCalendarDay(line.day, 'short')}
                {accounts.length > 1 && ` · ${isolate(nameOf(line.bankAccountId))}`}
              </span>
            </span>
            <span className={styles.age}>{line.matchId ? 'Matched' : 'Not matched'}</span>
            <b>{signedCents(line.amountCents)}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const StateIcon = { open: IconPencil, agrees: IconCircleCheck, closed: IconLock } as const

/** A month beside the bank: what must agree, and who says that it does. */
export function MonthPage({ circleId, month: name, userId }: { circleId: string; month: string; userId: string }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: book } = useSuspenseQuery(bookQuery(circleId))
  const { data: month } = useSuspenseQuery(bookMonthQuery(circleId, name))
  useWatchCircle(circleId)
  const Icon = StateIcon[month.state]
  return (
    <div className={styles.page}>
      <BackButton to={paths.circleBookOf(circleId, name)} label="Book" />
      <PageHeading
        subtitle={
          <>
            Up to {formatCalendarDay(month.lastDay)} · <bdi>{circle.title}</bdi>
          </>
        }
        actions={
          <Badge kind={month.state === 'open' ? 'outline' : 'evergreen'} icon={<Icon {...iconProps(16)} />}>
            {month.mayConfirm && !month.closed ? 'Agrees, waits for you' : monthStateWords(month.state, month.reopened.length > 0)}
          </Badge>
        }
      >
        {formatCalendarMonth(name)}
      </PageHeading>
      <MonthStrip book={book} chosen={name} addressOf={(each) => paths.circleBookMonth(circleId, each)} />
      <SideColumns
        main={
          <>
            {month.accounts.length === 0 && (
              <Card>
                <p className="sub">No bank account concerns this month.</p>
              </Card>
            )}
            {month.accounts.map((account) => (
              <Equation key={account._id} account={account} isClosed={month.state === 'closed'} />
            ))}
            {month.suspense.amountCents !== 0 && (
              <Card padded={false}>
                <div className={styles.inner}>
                  <CardHeader title="In suspense" aside={<b className="num">{formatCents(Math.abs(month.suspense.amountCents))}</b>} />
                  <p className="sub">It has words and does not keep the month from closing. A year’s statements wait for it.</p>
                </div>
                <EntryList circleId={circleId} entries={month.suspense.entries} />
              </Card>
            )}
            {month.missingReceipts.length > 0 && (
              <Card padded={false}>
                <div className={styles.inner}>
                  <CardHeader title="Without a receipt" />
                  <p className="sub">Not a condition, but it is looked at here.</p>
                </div>
                <EntryList circleId={circleId} entries={month.missingReceipts} />
              </Card>
            )}
            <BankLinesOf month={month} accounts={book.accounts} />
          </>
        }
        side={
          <>
            <Closing circle={circle} book={book} month={month} />
            <Who circle={circle} month={month} book={book} userId={userId} />
          </>
        }
      />
    </div>
  )
}

/** Who closed the month before it was opened again, and by which motion. */
const Reopened = ({ circleId, month: { reopened } }: { circleId: string; month: BookMonth }) =>
  reopened.map(({ by, at, reopenedAt, motionId }) => (
    <p key={at} className="small sub">
      <bdi>{by.name}</bdi> had closed it, <Moment at={at} />. <Link to={paths.circleMotion(circleId, motionId)}>A motion</Link> opened it
      again, <Moment at={reopenedAt} />.
    </p>
  ))

/** Confirm, send back, or what has to be done first. */
function Closing({ circle: { _id: circleId, stage }, book, month }: { circle: Circle; book: Book; month: BookMonth }) {
  const [isSendingBack, sendBack] = useState(false)
  const label = formatCalendarMonth(month.month)
  if (month.closed)
    return (
      <Card className={styles.closing}>
        <CardHeader title={`${label} is closed`} />
        <p className="sub">
          <bdi>{month.closed.by.name}</bdi> confirmed it, <Moment at={month.closed.at} />. Nothing is booked into it any more: a late bill
          is booked on its own day and belongs to {label}.
        </p>
        <IconNote icon={<IconLock {...iconProps(16)} />}>Reopening needs a motion.</IconNote>
        {isProposableIn('reopen', stage) && (
          <ActionButton variant="outline" to={`${paths.newMotion(circleId)}?kind=reopen&month=${month.month}`}>
            Propose to reopen this month
          </ActionButton>
        )}
        <Reopened circleId={circleId} month={month} />
      </Card>
    )
  return (
    <Card className={styles.closing}>
      <CardHeader title={month.mayConfirm ? 'Confirm' : month.state === 'agrees' ? 'Waits for someone else' : 'Not yet'} />
      {month.sentBack.map(({ by, words, at }) => (
        <blockquote key={at} className={styles.words}>
          <p>“{words}”</p>
          <footer className="small sub">
            <bdi>{by.name}</bdi> sent it back, <Moment at={at} />
          </footer>
        </blockquote>
      ))}
      {month.mayConfirm ? (
        <>
          <ConfirmMonth key={month.month} circleId={circleId} month={month} />
          {month.maySendBack && (
            <ActionButton variant="outline" onClick={() => sendBack(true)}>
              Something is not right
            </ActionButton>
          )}
        </>
      ) : (
        <>
          {month.confirmRefusal && <p className="sub">{month.confirmRefusal}</p>}
          {book.may.book && month.state === 'open' && (
            <ActionButton variant="outline" to={paths.circleBookMatch(circleId)} rightSection={<IconArrowRight {...iconProps(18)} />}>
              Match with the bank
            </ActionButton>
          )}
          {book.may.book && month.state === 'agrees' && month.confirmers.length > 0 && (
            <p className="sub">They were told. As soon as one of them confirms, the month is closed.</p>
          )}
        </>
      )}
      <Reopened circleId={circleId} month={month} />
      {isSendingBack && <SendBackDialog circleId={circleId} month={month.month} onClose={() => sendBack(false)} />}
    </Card>
  )
}

function Who({ circle, month, book, userId }: { circle: Circle; month: BookMonth; book: Book; userId: string }) {
  if (month.closed) return null
  return (
    <Card>
      <CardHeader title="Who" />
      <ul className={styles.people}>
        {book.treasurer && (
          <li>
            <Avatar initial={book.treasurer.name.slice(0, 1)} size={36} />
            <span>
              <b>
                <bdi>{book.treasurer.name}</bdi>
              </b>
              <span className="small sub">Treasurer, prepares it</span>
            </span>
          </li>
        )}
        {month.confirmers
          .filter(({ _id }) => _id !== book.treasurer?._id)
          .map(({ _id, name }) => (
            <li key={_id}>
              <Avatar initial={name.slice(0, 1)} size={36} />
              <span>
                <b>
                  <bdi>{name}</bdi>
                </b>
                <span className="small sub">{_id === userId ? 'You can confirm it' : 'Can confirm it'}</span>
              </span>
            </li>
          ))}
      </ul>
      {month.confirmers.length === 0 && (
        <>
          <p className="sub">
            Everyone who holds arcs booked, matched or was treasurer in this month, so nobody can confirm it. It waits until someone who had
            no part in it holds an arc, which can be handed on to them. It is avoided by changing the treasurer at the end of a month.
          </p>
          {circle.stage === 'owning' && (
            <ActionButton variant="light" to={paths.circleOffers(circle._id)}>
              Hand on arcs
            </ActionButton>
          )}
        </>
      )}
    </Card>
  )
}
