import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldProps } from './field-props.ts'

type NumberFieldProps = FieldProps & {
  value: number | undefined
  /** undefined when the text is empty or not a number. */
  onChange: (value: number | undefined) => void
}

function parse(text: string): number | undefined {
  const number = Number(text.replaceAll(',', ''))
  return text.trim() === '' || Number.isNaN(number) ? undefined : number
}

/** Keeps the typed text until the value is set to a different number. */
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
