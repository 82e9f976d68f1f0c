import { ownerAmounts, shareAmount, shareCount } from '#domain/arcs.ts'
import {
  type Choice,
  type InvestmentPurpose,
  investmentPurposes,
  type MinimumShareSize,
  minimumShareSizes,
  type OwnershipStructure,
  ownershipStructures,
  type PropertyCondition,
  type PropertyType,
  propertyConditions,
  propertyTypes,
} from '#domain/choices.ts'
import { targetProblem } from '#domain/circle-form.ts'
import { investmentRange, roomLabel, roomRange } from '#domain/criteria.ts'
import { currencySettings, currencyValue, formatCurrencyField, formatDollars, formatMoney, keepCurrencyCharacters } from '#domain/money.ts'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import { RangeSliderField } from '#web/ui/fields/range-slider-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import type { SubmitForm } from '#web/ui/form/use-submit-form.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import styles from './circle-form.module.css'
import type { CircleValues } from './circle-form-values.ts'

type FieldsProps = { form: SubmitForm<CircleValues> }

const orNull = <Value extends string>(value: string) => (value === nullValue ? null : (value as Value))
const pills = (choices: readonly Choice[]) => choices.map(({ value, text }) => ({ value, label: text }))

export function CriteriaFields({ form, isLocked }: FieldsProps & { isLocked: boolean }) {
  return (
    <>
      <Terms form={form} isLocked={isLocked} />
      <hr />
      <Wishes form={form} />
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
          nullText="Not set"
          options={minimumShareSizes.map(({ value, text }) => ({
            value,
            text: isTarget ? `${text} · ${formatDollars(shareAmount(target, shareCount(value)))}` : text,
          }))}
          value={size ?? nullValue}
          disabled={isLocked}
          error={form.errorOf('minimumShareSize')}
          onChange={(value) => form.set(withTerms(values, { minimumShareSize: orNull<MinimumShareSize>(value) }))}
        />
        <SelectField
          label="Owner investment amount"
          nullText={isTarget && size ? 'Not set' : 'Set target and share size first'}
          options={ownerOptions(values).map(({ amount, arcs }) => ({
            value: String(amount),
            text: `${formatDollars(amount)} · ${arcs} ${arcs === 1 ? 'share' : 'shares'}`,
          }))}
          value={values.ownerInvestmentAmount === null ? nullValue : String(values.ownerInvestmentAmount)}
          disabled={isLocked || !isTarget || !size}
          error={form.errorOf('ownerInvestmentAmount')}
          onChange={(value) => form.set({ ownerInvestmentAmount: value === nullValue ? null : Number(value) })}
        />
        <SelectField
          label="Ownership structure"
          nullText="Not set"
          options={ownershipStructures}
          value={values.ownershipStructure ?? nullValue}
          error={form.errorOf('ownershipStructure')}
          onChange={(value) => form.set({ ownershipStructure: orNull<OwnershipStructure>(value) })}
        />
      </div>
    </>
  )
}

const rooms = { min: roomRange.min, max: roomRange.max, step: roomRange.step, format: roomLabel, ends: ['1', '5+'] as const }

function Wishes({ form }: FieldsProps) {
  const { values } = form
  return (
    <>
      <ChoicePills
        legend="Property types"
        choices={pills(propertyTypes)}
        values={values.propertyTypes}
        onChange={(chosen) => form.set({ propertyTypes: chosen as PropertyType[] })}
      />
      <ChoicePills
        legend="Property condition"
        choices={pills(propertyConditions)}
        values={values.propertyCondition}
        onChange={(chosen) => form.set({ propertyCondition: chosen as PropertyCondition[] })}
      />
      <ChoicePills
        legend="Investment purpose"
        choices={pills(investmentPurposes)}
        values={values.investmentPurpose}
        onChange={(chosen) => form.set({ investmentPurpose: chosen as InvestmentPurpose[] })}
      />
      <div className={styles.two}>
        <RangeSliderField label="Bedrooms" {...rooms} value={values.bedrooms} onChange={(bedrooms) => form.set({ bedrooms })} />
        <RangeSliderField label="Bathrooms" {...rooms} value={values.bathrooms} onChange={(bathrooms) => form.set({ bathrooms })} />
      </div>
      <RangeSliderField
        label="Property investment range"
        min={investmentRange.min}
        max={investmentRange.max}
        step={investmentRange.step}
        value={values.propertyInvestmentRange}
        onChange={(propertyInvestmentRange) => form.set({ propertyInvestmentRange })}
        format={(value) => (value >= investmentRange.max ? 'any' : formatMoney(value))}
        ends={[formatMoney(investmentRange.min), 'any']}
      />
    </>
  )
}
