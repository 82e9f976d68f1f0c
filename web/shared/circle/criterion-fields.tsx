import type { ReactNode } from 'react'
import { type Criteria, type Criterion, type CriterionKey, criterionText, notSet, rangeAt, stopsOf, withValues } from '#domain/criteria.ts'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import { RangeSliderField } from '#web/ui/fields/range-slider-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import styles from './criterion-fields.module.css'

type CriterionFieldsProps = {
  step: Criterion['step']
  values: Criteria
  onChange: (change: Partial<Criteria>) => void
  /** Every criterion may stay open. */
  isOptional?: boolean
  errorOf?: (key: CriterionKey) => ReactNode
}

/** One field for each criterion of a step, for a grid of one or two columns. */
export function CriterionFields({ step, values, onChange, isOptional = false, errorOf }: CriterionFieldsProps) {
  return withValues(values)
    .filter((criterion) => criterion.step === step)
    .map((criterion) => (
      <div key={criterion.key} className={criterion.kind === 'several' || criterion.isWide ? styles.wide : undefined}>
        <CriterionField
          criterion={criterion}
          required={!isOptional && criterion.isRequired === true}
          error={errorOf?.(criterion.key)}
          onChange={(value) => onChange({ [criterion.key]: value } as Partial<Criteria>)}
        />
      </div>
    ))
}

type CriterionFieldProps = {
  criterion: ReturnType<typeof withValues>[number]
  required: boolean
  error: ReactNode
  onChange: (value: Criteria[CriterionKey] | readonly string[] | string) => void
}

function CriterionField({ criterion, required, error, onChange }: CriterionFieldProps) {
  const { label } = criterion
  if (criterion.kind === 'several') {
    const choices = criterion.choices.map((choice) => ({ value: choice.value, label: choice.text }))
    return <ChoicePills legend={label} choices={choices} values={criterion.value} {...{ required, error, onChange }} />
  }
  if (criterion.kind === 'one')
    return (
      <SelectField
        label={label}
        options={criterion.choices}
        {...(!required && { nullText: notSet })}
        value={criterion.value ?? nullValue}
        required={required}
        error={error}
        onChange={(value) => onChange(value === nullValue ? null : value)}
      />
    )
  const { slider, stopText } = criterion
  return (
    <RangeSliderField
      label={label}
      {...slider}
      value={stopsOf(criterion.value, slider)}
      onChange={(stops) => onChange(rangeAt(stops, slider))}
      format={stopText}
      formatRange={() => criterionText(criterion)}
      ends={[stopText(slider.min), stopText(slider.max)]}
      error={error}
    />
  )
}
