import { useQuery } from '@tanstack/react-query'
import type { BookEntry } from '#contract/book.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { bankLinesQuery, bookFormQuery } from '#web/shared/book/book.queries.ts'
import { useBookActs } from '#web/shared/book/use-book-acts.ts'
import { DocumentsLink } from '#web/shared/documents/documents-link.tsx'
import { useDocumentVersions } from '#web/shared/documents/use-document-versions.ts'
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
import { signedCents } from './book-words.ts'

/** A new entry takes back every line. A payment that the bank returned is reversed on the bank's day, against its line. */
export function ReversalDialog({ circleId, entry, onClose }: { circleId: string; entry: BookEntry; onClose: () => void }) {
  const acts = useBookActs(circleId)
  const { data: bank } = useQuery({ ...bankLinesQuery(circleId, false, 1), enabled: entry.cashCents !== 0 })
  const { data: now } = useQuery(bookFormQuery(circleId))
  const lines = bank?.lines.filter(({ amountCents }) => amountCents === -entry.cashCents) ?? []
  const needsLine = entry.reversalRefusal !== null
  const needsWord = entry.reversalNeedsWord && !needsLine
  const form = useSubmitForm({
    initialValues: { words: '', bankLineId: nullValue, day: null as string | null },
    check: ({ words, bankLineId }) => [
      ...(words.trim() === '' ? [{ field: 'words', message: 'Please say why' }] : []),
      ...(needsLine && bankLineId === nullValue ? [{ field: 'bankLineId', message: 'Please choose the bank’s line' }] : []),
    ],
    submit: ({ words, bankLineId, day }) =>
      acts.reverse(entry._id, { words: words.trim(), ...(bankLineId === nullValue ? { day: day ?? now?.today ?? null } : { bankLineId }) }),
    onSuccess: ({ entryId }) => {
      toast.success(entryId ? `No ${entry.number} was reversed` : `The reversal of No ${entry.number} waits for a word`)
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={`Reverse No ${entry.number}?`}>
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p className="num">
          A new entry takes back every line, {formatCents(entry.amountCents)}. Both stay in the book. This can be done once.
        </p>
        <TextField label="Why" required maxLength={280} autoComplete="off" {...form.field('words')} />
        {entry.reversalRefusal && <p className="small sub">{entry.reversalRefusal}</p>}
        {needsWord && (
          <p className="small sub">
            It counted by another member’s word, so it is reversed with one: of the person whose money it is, or, of your own, of any other
            member. It is booked on that day. With a line of the bank no word is needed.
          </p>
        )}
        {(lines.length > 0 || needsLine) && (
          <SelectField
            label="Returned by the bank"
            {...(needsLine ? { required: true } : { nullText: 'No, it was booked by mistake' })}
            options={lines.map(({ _id, day, amountCents, text }) => ({
              value: _id,
              text: `${formatCalendarDay(day, 'short')} ${signedCents(amountCents)} ${text ?? ''}`,
            }))}
            {...form.field('bankLineId')}
          />
        )}
        {form.values.bankLineId === nullValue && !needsLine && !needsWord && (
          <DateField label="Day" {...form.field('day')} value={form.values.day ?? now?.today ?? null} />
        )}
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Reverse" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}

export function ReceiptDialog({ circleId, entryId, onClose }: { circleId: string; entryId: string; onClose: () => void }) {
  const acts = useBookActs(circleId)
  const papers = useDocumentVersions(circleId)
  const form = useSubmitForm({
    initialValues: { document: nullValue },
    check: ({ document }) => (document === nullValue ? [{ field: 'document', message: 'Please choose a document' }] : []),
    submit: ({ document }) => acts.addReceipt(entryId, document),
    onSuccess: () => {
      toast.success('The receipt was added')
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title="Add a receipt">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <SelectField
          label="Document"
          required
          options={papers.map(({ versionId, title }) => ({ value: versionId, text: title }))}
          isSearchable={papers.length > 8}
          description={<DocumentsLink circleId={circleId} isEmpty={papers.length === 0} />}
          {...form.field('document')}
        />
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Add" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
