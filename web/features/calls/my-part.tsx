import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ownPartWords } from '#domain/call-words.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { PaymentDialog } from '#web/shared/calls/payment-dialog.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { useCall } from './call-context.tsx'
import styles from './my-part.module.css'

const shownFor = 2_000

/** What to write on the bank transfer. Copy turns to a tick for two seconds. */
function Reference({ reference }: { reference: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownFor)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference)
      setCopied(true)
    } catch {
      toast.error('It could not be copied. Please write it down.')
    }
  }
  return (
    <div>
      <h3 className="label">Reference for the transfer</h3>
      <div className={styles.reference}>
        <code>{reference}</code>
        <ActionButton
          variant="subtle"
          onClick={copy}
          leftSection={isCopied ? <IconCheck {...iconProps(18)} /> : <IconCopy {...iconProps(18)} />}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </ActionButton>
      </div>
      <p className="small sub">Write it exactly so. The bank line then finds its way by itself.</p>
    </div>
  )
}

/** What the reader is asked, how it is reckoned, and how to pay it. */
export function MyPart({ className }: { className?: string | undefined }) {
  const { circleId, userId, call } = useCall()
  const [isRecording, record] = useState(false)
  const { mine, desk } = call
  const isOpen = mine !== null && mine.openCents > 0
  return (
    <Card className={[styles.root, className].filter(Boolean).join(' ')}>
      <CardHeader title="My part" />
      {mine ? (
        <>
          <p className={`${styles.sum} num`} data-open={isOpen}>
            {formatCents(isOpen ? mine.openCents : mine.askedCents)}
          </p>
          <p className="sub num">
            {isOpen
              ? `${mine.paidCents > 0 ? `${formatCents(mine.paidCents)} of ${formatCents(mine.askedCents)} is paid. ` : ''}Due ${formatCalendarDay(call.dueDay, 'short')}. `
              : 'Paid. '}
            {ownPartWords(call.parts, mine.arcs)}.
          </p>
          {mine.keptCents > 0 && (
            <p className="sub num">{formatCents(mine.keptCents)} is held for you: for the next call, or to be paid back.</p>
          )}
          {isOpen && mine.reference && <Reference reference={mine.reference} />}
        </>
      ) : (
        <p className="sub">You hold no arcs of this call.</p>
      )}
      {desk.mayRecord && (isOpen || desk.mayRecordForOthers) && (
        <ActionButton variant="outline" onClick={() => record(true)}>
          {desk.mayRecordForOthers ? 'Record a payment' : 'I have paid'}
        </ActionButton>
      )}
      {isRecording && (
        <PaymentDialog
          circleId={circleId}
          userId={userId}
          desk={desk}
          callId={call._id}
          openCents={mine?.openCents ?? 0}
          onClose={() => record(false)}
        />
      )}
    </Card>
  )
}
