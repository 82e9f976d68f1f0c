import type { CallShare } from '#contract/calls.ts'
import { formatCents } from '#domain/money.ts'
import { accountOf, amountAndDay, placeOptions } from '#web/shared/calls/payment-dialog.tsx'
import { CentsField } from '#web/shared/money/cents-field.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { useCall } from './call-context.tsx'

type Values = { amountCents: number | undefined; day: string | null; place: string }

/** Records that kept money was sent back. Arcstead moves none: the transfer is made at the bank. */
export function PayBackDialog({ share, onClose }: { share: CallShare; onClose: () => void }) {
  const { call, acts } = useCall()
  const { desk } = call
  const places = placeOptions(desk)
  const form = useSubmitForm<Values, unknown>({
    initialValues: { amountCents: share.keptCents, day: desk.today, place: places[0]?.value ?? '' },
    check: (values) => [
      ...amountAndDay(values, desk.today),
      ...((values.amountCents ?? 0) > share.keptCents
        ? [{ field: 'amountCents', message: `At most ${formatCents(share.keptCents)} is held` }]
        : []),
    ],
    submit: ({ amountCents, day, place }) =>
      acts.payBack({ receiver: share.user._id, amountCents: amountCents ?? 0, day: day ?? '', bankAccountId: accountOf(place) }),
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Sent back">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p className="sub num">
          {formatCents(share.keptCents)} is held for <bdi>{share.user.name}</bdi>. Send it to the account that it came from. It is booked
          once it is confirmed that it has come.
        </p>
        <CentsField label="Amount" required {...form.field('amountCents')} />
        <DateField label="Day" required {...form.field('day')} />
        <SelectField label="From" options={places} {...form.field('place')} />
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
