import { IconArrowRight, IconCircleCheck, IconClock, IconGavel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Book, WaitingReversal } from '#contract/book.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay, formatCalendarMonth } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { outlaysQuery } from '#web/shared/book/book.queries.ts'
import { useBookActs } from '#web/shared/book/use-book-acts.ts'
import { useAct } from '#web/shared/calls/payment-list.tsx'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './what-waits.module.css'

type Next = Book['next']

/** Where the next step is done; null where there is nothing to open. */
function wayOf(circleId: string, { does, month, isMine }: Next): { to: string; text: string } | null {
  if (does === 'import' && isMine) return { to: paths.circleBookImport(circleId), text: 'Add a bank file' }
  // The treasurer's own part is matched by another member.
  if (does === 'match') return { to: paths.circleBookMatch(circleId), text: isMine ? 'Match lines' : 'Look at the lines' }
  if ((does === 'confirm' || does === 'agree') && month)
    return { to: paths.circleBookMonth(circleId, month), text: `Look at ${formatCalendarMonth(month)}` }
  return null
}

const titles: Readonly<Record<Next['does'], string>> = {
  import: 'A bank file is missing',
  match: 'The bank’s lines wait',
  confirm: 'A month agrees with the bank',
  agree: 'A month does not agree yet',
  nothing: 'Nothing waits',
}

function WaitingOutlays({ circleId }: { circleId: string }) {
  const { data: outlays = [] } = useQuery(outlaysQuery(circleId))
  const { run, dialog } = useStepUp('confirm_money')
  const { busy, act } = useAct(run)
  const acts = useBookActs(circleId)
  return (
    <>
      {outlays.map((outlay) => (
        <div className={`${styles.waiting} num`} key={outlay._id}>
          <p>
            <b>
              <bdi>{outlay.person.name}</bdi> laid out {formatCents(outlay.amountCents)}
            </b>{' '}
            for <bdi>{outlay.payee}</bdi>, {formatCalendarDay(outlay.day, 'short')}. The treasurer’s own outlay is booked with another
            member’s word.{' '}
            {outlay.document && (
              <Link className="text-link" to={paths.circleDocument(circleId, outlay.document.documentId)}>
                <bdi>{outlay.document.title}</bdi>
              </Link>
            )}
          </p>
          {outlay.mayConfirm && (
            <ActionButton
              variant="light"
              loading={busy === outlay._id}
              onClick={() => act(outlay._id, 'Booked with your word', () => acts.confirmOutlay(outlay._id))}
            >
              That is so
            </ActionButton>
          )}
          {outlay.mayWithdraw && (
            <ActionButton
              variant="subtle"
              loading={busy === outlay._id}
              onClick={() => act(outlay._id, 'Withdrawn', () => acts.withdrawOutlay(outlay._id))}
            >
              Withdraw
            </ActionButton>
          )}
        </div>
      ))}
      {dialog}
    </>
  )
}

/** Reversals that wait for a word, on the book and on the page of their entry. */
export function WaitingReversals({ circleId, reversals }: { circleId: string; reversals: readonly WaitingReversal[] }) {
  const { run, dialog } = useStepUp('confirm_money')
  const { busy, act } = useAct(run)
  const acts = useBookActs(circleId)
  return (
    <>
      {reversals.map((reversal) => (
        <div className={`${styles.waiting} num`} key={reversal._id}>
          <p>
            <b>
              <bdi>{reversal.askedBy.name}</bdi> asks to reverse{' '}
              <Link className="text-link" to={paths.circleBookEntry(circleId, reversal.entryId)}>
                No {reversal.number}
              </Link>
              , {formatCents(reversal.amountCents)}
            </b>
            {reversal.words && (
              <>
                : <bdi>{reversal.words}</bdi>
              </>
            )}{' '}
            <span className="sub">It counted by another member’s word, so it is reversed with one.</span>
          </p>
          {reversal.mayConfirm && (
            <ActionButton
              variant="light"
              loading={busy === reversal._id}
              onClick={() => act(reversal._id, 'Reversed with your word', () => acts.confirmReversal(reversal._id))}
            >
              Reverse it
            </ActionButton>
          )}
          {reversal.mayWithdraw && (
            <ActionButton
              variant="subtle"
              loading={busy === reversal._id}
              onClick={() => act(reversal._id, 'Withdrawn', () => acts.withdrawReversal(reversal._id))}
            >
              Withdraw
            </ActionButton>
          )}
        </div>
      ))}
      {dialog}
    </>
  )
}

/** The next step with who does it, payments to ratify, and outlays and reversals that wait for a word. */
export function WhatWaits({ circleId, book }: { circleId: string; book: Book }) {
  const { next, toRatify } = book
  const way = wayOf(circleId, next)
  const isCalm = next.does === 'nothing' || next.does === 'confirm'
  return (
    <Card className={styles.root} aria-label="What waits">
      <div className={styles.next}>
        <IconDisc tone={isCalm ? 'evergreen' : 'sunk'} size={44}>
          {isCalm ? <IconCircleCheck {...iconProps(22)} /> : <IconClock {...iconProps(22)} />}
        </IconDisc>
        <div>
          <h2>{titles[next.does]}</h2>
          <p className="sub num">
            {next.words}
            {!next.isMine && book.treasurer && (next.does === 'import' || next.does === 'match' || next.does === 'agree') && (
              <>
                {' '}
                <bdi>{book.treasurer.name}</bdi> keeps the book.
              </>
            )}
          </p>
        </div>
        {way && (
          <ActionButton
            variant={next.does === 'confirm' && next.isMine ? 'filled' : 'outline'}
            to={way.to}
            rightSection={<IconArrowRight {...iconProps(18)} />}
          >
            {way.text}
          </ActionButton>
        )}
      </div>
      {toRatify.map(({ entryId, motionId, title }) => (
        <IconNote key={entryId} icon={<IconGavel {...iconProps(16)} />}>
          A payment waits to be ratified:{' '}
          <Link className="text-link" to={paths.circleMotion(circleId, motionId)}>
            <bdi>{title}</bdi>
          </Link>
        </IconNote>
      ))}
      <WaitingOutlays circleId={circleId} />
      <WaitingReversals circleId={circleId} reversals={book.reversals} />
    </Card>
  )
}
