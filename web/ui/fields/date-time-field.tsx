import { TextInput } from '@mantine/core'
import type { FieldProps } from './field-props.ts'

type DateTimeFieldProps = FieldProps & {
  /** An ISO time, or null. */
  value: string | null
  onChange: (value: string | null) => void
}

const two = (number: number) => String(number).padStart(2, '0')

/** The format of `datetime-local`: local time without a zone. */
function localTime(iso: string): string {
  const date = new Date(iso)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Edits local time; `onChange` receives an ISO time. */
export function DateTimeField({ value, onChange, required = false, ...rest }: DateTimeFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      value={value === null ? '' : localTime(value)}
      onChange={(event) => {
        const typed = new Date(event.currentTarget.value)
        onChange(Number.isNaN(typed.getTime()) ? null : typed.toISOString())
      }}
      withAsterisk={required}
      aria-required={required}
      {...rest}
    />
  )
}
