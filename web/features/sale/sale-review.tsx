import { IconFileText } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Sale } from '#contract/sale.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { saleKinds } from '#domain/sale.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import styles from '#web/shared/settlement/settlement.module.css'
import { StatementTable } from '#web/shared/settlement/statement-table.tsx'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { SaleActs } from './sale-acts.ts'

type Statement = NonNullable<Sale['statement']>
type SaleReviewProps = { circleId: string; statement: Statement; acts: SaleActs }

/** The statement as it was entered: every line beside the paper, for the member who confirms it. */
export function SaleReview({ circleId, statement, acts }: SaleReviewProps) {
  const { moment } = useDates()
  const { run, isAsking, dialog } = useStepUp('confirm_money')
  const [asked, ask] = useState<'confirm' | 'withdraw' | null>(null)
  const { document, lines, proposedBy } = statement
  const close = () => ask(null)
  return (
    <div className={styles.review}>
      <p>
        <bdi>{proposedBy.name}</bdi> entered the settlement statement of {formatCalendarDay(statement.day)} on{' '}
        {moment(statement.proposedAt)}.{!statement.mayConfirm && ' It waits for another member, who compares it with the paper.'}
      </p>
      <Link className={styles.paper} to={paths.circleDocument(circleId, document.documentId)}>
        <IconFileText {...iconProps(17)} />
        <bdi>{document.title}</bdi>
      </Link>
      <StatementTable kinds={saleKinds} lines={lines} />
      <dl className={`${styles.sums} num`}>
        <dt>The property in the book</dt>
        <dd>{formatCents(statement.bookValueCents)}</dd>
        <dt>{statement.balanceCents < 0 ? 'The closing takes from the title company' : 'The closing brings to the title company'}</dt>
        <dd>{formatCents(Math.abs(statement.balanceCents))}</dd>
        <dt data-total>The title company then holds</dt>
        <dd data-total>{formatCents(statement.proceedsCents)}</dd>
      </dl>
      {(statement.mayConfirm || statement.mayWithdraw) && (
        <div className={styles.buttons}>
          {statement.mayConfirm && <ActionButton onClick={() => ask('confirm')}>Confirm the sale</ActionButton>}
          {statement.mayWithdraw && (
            <ActionButton variant="outline" onClick={() => ask('withdraw')}>
              Withdraw it
            </ActionButton>
          )}
        </div>
      )}
      {asked === 'confirm' && (
        <Ask
          title="Confirm the sale?"
          label="Confirm"
          isHidden={isAsking}
          act={() => run(() => acts.confirm(statement._id))}
          onDone={() => toast.success('Confirmed: the property is sold')}
          onClose={close}
        >
          <p>
            You say that you have read the paper and that each of its {lines.length} {lines.length === 1 ? 'line' : 'lines'} stands here as
            it stands there. The lines are booked, the reserve’s floor is 0 from then on, and open offers of arcs end.
          </p>
          <p className="sub">We ask for your passkey or password. This cannot be taken back.</p>
        </Ask>
      )}
      {asked === 'withdraw' && (
        <Ask title="Withdraw what was entered?" label="Withdraw" act={() => acts.withdraw(statement._id)} onClose={close}>
          <p className="sub">Nothing has been booked yet. It can be entered again.</p>
        </Ask>
      )}
      {dialog}
    </div>
  )
}

type AskProps = {
  title: string
  label: string
  isHidden?: boolean
  act: () => Promise<unknown>
  onDone?: () => void
  onClose: () => void
  children: ReactNode
}

function Ask({ title, label, isHidden = false, act, onDone, onClose, children }: AskProps) {
  const form = useSubmitForm({
    initialValues: {},
    submit: act,
    onSuccess: () => {
      onDone?.()
      onClose()
    },
  })
  return (
    <Dialog opened={!isHidden} onClose={onClose} title={title}>
      <form className={styles.form} {...form.formProps}>
        {children}
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label={label} status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
