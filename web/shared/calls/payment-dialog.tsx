import type { CallList } from '#contract/calls.ts'
import { senderLength } from '#domain/payment-words.ts'
import { DocumentsLink } from '#web/shared/documents/documents-link.tsx'
import { useDocumentVersions } from '#web/shared/documents/use-document-versions.ts'
import { CentsField } from '#web/shared/money/cents-field.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import type { Problem } from '#web/ui/form/rules.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { useCallActs } from './use-call-acts.ts'

const title = 'title'

/** Where money can be: the title company, or an account of the circle. */
export const placeOptions = ({ bankAccounts }: CallList['desk']) => [
  ...bankAccounts.map(({ _id, name }) => ({ value: _id, text: `The circle’s account: ${name}` })),
  { value: title, text: 'The title company' },
]

export const accountOf = (place: string): string | null => (place === title ? null : place)

type Values = {
  payer: string
  place: string
  amountCents: number | undefined
  day: string | null
  documentVersionId: string
  sender: string
}

export function amountAndDay({ amountCents, day }: Pick<Values, 'amountCents' | 'day'>, today: string): Problem[] {
  const problems: Problem[] = []
  if (!amountCents) problems.push({ field: 'amountCents', message: 'Please give an amount' })
  if (day === null) problems.push({ field: 'day', message: 'Please give a day' })
  else if (day > today) problems.push({ field: 'day', message: 'The day cannot lie ahead' })
  return problems
}

type PaymentDialogProps = {
  circleId: string
  userId: string
  desk: CallList['desk']
  callId: string | null
  /** What the reader has open. */
  openCents: number
  onClose: () => void
}

/** Records a payment of one's own; owner and treasurer also record for others. */
export function PaymentDialog({ circleId, userId, desk, callId, openCents, onClose }: PaymentDialogProps) {
  const acts = useCallActs(circleId)
  const papers = useDocumentVersions(circleId)
  const form = useSubmitForm<Values, unknown>({
    initialValues: {
      payer: userId,
      place: desk.bankAccounts[0]?._id ?? title,
      amountCents: openCents > 0 ? openCents : undefined,
      day: desk.today,
      documentVersionId: nullValue,
      sender: '',
    },
    check: (values) => [
      ...amountAndDay(values, desk.today),
      ...(values.documentVersionId === nullValue ? [{ field: 'documentVersionId', message: 'Please choose the paper that shows it' }] : []),
    ],
    submit: ({ payer, place, amountCents, day, documentVersionId, sender }) =>
      acts.record({
        payer,
        callId,
        bankAccountId: accountOf(place),
        amountCents: amountCents ?? 0,
        day: day ?? '',
        documentVersionId: documentVersionId === nullValue ? null : documentVersionId,
        sender: sender.trim() || null,
      }),
    onSuccess: () => {
      toast.success('Recorded. It counts once others have confirmed it')
      onClose()
    },
  })
  const isOwn = form.values.payer === userId
  return (
    <Dialog opened onClose={onClose} title={desk.mayRecordForOthers ? 'Record a payment' : 'I have paid'}>
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        {desk.mayRecordForOthers && (
          <SelectField
            label="Who has paid"
            options={desk.members.map(({ _id, name }) => ({ value: _id, text: _id === userId ? `${name} (you)` : name }))}
            {...form.field('payer')}
          />
        )}
        <CentsField label="Amount" required {...form.field('amountCents')} />
        <DateField label="Day" required {...form.field('day')} />
        <SelectField label="Where to" options={placeOptions(desk)} {...form.field('place')} />
        <SelectField
          label="Paper"
          nullText="None"
          required
          options={papers.map((paper) => ({ value: paper.versionId, text: paper.title }))}
          isSearchable={papers.length > 8}
          description={<DocumentsLink circleId={circleId} isEmpty={papers.length === 0} />}
          {...form.field('documentVersionId')}
        />
        <TextField
          label="Sent by someone else"
          description={`Their name, if ${isOwn ? 'it did not come from you' : 'it came from another than the member'}.`}
          maxLength={senderLength}
          {...form.field('sender')}
        />
        <p className="small sub">
          It counts once {desk.members.length > 2 ? 'two other members say that they have' : 'another member says that they have'} seen it
          {form.values.place === title ? '' : ', or when the treasurer matches it with a line of the bank’s file'}.
        </p>
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
