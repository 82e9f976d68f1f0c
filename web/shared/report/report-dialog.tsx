import { useId } from 'react'
import type { done } from '#contract/reply.ts'
import { longestReportWords, type ReportKind, reportProblems, reportReasons } from '#domain/reports.ts'
import { api } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ChoiceGroup } from '#web/ui/fields/choice-group.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import styles from './report.module.css'

export type Reported = { readonly kind: ReportKind; readonly id: string }

/** Asks why something is reported. Nobody but administrators learns who reported it. */
export function ReportDialog({ kind, id, onClose }: Reported & { onClose: () => void }) {
  const formId = useId()
  const radios = useId()
  const form = useSubmitForm({
    initialValues: { reason: '', words: '' },
    check: reportProblems,
    submit: (values) => api.post<typeof done>('app/report', { kind, id, ...values }, { quiet: true }),
    onSuccess: () => {
      onClose()
      toast.success('Thank you. An administrator will look at it.')
    },
  })
  const { reason, words } = form.values
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Report this ${kind}`}
      width={460}
      withCloseButton={false}
      actions={
        <>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <ActionButton type="submit" form={formId} loading={form.status === 'pending'}>
            Report
          </ActionButton>
        </>
      }
    >
      <form id={formId} className={styles.form} {...form.formProps}>
        <p className="small sub">An administrator sees it as it is now. Nobody else learns who reported it.</p>
        <ChoiceGroup legend="Reason" required hideLegend={false} error={form.errorOf('reason')}>
          <div className={styles.reasons}>
            {reportReasons.map(({ value, text }) => (
              <label key={value} className={styles.reason}>
                <input type="radio" name={radios} value={value} checked={reason === value} onChange={() => form.set({ reason: value })} />
                <span className={styles.dot} />
                {text}
              </label>
            ))}
          </div>
        </ChoiceGroup>
        <CountedTextArea
          {...form.field('words')}
          label={reason === 'other' ? 'Words' : 'Words (optional)'}
          value={words}
          required={reason === 'other'}
          maxLength={longestReportWords}
          placeholder="What should we know?"
        />
        {form.message && <FieldMessage>{form.message}</FieldMessage>}
      </form>
    </Dialog>
  )
}
