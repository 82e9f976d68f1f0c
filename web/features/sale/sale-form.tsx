import { IconPlus } from '@tabler/icons-react'
import { formatCents } from '#domain/money.ts'
import { saleKinds } from '#domain/sale.ts'
import { DocumentsLink } from '#web/shared/documents/documents-link.tsx'
import { useDocumentVersions } from '#web/shared/documents/use-document-versions.ts'
import styles from '#web/shared/settlement/settlement.module.css'
import { StatementLine } from '#web/shared/settlement/statement-line.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { Problem } from '#web/ui/form/rules.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { SaleActs } from './sale-acts.ts'
import { broughtBy, firstLines, lineOf, linesProblem, type TypedLine, typedLine } from './sale-form-lines.ts'

const mostLines = 60
const tenantLength = 120

type SaleFormProps = { circleId: string; leastPriceCents: number; acts: SaleActs; onClose: () => void }

/** The owner records the sale from its settlement statement, line by line. */
export function SaleForm({ circleId, leastPriceCents, acts, onClose }: SaleFormProps) {
  const documents = useDocumentVersions(circleId)
  const form = useSubmitForm({
    initialValues: { day: null as string | null, documentVersionId: nullValue as string, lines: firstLines },
    check: ({ day, documentVersionId, lines }): readonly Problem[] => {
      const ofLines = linesProblem(lines, leastPriceCents)
      return [
        ...(ofLines ? [{ field: 'lines', message: ofLines }] : []),
        ...(day ? [] : [{ field: 'day', message: 'Please give the day of the closing' }]),
        ...(documentVersionId === nullValue
          ? [{ field: 'documentVersionId', message: 'Please choose the settlement statement among the documents' }]
          : []),
      ]
    },
    submit: ({ day, documentVersionId, lines }) => acts.record({ day: day ?? '', documentVersionId, lines: lines.map(lineOf) }),
    onSuccess: () => {
      toast.success('Another member can confirm it now')
      onClose()
    },
  })
  const { lines } = form.values
  const setLines = (next: readonly TypedLine[]) => form.set({ lines: next })
  const change = (key: number, to: Partial<TypedLine>) => setLines(lines.map((line) => (line.key === key ? { ...line, ...to } : line)))
  const add = () => setLines([...lines, typedLine(Math.max(0, ...lines.map(({ key }) => key)) + 1, 'payoff')])
  const linesError = form.errorOf('lines')
  const brought = broughtBy(lines.map(lineOf))
  return (
    <Dialog opened onClose={onClose} title="The settlement statement of the sale" width={720}>
      <form className={styles.form} {...form.formProps}>
        <p className="sub">
          Enter each line as it stands on the title company’s statement. Another member compares them with the paper and confirms. What the
          property stands at in the book is booked by itself.
        </p>
        <DateField label="Day of the closing" required {...form.field('day')} />
        <SelectField
          label="The statement"
          required
          nullText="None"
          placeholder="Choose a document"
          options={documents.map(({ versionId, title, version }) => ({
            value: versionId,
            text: version > 1 ? `${title} (version ${version})` : title,
          }))}
          isSearchable={documents.length > 8}
          description={<DocumentsLink circleId={circleId} isEmpty={documents.length === 0} />}
          {...form.field('documentVersionId')}
        />
        <fieldset className={styles.lines} data-invalid={linesError ? true : undefined}>
          <legend>Lines</legend>
          {lines.map((line, index) => (
            <StatementLine
              key={line.key}
              kinds={saleKinds}
              line={line}
              number={index + 1}
              onChange={(to) => change(line.key, to)}
              onRemove={lines.length > 1 ? () => setLines(lines.filter(({ key }) => key !== line.key)) : undefined}
            >
              {line.kind === 'deposits' && (
                <div className={styles.lender}>
                  <TextField
                    label="Tenant"
                    description="Only where not all deposits go over: as the book names them."
                    maxLength={tenantLength}
                    value={line.tenant}
                    onChange={(tenant) => change(line.key, { tenant })}
                  />
                </div>
              )}
            </StatementLine>
          ))}
          {lines.length < mostLines && (
            <ActionButton variant="subtle" data-flush="start" leftSection={<IconPlus {...iconProps(18)} />} onClick={add}>
              Add a line
            </ActionButton>
          )}
          {linesError && <FieldMessage>{linesError}</FieldMessage>}
        </fieldset>
        <dl className={`${styles.sums} num`} aria-live="polite" aria-label="Sums">
          <dt data-total>{brought < 0 ? 'The closing takes from the title company' : 'The closing brings to the title company'}</dt>
          <dd data-total>{formatCents(Math.abs(brought))}</dd>
        </dl>
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Ask for confirmation" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
