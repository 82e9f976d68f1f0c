import type { ReactNode } from 'react'
import type { AcquisitionStep } from '#contract/acquisition.ts'
import { isolate } from '#domain/isolate.ts'
import { formatCents } from '#domain/money.ts'
import { CentsField } from '#web/shared/money/cents-field.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { Problem } from '#web/ui/form/rules.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { type SubmitForm, useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { DocumentField } from './document-field.tsx'
import { usePurchase } from './purchase-context.tsx'
import styles from './purchase-path.module.css'

const reasonLength = 500
const titleLength = 120

const missing = (field: string, message: string, isMissing: boolean): readonly Problem[] => (isMissing ? [{ field, message }] : [])

type FormDialogProps<Values> = {
  title: string
  form: SubmitForm<Values>
  submitLabel: string
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. Hidden while the person is asked who they are. */
export function FormDialog<Values>({ title, form, submitLabel, onClose, children }: FormDialogProps<Values>) {
  const { isAsking } = usePurchase()
  return (
    <Dialog opened={!isAsking} onClose={onClose} title={title}>
      <form className={styles.form} {...form.formProps}>
        {children}
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label={submitLabel} status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}

type StepDialogProps = { step: AcquisitionStep; onClose: () => void }

type PersonFieldProps = { form: SubmitForm<{ assignedTo: string; dueDay: string | null }>; isWire?: boolean }

function PersonField({ form, isWire = false }: PersonFieldProps) {
  const { purchase } = usePurchase()
  const people = isWire ? purchase.people.filter(({ maySendWire }) => maySendWire) : purchase.people
  return (
    <>
      <SelectField
        label="Who does it"
        nullText="Nobody yet"
        options={people.map(({ _id, name, isBroker }) => ({ value: _id, text: isBroker ? `${name}, Broker` : name }))}
        description={isWire ? 'The owner or the treasurer sends it.' : undefined}
        {...form.field('assignedTo')}
      />
      <DateField label="Due day" {...form.field('dueDay')} />
    </>
  )
}

/** Who does a step, until when, and its document. */
export function ChangeStepDialog({ step, onClose }: StepDialogProps) {
  const { acts, run } = usePurchase()
  const isOpen = step.state === 'open'
  const form = useSubmitForm({
    initialValues: {
      assignedTo: step.assignedTo?._id ?? nullValue,
      dueDay: step.dueDay,
      documentVersionId: step.document?.versionId ?? nullValue,
    },
    submit: ({ assignedTo, dueDay, documentVersionId }) =>
      run(() =>
        acts.changeStep(step._id, {
          ...(isOpen && { assignedTo: assignedTo === nullValue ? null : assignedTo, dueDay }),
          documentVersionId: documentVersionId === nullValue ? null : documentVersionId,
        }),
      ),
    onSuccess: () => {
      toast.success('Saved')
      onClose()
    },
  })
  return (
    <FormDialog title={`Change ${isolate(step.title)}`} form={form} submitLabel="Save" onClose={onClose}>
      {isOpen && (
        <PersonField form={form as unknown as SubmitForm<{ assignedTo: string; dueDay: string | null }>} isWire={step.key === 'wire'} />
      )}
      <DocumentField
        label="Document"
        current={step.document}
        description={
          step.key === 'agreement_signed'
            ? 'The version that everyone who holds arcs signs. Signatures are asked for on the document’s page.'
            : undefined
        }
        {...form.field('documentVersionId')}
      />
    </FormDialog>
  )
}

export function SkipStepDialog({ step, onClose }: StepDialogProps) {
  const { acts, run } = usePurchase()
  const form = useSubmitForm({
    initialValues: { reason: '' },
    check: ({ reason }) => missing('reason', 'Please say why', reason.trim() === ''),
    submit: ({ reason }) => run(() => acts.skipStep(step._id, reason.trim())),
    onSuccess: onClose,
  })
  return (
    <FormDialog title={`Skip ${isolate(step.title)}?`} form={form} submitLabel="Skip" onClose={onClose}>
      <p className="sub">The reason stands on the way to the deed, for everyone to read.</p>
      <TextAreaField label="Why it is not needed" required rows={3} maxLength={reasonLength} {...form.field('reason')} />
    </FormDialog>
  )
}

export function EndStepDialog({ step, onClose }: StepDialogProps) {
  const { acts, run, purchase } = usePurchase()
  const isWire = step.key === 'wire'
  const cashCents = purchase.money?.cashCents ?? 0
  // What was paid to the title company directly is not sent to it again.
  const isFurther = step.state === 'done'
  const isSent = isWire && (isFurther || cashCents > 0)
  const accounts = purchase.money?.accounts ?? []
  const form = useSubmitForm({
    initialValues: {
      amountCents: undefined as number | undefined,
      day: null as string | null,
      bankAccountId: accounts[0]?._id ?? nullValue,
    },
    check: ({ amountCents }) => missing('amountCents', 'Please give the amount that was sent', isSent && !amountCents),
    submit: ({ amountCents, day, bankAccountId }) => {
      const from = accounts.length > 1 ? { bankAccountId } : {}
      const end = { amountCents: amountCents ?? null, day, ...from, ...(isFurther && { isFurther }) }
      return run(() => acts.endStep(step._id, isSent ? end : {}))
    },
    onSuccess: () => {
      toast.success(isWire ? 'The wire is recorded' : 'Done')
      onClose()
    },
  })
  const wireLabel = isFurther ? 'Record a further wire' : 'Record the wire'
  return (
    <FormDialog
      title={isWire ? wireLabel : `${isolate(step.title)}: done?`}
      form={form}
      submitLabel={isWire ? wireLabel : 'Mark as done'}
      onClose={onClose}
    >
      {isSent && (
        <>
          <p className="sub">
            What was sent from the circle’s account to the title company you chose. Arcstead moves no money: the transfer is made at your
            bank. The circle’s accounts hold {formatCents(cashCents)} by its book.
          </p>
          {isFurther && <p className="sub">It is booked besides what was recorded before: only what is missing there.</p>}
          {accounts.length > 1 && (
            <SelectField
              label="From"
              required
              options={accounts.map(({ _id, name, cashCents: held }) => ({ value: _id, text: `${name}, ${formatCents(held)}` }))}
              {...form.field('bankAccountId')}
            />
          )}
          <CentsField label="Amount sent" required {...form.field('amountCents')} />
          <DateField label="Day of the transfer" description="Today, if you leave it empty." {...form.field('day')} />
        </>
      )}
      {isWire && !isSent && (
        <p className="sub">Everything was paid to the title company directly, so nothing is sent from the circle’s account.</p>
      )}
      {!isWire && <p className="sub">Everyone sees that you marked it as done, and when. This cannot be taken back.</p>}
    </FormDialog>
  )
}

export function AddStepDialog({ onClose }: { onClose: () => void }) {
  const { acts, run } = usePurchase()
  const form = useSubmitForm({
    initialValues: { title: '', assignedTo: nullValue as string, dueDay: null as string | null },
    check: ({ title }) => missing('title', 'Please name the step', title.trim() === ''),
    submit: ({ title, assignedTo, dueDay }) =>
      run(() => acts.addStep({ title: title.trim(), assignedTo: assignedTo === nullValue ? null : assignedTo, dueDay })),
    onSuccess: onClose,
  })
  return (
    <FormDialog title="Add a step" form={form} submitLabel="Add step" onClose={onClose}>
      <TextField label="What has to be done" required maxLength={titleLength} {...form.field('title')} />
      <PersonField form={form as unknown as SubmitForm<{ assignedTo: string; dueDay: string | null }>} />
    </FormDialog>
  )
}
