import { TextInput } from '@mantine/core'
import type { FieldProps } from './field-props.ts'

type DateFieldProps = FieldProps & {
  /** `2026-11-15`, or null. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A calendar day, without time and zone. */
export function DateField({ value, onChange, required = false, ...rest }: DateFieldProps) {
  return (
    <TextInput
      type="date"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      withAsterisk={required}
      aria-required={required}
      {...rest}
    />
  )
}
