import { ownerAmounts, shareAmount, shareCount } from '#domain/arcs.ts'
import { type MinimumShareSize, minimumShareSizes } from '#domain/choices.ts'
import { targetProblem } from '#domain/circle-form.ts'
import { notSet } from '#domain/criteria.ts'
import { currencySettings, currencyValue, formatCurrencyField, formatDollars, keepCurrencyCharacters } from '#domain/money.ts'
import { CriterionFields } from '#web/shared/circle/criterion-fields.tsx'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import type { SubmitForm } from '#web/ui/form/use-submit-form.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import styles from './circle-form.module.css'
import type { CircleValues } from './circle-form-values.ts'

type FieldsProps = { form: SubmitForm<CircleValues> }

export function CriteriaFields({ form, isLocked }: FieldsProps & { isLocked: boolean }) {
  return (
    <>
      <Terms form={form} isLocked={isLocked} />
      <hr />
      <div className={styles.two}>
        <CriterionFields step="PROPERTY" values={form.values} onChange={form.set} isOptional errorOf={form.errorOf} />
      </div>
    </>
  )
}

const ownerOptions = ({ totalTargetSize: target, minimumShareSize: size }: CircleValues) =>
  target !== undefined && !targetProblem(target) && size ? ownerAmounts(target, shareCount(size)) : []

/** When the target or share size changes, the owner keeps the same number of shares at the new price. */
function withTerms(values: CircleValues, change: Partial<CircleValues>): Partial<CircleValues> {
  const shares = ownerOptions(values).find((option) => option.amount === values.ownerInvestmentAmount)?.arcs ?? 0
  const options = ownerOptions({ ...values, ...change })
  return { ...change, ownerInvestmentAmount: options[Math.min(shares, options.length) - 1]?.amount ?? null }
}

function Terms({ form, isLocked }: FieldsProps & { isLocked: boolean }) {
  const { values } = form
  const { totalTargetSize: target, minimumShareSize: size } = values
  const isTarget = target !== undefined && !targetProblem(target)
  return (
    <>
      {isLocked && (
        <p className={factsStyles.notice}>
          Someone else has joined, so target, share size and the owner’s amount are locked: they are what everyone agreed to.
        </p>
      )}
      <div className={styles.two}>
        <CurrencyField
          label="Total target size"
          symbol={currencySettings.US.symbol}
          keep={keepCurrencyCharacters}
          parse={currencyValue}
          format={(value) => formatCurrencyField(value, 'US')}
          disabled={isLocked}
          {...form.field('totalTargetSize')}
          onChange={(value) => form.set(withTerms(values, { totalTargetSize: value }))}
        />
        <SelectField
          label="Minimum share size"
          nullText={notSet}
          options={minimumShareSizes.map(({ value, text }) => ({
            value,
            text: isTarget ? `${text} · ${formatDollars(shareAmount(target, shareCount(value)))}` : text,
          }))}
          value={size ?? nullValue}
          disabled={isLocked}
          error={form.errorOf('minimumShareSize')}
          onChange={(value) => form.set(withTerms(values, { minimumShareSize: value === nullValue ? null : (value as MinimumShareSize) }))}
        />
        <SelectField
          label="Owner investment amount"
          nullText={isTarget && size ? notSet : 'Set target and share size first'}
          options={ownerOptions(values).map(({ amount, arcs }) => ({
            value: String(amount),
            text: `${formatDollars(amount)} · ${arcs} ${arcs === 1 ? 'arc' : 'arcs'}`,
          }))}
          value={values.ownerInvestmentAmount === null ? nullValue : String(values.ownerInvestmentAmount)}
          disabled={isLocked || !isTarget || !size}
          error={form.errorOf('ownerInvestmentAmount')}
          onChange={(value) => form.set({ ownerInvestmentAmount: value === nullValue ? null : Number(value) })}
        />
        <CriterionFields step="FINANCIAL" values={values} onChange={form.set} isOptional errorOf={form.errorOf} />
      </div>
    </>
  )
}
