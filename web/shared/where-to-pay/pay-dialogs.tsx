import type { ReactNode } from 'react'
import { payDetailLimits, payDetailProblems, plainNumber } from '#domain/where-to-pay.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { type SubmitForm, useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import type { Call, NewDetails } from './where-to-pay.queries.ts'

type Asked = {
  /** While the person is asked who they are, the dialog is hidden. */
  isAsking: boolean
  onClose: () => void
}

type FormDialogProps<Values> = Asked & { title: string; form: SubmitForm<Values>; submitLabel: string; children: ReactNode }

function FormDialog<Values>({ title, form, submitLabel, isAsking, onClose, children }: FormDialogProps<Values>) {
  return (
    <Dialog opened={!isAsking} onClose={onClose} title={title}>
      <form className={formMessagesStyles.formStack} autoComplete="off" {...form.formProps}>
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

type NameDialogProps = Asked & { bankAccountId: string | null; onName: (details: NewDetails) => Promise<unknown> }

const different = 'The two account numbers differ. Please type it again from the paper, not by copying.'

/** The account number is typed twice: a person who pays to a wrong one rarely gets the money back. */
export function NameDialog({ bankAccountId, onName, ...asked }: NameDialogProps) {
  const form = useSubmitForm({
    initialValues: { payee: '', bank: '', routingNumber: '', accountNumber: '', accountAgain: '', iban: '' },
    check: (values) => [
      ...payDetailProblems(values),
      ...(plainNumber(values.accountNumber) === plainNumber(values.accountAgain) ? [] : [{ field: 'accountAgain', message: different }]),
    ],
    submit: ({ accountAgain: _, ...details }) => onName({ ...details, iban: details.iban.trim() || null, bankAccountId }),
    onSuccess: () => {
      toast.success('Named. Another member confirms it now')
      asked.onClose()
    },
  })
  return (
    <FormDialog title="Name account details" form={form} submitLabel="Name them" {...asked}>
      <p className="sub">
        Take them from a paper that you were given in person or found yourself, never from a mail. Every member learns that details were
        named. The details are stored encrypted, and nobody can use them before another member has called.
      </p>
      <TextField label="Name on the account" required maxLength={payDetailLimits.name} {...form.field('payee')} />
      <TextField label="Bank" required maxLength={payDetailLimits.name} {...form.field('bank')} />
      <TextField
        label="Routing number"
        description="Nine digits."
        required
        maxLength={payDetailLimits.account}
        {...form.field('routingNumber')}
      />
      <TextField label="Account number" required maxLength={payDetailLimits.account * 2} {...form.field('accountNumber')} />
      <TextField label="Account number again" required maxLength={payDetailLimits.account * 2} {...form.field('accountAgain')} />
      <TextField label="IBAN" description="Only for an account abroad." maxLength={payDetailLimits.account * 2} {...form.field('iban')} />
    </FormDialog>
  )
}

type CallDialogProps = Asked & { isAfterStop: boolean; onCall: (call: Call) => Promise<unknown> }

/** Confirming, or calling back after a stop. */
export function CallDialog({ isAfterStop, onCall, ...asked }: CallDialogProps) {
  const form = useSubmitForm({
    initialValues: { number: '', found: '' },
    check: ({ number, found }) => [
      ...(number.trim() ? [] : [{ field: 'number', message: 'Please give the number that you called' }]),
      ...(found.trim() ? [] : [{ field: 'found', message: 'Please say where you found the number' }]),
    ],
    submit: onCall,
    onSuccess: () => {
      toast.success(isAfterStop ? 'Your call is noted' : 'Confirmed. Three days of notice begin')
      asked.onClose()
    },
  })
  return (
    <FormDialog title={isAfterStop ? 'I have called back' : 'I have called'} form={form} submitLabel="Confirm" {...asked}>
      <p className="sub">
        Call a number that you found yourself: on the state’s licence page, on a contract, on the bank’s card. Never one from a mail. Have
        them read the numbers to you, and compare every digit with what is shown here. Members see your words.
      </p>
      <TextField label="Number that you called" required type="tel" maxLength={payDetailLimits.number} {...form.field('number')} />
      <TextField label="Where you found it" required maxLength={payDetailLimits.words} {...form.field('found')} />
    </FormDialog>
  )
}

/** Anyone may stop details once: better one call too many than one payment to a stranger. */
export function StopDialog({ onStop, ...asked }: Asked & { onStop: (words: string) => Promise<unknown> }) {
  const form = useSubmitForm({
    initialValues: { words: '' },
    submit: ({ words }) => onStop(words.trim()),
    onSuccess: () => {
      toast.success('Stopped. Everyone gets a mail')
      asked.onClose()
    },
  })
  return (
    <FormDialog title="Stop these details?" form={form} submitLabel="Stop and tell everyone" {...asked}>
      <p className="sub">
        Nobody can see or use them until two other members have called back. Every member gets a mail at once. You can do this once for
        these details.
      </p>
      <TextAreaField label="What happened" rows={3} maxLength={payDetailLimits.words} {...form.field('words')} />
    </FormDialog>
  )
}
