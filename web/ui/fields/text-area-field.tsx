import { Textarea } from '@mantine/core'
import type { FieldProps } from './field-props.ts'

type TextAreaFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  rows?: number
  maxLength?: number
  'aria-describedby'?: string
}

export function TextAreaField({ value, onChange, required = false, rows = 4, ...rest }: TextAreaFieldProps) {
  return (
    <Textarea
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      withAsterisk={required}
      aria-required={required}
      rows={rows}
      {...rest}
    />
  )
}
