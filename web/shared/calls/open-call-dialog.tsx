import type { CallList } from '#contract/calls.ts'
import { formatCents } from '#domain/money.ts'
import { whyLength } from '#domain/motion-kinds.ts'
import { CentsField } from '#web/shared/money/cents-field.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import type { Problem } from '#web/ui/form/rules.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { useCallActs } from './use-call-acts.ts'

type Values = { amountCents: number | undefined; dueDay: string | null; why: string }

function problemsOf({ amountCents, dueDay, why }: Values, { leftToCallCents, leastCallCents, today }: CallList['desk']): Problem[] {
  const problems: Problem[] = []
  if (amountCents === undefined) problems.push({ field: 'amountCents', message: 'Please give an amount' })
  else if (amountCents > leftToCallCents)
    problems.push({ field: 'amountCents', message: `At most ${formatCents(leftToCallCents)} can still be called` })
  else if (amountCents < leastCallCents)
    problems.push({ field: 'amountCents', message: `A call asks at least ${formatCents(leastCallCents)}, $1 for each arc` })
  if (dueDay === null) problems.push({ field: 'dueDay', message: 'Please give a day' })
  else if (dueDay < today) problems.push({ field: 'dueDay', message: 'Choose today or a later day' })
  if (why.trim() === '') problems.push({ field: 'why', message: 'Please say why' })
  return problems
}

type OpenCallDialogProps = { circleId: string; desk: CallList['desk']; onClose: () => void }

/** Calls for money of the purchase. Each arc is asked in proportion to its price. */
export function OpenCallDialog({ circleId, desk, onClose }: OpenCallDialogProps) {
  const acts = useCallActs(circleId)
  const form = useSubmitForm<Values, unknown>({
    initialValues: { amountCents: undefined, dueDay: null, why: '' },
    check: (values) => problemsOf(values, desk),
    submit: ({ amountCents, dueDay, why }) => acts.open({ amountCents: amountCents ?? 0, dueDay: dueDay ?? '', why: why.trim() }),
    onSuccess: () => {
      toast.success('The call is open: everyone has been asked')
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title="Call for money">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p className="sub">
          Every arc is asked in proportion to its price. What is kept for a member counts at once. {formatCents(desk.leftToCallCents)} can
          still be called. A call cannot be changed afterwards.
        </p>
        <CentsField label="Amount" required {...form.field('amountCents')} />
        <DateField label="Due day" required {...form.field('dueDay')} />
        <TextAreaField label="Why" required rows={3} maxLength={whyLength} {...form.field('why')} />
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Open the call" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
