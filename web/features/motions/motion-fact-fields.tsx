import { currencySettings, currencyValue, formatCurrencyField, keepCurrencyCharacters } from '#domain/money.ts'
import { type SpendCategory, type SpendPeriod, spendCategories } from '#domain/motion-kinds.ts'
import { CurrencyField } from '#web/ui/fields/currency-field.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { SubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { lengths, type MotionValues, noMember } from './motion-form-values.ts'
import type { MotionBasis } from './motions.queries.ts'

type FactFieldsProps = {
  form: SubmitForm<MotionValues>
  basis: MotionBasis
  /** Who has no vote was announced with the motion, so a change cannot move it. */
  isChange: boolean
}

const periods = [
  { value: 'month', text: 'Every month, until a day' },
  { value: 'year', text: 'Every year, until a day' },
] as const

/** The fields of the chosen kind, but for rules, which have their own. */
export function MotionFactFields({ form, basis, isChange }: FactFieldsProps) {
  const { kind } = form.values
  if (kind === 'spend') return <SpendFields form={form} basis={basis} isChange={isChange} />
  if (kind === 'treasurer') {
    return (
      <SelectField
        label="Treasurer"
        required
        options={basis.holders.filter(({ _id }) => _id !== basis.treasurer?._id).map(({ _id, name }) => ({ value: _id, text: name }))}
        {...form.field('member')}
        description={basis.treasurer ? `Now: ${basis.treasurer.name}` : 'Now: the owner'}
      />
    )
  }
  if (kind !== 'reserve') return null
  return (
    <>
      <CentsField form={form} name="floorCents" label="Reserve floor" description="Free cash should not go below this" />
      <CentsField form={form} name="emergencyCents" label="Emergency limit" description="What the treasurer may spend at a time" />
    </>
  )
}

function SpendFields({ form, basis, isChange }: FactFieldsProps) {
  const { values } = form
  return (
    <>
      <CentsField form={form} name="amountCents" label="Amount, at most" />
      <SelectField
        label="Category"
        required
        options={spendCategories}
        value={values.category}
        onChange={(category) => form.set({ category: category as SpendCategory })}
        error={form.errorOf('category')}
      />
      <SelectField
        label="How often"
        nullText="Once"
        options={periods}
        value={values.every}
        onChange={(every) => form.set({ every: every as SpendPeriod })}
        error={form.errorOf('every')}
      />
      {values.every !== nullValue && <DateField label="Until" required {...form.field('until')} />}
      <TextField label="Payee" required maxLength={lengths.payee} autoComplete="off" {...form.field('payee')} />
      <SelectField
        label="Is the payee related to a member?"
        required
        disabled={isChange}
        options={[{ value: noMember, text: 'No' }, ...basis.holders.map(({ _id, name }) => ({ value: _id, text: `Yes, to ${name}` }))]}
        {...form.field('relatedMember')}
        description="A related member has no vote on it"
      />
    </>
  )
}

type CentsFieldProps = {
  form: SubmitForm<MotionValues>
  name: 'amountCents' | 'floorCents' | 'emergencyCents'
  label: string
  description?: string
}

/** Typed in dollars, kept in cents. */
function CentsField({ form, name, label, description }: CentsFieldProps) {
  const { value, onChange, ...rest } = form.field(name)
  return (
    <CurrencyField
      label={label}
      required
      symbol={currencySettings.US.symbol}
      keep={keepCurrencyCharacters}
      parse={currencyValue}
      format={(amount) => formatCurrencyField(amount, 'US')}
      value={value === undefined ? undefined : value / 100}
      onChange={(dollars) => onChange(dollars === undefined ? undefined : Math.round(dollars * 100))}
      {...rest}
      {...(description && { description })}
    />
  )
}
