import { IconPlus } from '@tabler/icons-react'
import { formatCents } from '#domain/money.ts'
import { purchaseKinds } from '#domain/settlement.ts'
import styles from '#web/shared/settlement/settlement.module.css'
import { StatementLine } from '#web/shared/settlement/statement-line.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { nullValue } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { Problem } from '#web/ui/form/rules.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { DocumentField } from './document-field.tsx'
import { usePurchase } from './purchase-context.tsx'
import { firstLines, lineOf, linesProblem, settlementSums, type TypedLine, typedLine } from './settlement-form-lines.ts'

const mostLines = 60
const lenderLength = 120
/** The owner enters the settlement statement, line by line, with its sums. */
export function SettlementForm({ onClose }: { onClose: () => void }) {
  const { purchase, acts, run, isAsking } = usePurchase()
  const passedPriceCents = purchase.property.price * 100
  const heldByTitleCents = purchase.money?.heldByTitleCents ?? 0
  const form = useSubmitForm({
    initialValues: { day: null as string | null, documentVersionId: nullValue as string, lines: firstLines },
    check: ({ day, documentVersionId, lines }): readonly Problem[] => {
      const ofLines = linesProblem(lines, passedPriceCents, heldByTitleCents)
      return [
        ...(ofLines ? [{ field: 'lines', message: ofLines }] : []),
        ...(day ? [] : [{ field: 'day', message: 'Please give the day of the closing' }]),
        ...(documentVersionId === nullValue
          ? [{ field: 'documentVersionId', message: 'Please choose the settlement statement among the documents' }]
          : []),
      ]
    },
    submit: ({ day, documentVersionId, lines }) =>
      run(() => acts.proposeSettlement({ day: day ?? '', documentVersionId, lines: lines.map(lineOf) })),
    onSuccess: () => {
      toast.success('Another member can confirm it now')
      onClose()
    },
  })
  const { lines } = form.values
  const setLines = (next: readonly TypedLine[]) => form.set({ lines: next })
  const change = (key: number, to: Partial<TypedLine>) => setLines(lines.map((line) => (line.key === key ? { ...line, ...to } : line)))
  const add = () => setLines([...lines, typedLine(Math.max(0, ...lines.map(({ key }) => key)) + 1, 'seller_credit')])
  const sums = settlementSums(lines.map(lineOf), heldByTitleCents)
  const linesError = form.errorOf('lines')
  return (
    <Dialog opened={!isAsking} onClose={onClose} title="The settlement statement" width={720}>
      <form className={styles.form} {...form.formProps}>
        <p className="sub">
          Enter each line as it stands on the title company’s statement. Another member compares them with the paper and confirms.
        </p>
        <DateField label="Day of the closing" required {...form.field('day')} />
        <DocumentField label="The statement" required current={null} {...form.field('documentVersionId')} />
        <fieldset className={styles.lines} data-invalid={linesError ? true : undefined}>
          <legend>Lines</legend>
          {lines.map((line, index) => (
            <StatementLine
              key={line.key}
              kinds={purchaseKinds}
              line={line}
              number={index + 1}
              onChange={(to) => change(line.key, to)}
              onRemove={lines.length > 1 ? () => setLines(lines.filter(({ key }) => key !== line.key)) : undefined}
            >
              {line.kind === 'loan' && (
                <div className={styles.lender}>
                  <TextField
                    label="Lender"
                    description="As a passed motion names it."
                    maxLength={lenderLength}
                    value={line.lender}
                    onChange={(lender) => change(line.key, { lender })}
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
        <Sums sums={sums} heldByTitleCents={heldByTitleCents} />
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

type SumsProps = { sums: ReturnType<typeof settlementSums>; heldByTitleCents: number }

function Sums({ sums: { chargedCents, creditedCents, balanceCents, refundCents }, heldByTitleCents }: SumsProps) {
  return (
    <dl className={`${styles.sums} num`} aria-live="polite" aria-label="Sums">
      <dt>We pay</dt>
      <dd>{formatCents(chargedCents)}</dd>
      <dt>We are given</dt>
      <dd>{formatCents(creditedCents)}</dd>
      <dt>{balanceCents < 0 ? 'The closing brings' : 'The closing takes from the title company'}</dt>
      <dd>{formatCents(Math.abs(balanceCents))}</dd>
      <dt>The title company holds</dt>
      <dd>{formatCents(heldByTitleCents)}</dd>
      <dt data-total>{refundCents < 0 ? 'Missing there' : 'Left there: its refund'}</dt>
      <dd data-total>{formatCents(Math.abs(refundCents))}</dd>
    </dl>
  )
}
