import type { Distribution } from '#contract/distributions.ts'
import { formatCents } from '#domain/money.ts'
import { payoutWordsLength } from '#domain/payouts.ts'
import { DocumentsLink } from '#web/shared/documents/documents-link.tsx'
import { useDocumentVersions } from '#web/shared/documents/use-document-versions.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { useDistributionActs } from './use-distribution-acts.ts'

type Values = { day: string | null; words: string; bankAccountId: string; documentVersionId: string }

type PaidDialogProps = {
  circleId: string
  distribution: Distribution
  receiver: Distribution['receivers'][number]
  /** Paid to the receiver, who confirms it, or deposited as a motion permits, with its paper. */
  what: 'paid' | 'deposited'
  onClose: () => void
}

/** The treasurer says how what is owed to someone was paid, where no line of the bank shows it yet. */
export function PaidDialog({ circleId, distribution, receiver, what, onClose }: PaidDialogProps) {
  const acts = useDistributionActs(circleId)
  const stepUp = useStepUp('confirm_money')
  const papers = useDocumentVersions(circleId)
  const accounts = distribution.desk?.bankAccounts ?? []
  const isDeposit = what === 'deposited'
  const form = useSubmitForm<Values, unknown>({
    initialValues: { day: distribution.today, words: '', bankAccountId: accounts[0]?._id ?? '', documentVersionId: nullValue },
    check: ({ day, words, documentVersionId }) => [
      ...(day ? [] : [{ field: 'day', message: 'Please give a day' }]),
      ...(!isDeposit && !words.trim() ? [{ field: 'words', message: 'Please say how it was paid' }] : []),
      ...(isDeposit && documentVersionId === nullValue ? [{ field: 'documentVersionId', message: 'Please choose its paper' }] : []),
    ],
    submit: ({ day, words, bankAccountId, documentVersionId }) => {
      const common = { bankAccountId, day: day ?? '' }
      return stepUp.run(() =>
        isDeposit
          ? acts.deposited(distribution._id, { ...common, motionId: receiver.depositMotionId ?? '', documentVersionId })
          : acts.markPaid(distribution._id, { ...common, receiver: receiver.user._id, words: words.trim() }),
      )
    },
    onSuccess: () => {
      toast.success(isDeposit ? 'Booked: it counts as paid' : 'Marked. It counts once it is confirmed')
      onClose()
    },
  })
  return (
    <>
      <Dialog opened={!stepUp.isAsking} onClose={onClose} title={isDeposit ? 'Book the deposit' : 'Mark as paid'}>
        <form className={formMessagesStyles.formStack} {...form.formProps}>
          <p className="sub num">
            <bdi>{receiver.user.name}</bdi>, {formatCents(receiver.openCents)}.{' '}
            {isDeposit ? 'With its paper it counts as paid.' : 'No line of the bank is matched yet. It counts once they say that it came.'}
          </p>
          <DateField label="Day" required {...form.field('day')} />
          <SelectField
            label="Paid from"
            options={accounts.map(({ _id, name }) => ({ value: _id, text: name }))}
            {...form.field('bankAccountId')}
          />
          {isDeposit ? (
            <SelectField
              label="Paper"
              nullText="None"
              required
              options={papers.map((paper) => ({ value: paper.versionId, text: paper.title }))}
              isSearchable={papers.length > 8}
              description={<DocumentsLink circleId={circleId} isEmpty={papers.length === 0} />}
              {...form.field('documentVersionId')}
            />
          ) : (
            <TextField label="How" placeholder="Check 1044" required maxLength={payoutWordsLength} {...form.field('words')} />
          )}
          <div className={dialogStyles.buttons}>
            <ActionButton variant="outline" onClick={onClose}>
              Cancel
            </ActionButton>
            <SubmitButton label={isDeposit ? 'Book' : 'Mark as paid'} status={form.status} message={form.message} />
          </div>
        </form>
      </Dialog>
      {stepUp.dialog}
    </>
  )
}
