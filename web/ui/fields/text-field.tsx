import { TextInput } from '@mantine/core'
import type { FieldProps } from './field-props.ts'

type TextFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'url' | 'search' | 'tel'
  autoComplete?: string
  maxLength?: number
  readOnly?: boolean
}

export function TextField({ value, onChange, required = false, ...rest }: TextFieldProps) {
  return (
    <TextInput
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      withAsterisk={required}
      aria-required={required}
      {...rest}
    />
  )
}
