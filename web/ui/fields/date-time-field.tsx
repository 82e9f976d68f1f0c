import { TextInput } from '@mantine/core'
import type { FieldProps } from './field-props.ts'

type DateTimeFieldProps = FieldProps & {
  /** An ISO time, or null for none. */
  value: string | null
  onChange: (value: string | null) => void
}

const two = (number: number) => String(number).padStart(2, '0')

/** As the browser's own field writes it: by the clock of whoever reads, without a zone. */
export function localTime(iso: string): string {
  const date = new Date(iso)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** A day and an hour by one's own clock, passed on as an ISO time. */
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
