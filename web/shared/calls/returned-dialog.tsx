import type { Contribution } from '#contract/calls.ts'
import { formatCents } from '#domain/money.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import type { CallActs } from './use-call-acts.ts'

type ReturnedDialogProps = { paid: Contribution; today: string; acts: CallActs; onClose: () => void }

/** The bank took a payment back that counted. It is reversed with as many words as it needed. */
export function ReturnedDialog({ paid, today, acts, onClose }: ReturnedDialogProps) {
  const form = useSubmitForm<{ day: string | null }, unknown>({
    initialValues: { day: today },
    check: ({ day }) => {
      if (day === null) return [{ field: 'day', message: 'Please give a day' }]
      return day > today ? [{ field: 'day', message: 'The day cannot lie ahead' }] : []
    },
    submit: ({ day }) => acts.returned(paid._id, day ?? ''),
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Taken back by the bank">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p className="sub num">
          {formatCents(paid.amountCents)} of <bdi>{paid.payer.name}</bdi> came back. Once others have confirmed it, the entry is reversed
          and the parts are open again.
        </p>
        <DateField label="Day at the bank" required {...form.field('day')} />
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Record" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
