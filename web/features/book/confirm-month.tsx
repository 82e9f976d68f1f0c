import { useState } from 'react'
import type { BookMonth } from '#contract/book-months.ts'
import { formatCalendarDay, formatCalendarMonth } from '#domain/dates.ts'
import { useBookActs } from '#web/shared/book/use-book-acts.ts'
import { CentsField } from '#web/shared/money/cents-field.tsx'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'

/** The balances are typed from the bank's own statement, before ours are shown. */
export function ConfirmMonth({ circleId, month }: { circleId: string; month: BookMonth }) {
  const acts = useBookActs(circleId)
  const { run, dialog } = useStepUp('confirm_money')
  const [overdrawn, setOverdrawn] = useState<readonly string[]>([])
  const label = formatCalendarMonth(month.month)
  const form = useSubmitForm<Record<string, number | undefined>>({
    initialValues: Object.fromEntries(month.accounts.map(({ _id }) => [_id, undefined])),
    check: (values) =>
      month.accounts
        .filter(({ _id }) => values[_id] === undefined)
        .map(({ _id }) => ({ field: _id, message: 'Please type the balance from the bank’s own statement' })),
    submit: (values) =>
      run(() =>
        acts.confirmMonth(
          month.month,
          month.accounts.map(({ _id }) => ({ bankAccountId: _id, typedCents: (values[_id] ?? 0) * (overdrawn.includes(_id) ? -1 : 1) })),
        ),
      ),
    onSuccess: () => {
      toast.success(`${label} is closed`)
    },
  })
  return (
    <>
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p className="sub">
          Open the bank’s own statement and type its balance at the end of {formatCalendarDay(month.lastDay)}. Then nothing can be booked
          into {label} any more.
        </p>
        {month.accounts.map(({ _id, name }) => (
          <div key={_id}>
            <CentsField label={`Balance of ${name}`} required {...form.field(_id)} />
            <ToggleField
              label="It is overdrawn"
              value={overdrawn.includes(_id)}
              onChange={(isSo) => setOverdrawn(isSo ? [...overdrawn, _id] : overdrawn.filter((each) => each !== _id))}
            />
          </div>
        ))}
        <SubmitButton label={`Confirm and close ${label}`} fullWidth status={form.status} message={form.message} />
      </form>
      {dialog}
    </>
  )
}

export function SendBackDialog({ circleId, month, onClose }: { circleId: string; month: string; onClose: () => void }) {
  const acts = useBookActs(circleId)
  const form = useSubmitForm({
    initialValues: { words: '' },
    check: ({ words }) => (words.trim() === '' ? [{ field: 'words', message: 'Please say what is not right' }] : []),
    submit: ({ words }) => acts.sendMonthBack(month, words.trim()),
    onSuccess: () => {
      toast.success('Sent back to the treasurer')
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title="What is not right?">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <TextAreaField label="Your words" required maxLength={500} {...form.field('words')} />
        <p className="small sub">The treasurer gets a notice. The month is offered again after they have done something.</p>
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Send back" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
