import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldProps } from './field-props.ts'

type CurrencyFieldProps = FieldProps & {
  value: number | undefined
  /** undefined when empty, never 0. */
  onChange: (value: number | undefined) => void
  symbol: string
  /** Removes everything but digits and the dot. */
  keep: (text: string) => string
  parse: (text: string) => number | undefined
  /** For example 40,000.00. */
  format: (amount: number) => string | undefined
}

/** Digits and the dot while typing, formatted with `format` after blur. */
export function CurrencyField({ value, onChange, symbol, keep, parse, format, required = false, onBlur, ...rest }: CurrencyFieldProps) {
  const [typing, setTyping] = useState<string | null>(null)
  const formatted = value === undefined ? '' : (format(value) ?? '')
  // After the focus event: a script that fills the field first focuses it, then selects its text. Changing the text in between would lose the
  // selection, and the new value would be appended.
  const dropCommas = (input: HTMLInputElement) => {
    if (document.activeElement !== input) return
    const isAllSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length
    flushSync(() => setTyping((typed) => typed ?? keep(formatted).replace(/\.00$/, '')))
    // On keyboard focus the whole amount is selected; removing the commas must keep that selection.
    if (isAllSelected) input.select()
  }
  return (
    <TextInput
      value={typing ?? formatted}
      inputMode="decimal"
      className="num"
      leftSection={<span aria-hidden="true">{symbol}</span>}
      leftSectionWidth={34}
      onFocus={({ currentTarget: input }) => queueMicrotask(() => dropCommas(input))}
      onChange={(event) => {
        const typed = keep(event.currentTarget.value)
        setTyping(typed)
        onChange(parse(typed))
      }}
      onBlur={(event) => {
        setTyping(null)
        onBlur?.(event)
      }}
      withAsterisk={required}
      aria-required={required}
      {...rest}
    />
  )
}
