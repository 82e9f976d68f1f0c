import { IconCheck } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Link } from 'react-router'
import type { Contribution, PaidBack } from '#contract/calls.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './payment-list.module.css'
import { ReturnedDialog } from './returned-dialog.tsx'
import { type CallActs, useCallActs } from './use-call-acts.ts'

type Desk = {
  readonly circleId: string
  readonly today: string
  readonly acts: CallActs
  /** Runs an act; where the server wants to know that it is this person, they are asked. */
  readonly run: <Answer>(act: () => Promise<Answer>) => Promise<Answer>
}

const DeskContext = createContext<Desk | null>(null)

function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk needs a PaymentList above it')
  return desk
}

/** One act at a time, with its own loading state and the server's sentence if it is refused. */
export function useAct(run: Desk['run'] = (act) => act()) {
  const [busy, setBusy] = useState<string | null>(null)
  const act = async (key: string, done: string, send: () => Promise<unknown>) => {
    setBusy(key)
    try {
      await run(send)
      toast.success(done)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Something went wrong...')
    } finally {
      setBusy(null)
    }
  }
  return { busy, act }
}

const stateWords: Readonly<Record<Contribution['state'], string>> = {
  waiting: 'Waits for words',
  counted: 'Counted',
  returning: 'Taken back by the bank: waits for words',
  returned: 'Reversed',
  withdrawn: 'Withdrawn',
}

function PaymentFacts({ paid }: { paid: Contribution }) {
  const { circleId } = useDesk()
  const isWaiting = paid.state === 'waiting' || paid.state === 'returning'
  return (
    <div className={styles.facts}>
      <p>
        <b>
          <bdi>{paid.payer.name}</bdi>: {formatCents(paid.amountCents)}
        </b>{' '}
        {formatCalendarDay(paid.day, 'short')}, {paid.bankAccount ? <bdi>{paid.bankAccount.name}</bdi> : 'the title company'}
      </p>
      <p className="small sub">
        {paid.sender && (
          <>
            Sent by <bdi>{paid.sender}</bdi>.{' '}
          </>
        )}
        {paid.document && (
          <Link className="text-link" to={paths.circleDocument(circleId, paid.document.documentId)}>
            {paid.document.title}
          </Link>
        )}{' '}
        Recorded by <bdi>{paid.recordedBy.name}</bdi>.
        {isWaiting &&
          ` ${paid.words.length} of ${paid.wordsNeeded} ${paid.wordsNeeded === 1 ? 'word' : 'words'}${paid.words.length > 0 ? `: ${paid.words.map(({ name }) => name).join(', ')}` : ''}.`}
      </p>
      <Badge kind={paid.state === 'counted' ? 'evergreen' : 'neutral'}>{stateWords[paid.state]}</Badge>
    </div>
  )
}

function Payment({ paid }: { paid: Contribution }) {
  const { acts, run, today } = useDesk()
  const { busy, act } = useAct(run)
  const [asking, ask] = useState<'confirm' | 'withdraw' | 'returned' | null>(null)
  const close = () => ask(null)
  const isReturn = paid.state === 'returning'
  const what = `${formatCents(paid.amountCents)} of ${paid.payer.name}`
  return (
    <li className="num">
      <PaymentFacts paid={paid} />
      <div className={styles.acts}>
        {paid.mayConfirm && (
          <ActionButton
            variant="light"
            loading={busy === 'confirm'}
            leftSection={<IconCheck {...iconProps(18)} />}
            aria-label={`Confirm ${what}`}
            onClick={() => ask('confirm')}
          >
            Confirm
          </ActionButton>
        )}
        {paid.mayWithdraw && (
          <ActionButton variant="subtle" loading={busy === 'withdraw'} aria-label={`Withdraw ${what}`} onClick={() => ask('withdraw')}>
            Withdraw
          </ActionButton>
        )}
        {paid.mayReturn && (
          <ActionButton variant="subtle" aria-label={`The bank took back ${what}`} onClick={() => ask('returned')}>
            Taken back
          </ActionButton>
        )}
      </div>
      <ConfirmDialog
        opened={asking === 'confirm'}
        title={isReturn ? 'Did the bank take it back?' : 'Have you seen it?'}
        confirmLabel="Confirm"
        warning="Your word cannot be taken back"
        consequence={
          isReturn
            ? `You say that the bank took back ${what}. With the last word it is reversed, and its parts are open again.`
            : `You say that you have seen the payment of ${what}, at the bank or on its paper. With the last word it counts.`
        }
        onCancel={close}
        onConfirm={() => {
          close()
          void act('confirm', 'Your word is recorded', () => acts.confirm(paid._id))
        }}
      />
      <ConfirmDialog
        opened={asking === 'withdraw'}
        title="Withdraw it?"
        confirmLabel="Withdraw"
        warning={null}
        consequence={`The record of ${what} no longer waits for words. It can be recorded again.`}
        onCancel={close}
        onConfirm={() => {
          close()
          void act('withdraw', 'Withdrawn', () => acts.withdraw(paid._id))
        }}
      />
      {asking === 'returned' && <ReturnedDialog paid={paid} today={today} acts={acts} onClose={close} />}
    </li>
  )
}

function SentBack({ sent }: { sent: PaidBack }) {
  const { acts, run } = useDesk()
  const { busy, act } = useAct(run)
  return (
    <li className="num">
      <div className={styles.facts}>
        <p>
          <b>
            {formatCents(sent.amountCents)} sent back to <bdi>{sent.receiver.name}</bdi>
          </b>{' '}
          {formatCalendarDay(sent.day, 'short')}
        </p>
        <p className="small sub">
          Recorded by <bdi>{sent.recordedBy.name}</bdi>. It waits to be confirmed.
        </p>
      </div>
      <div className={styles.acts}>
        {sent.mayConfirm && (
          <ActionButton
            variant="light"
            loading={busy === 'confirm'}
            onClick={() => act('confirm', 'Confirmed', () => acts.confirmPaidBack(sent._id))}
          >
            It has come
          </ActionButton>
        )}
        {sent.mayWithdraw && (
          <ActionButton
            variant="subtle"
            loading={busy === 'withdraw'}
            onClick={() => act('withdraw', 'Withdrawn', () => acts.withdrawPaidBack(sent._id))}
          >
            Withdraw
          </ActionButton>
        )}
      </div>
    </li>
  )
}

type PaymentListProps = {
  circleId: string
  today: string
  contributions: readonly Contribution[]
  paidBacks: readonly PaidBack[]
  /** Rows before them. */
  children?: ReactNode
}

/** Payments with what can be done about them: confirm, withdraw, record that the bank took one back. */
export function PaymentList({ circleId, today, contributions, paidBacks, children }: PaymentListProps) {
  const acts = useCallActs(circleId)
  const { run, dialog } = useStepUp('confirm_money')
  return (
    <DeskContext value={{ circleId, today, acts, run }}>
      <ul className={styles.list}>
        {paidBacks.map((sent) => (
          <SentBack key={sent._id} sent={sent} />
        ))}
        {children}
        {contributions.map((paid) => (
          <Payment key={paid._id} paid={paid} />
        ))}
      </ul>
      {dialog}
    </DeskContext>
  )
}
