import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldProps } from './field-props.ts'

type NumberFieldProps = FieldProps & {
  value: number | undefined
  /** undefined when the field is empty or does not hold a number yet. */
  onChange: (value: number | undefined) => void
}

function parse(text: string): number | undefined {
  const number = Number(text.replaceAll(',', ''))
  return text.trim() === '' || Number.isNaN(number) ? undefined : number
}

/** A number typed as text, passed on as a number. What is typed stays as typed until it means another number than the value. */
export function NumberField({ value, onChange, required = false, ...rest }: NumberFieldProps) {
  const [text, setText] = useState('')
  const shown = parse(text) === value ? text : (value?.toString() ?? '')
  return (
    <TextInput
      value={shown}
      inputMode="decimal"
      onChange={(event) => {
        const typed = event.currentTarget.value.replace(/[^\d.,-]/g, '')
        setText(typed)
        onChange(parse(typed))
      }}
      withAsterisk={required}
      aria-required={required}
      {...rest}
    />
  )
}
