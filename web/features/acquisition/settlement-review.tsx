import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Acquisition } from '#contract/acquisition.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { purchaseKinds } from '#domain/settlement.ts'
import styles from '#web/shared/settlement/settlement.module.css'
import { StatementTable } from '#web/shared/settlement/statement-table.tsx'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { usePurchase } from './purchase-context.tsx'
import { FormDialog } from './step-dialogs.tsx'

type Settlement = NonNullable<Acquisition['settlement']>

/** The statement as it was entered: every line beside the paper, for the member who confirms it and for everyone later. */
export function SettlementReview({ settlement, isConfirmed = false }: { settlement: Settlement; isConfirmed?: boolean }) {
  const { circleId } = usePurchase()
  const { moment } = useDates()
  const [asked, ask] = useState<'confirm' | 'withdraw' | null>(null)
  const { document, lines, proposedBy } = settlement
  return (
    <div className={styles.review}>
      <p>
        <bdi>{proposedBy.name}</bdi> entered the settlement statement of {formatCalendarDay(settlement.day)} on{' '}
        {moment(settlement.proposedAt)}.
        {!isConfirmed && !settlement.mayConfirm && ' It waits for another member, who compares it with the paper.'}
      </p>
      <Link className={styles.paper} to={paths.circleDocument(circleId, document.documentId)}>
        <IconFileText {...iconProps(17)} />
        <bdi>{document.title}</bdi>
      </Link>
      <StatementTable kinds={purchaseKinds} lines={lines} />
      <dl className={`${styles.sums} num`}>
        <dt>{settlement.balanceCents < 0 ? 'The closing brings' : 'The closing takes from the title company'}</dt>
        <dd>{formatCents(Math.abs(settlement.balanceCents))}</dd>
        <dt data-total>Left there: its refund</dt>
        <dd data-total>{formatCents(settlement.refundCents)}</dd>
      </dl>
      {(settlement.mayConfirm || settlement.mayWithdraw) && (
        <div className={styles.buttons}>
          {settlement.mayConfirm && <ActionButton onClick={() => ask('confirm')}>Confirm the settlement</ActionButton>}
          {settlement.mayWithdraw && (
            <ActionButton variant="outline" onClick={() => ask('withdraw')}>
              Withdraw it
            </ActionButton>
          )}
        </div>
      )}
      {asked === 'confirm' && <ConfirmSettlement settlement={settlement} onClose={() => ask(null)} />}
      {asked === 'withdraw' && <WithdrawSettlement settlement={settlement} onClose={() => ask(null)} />}
    </div>
  )
}

type AskProps = { settlement: Settlement; onClose: () => void }

function ConfirmSettlement({ settlement, onClose }: AskProps) {
  const { acts, run } = usePurchase()
  const form = useSubmitForm({
    initialValues: {},
    submit: () => run(() => acts.confirmSettlement(settlement._id)),
    onSuccess: () => {
      toast.success('Confirmed: the circle owns the property')
      onClose()
    },
  })
  return (
    <FormDialog title="Confirm the settlement?" form={form} submitLabel="Confirm" onClose={onClose}>
      <p>
        You say that you have read the paper and that each of its {settlement.lines.length}{' '}
        {settlement.lines.length === 1 ? 'line' : 'lines'} stands here as it stands there. The circle then owns the property, and the lines
        are booked.
      </p>
      <p className="sub">We ask for your passkey or password. This cannot be taken back.</p>
    </FormDialog>
  )
}

function WithdrawSettlement({ settlement, onClose }: AskProps) {
  const { acts, run } = usePurchase()
  const form = useSubmitForm({
    initialValues: {},
    submit: () => run(() => acts.withdrawSettlement(settlement._id)),
    onSuccess: onClose,
  })
  return (
    <FormDialog title="Withdraw what was entered?" form={form} submitLabel="Withdraw" onClose={onClose}>
      <p className="sub">Nothing has been booked yet. It can be entered again.</p>
    </FormDialog>
  )
}
