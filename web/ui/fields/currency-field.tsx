import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldProps } from './field-props.ts'

export type CurrencyFieldProps = FieldProps & {
  value: number | undefined
  /** An empty field is undefined, never 0. */
  onChange: (value: number | undefined) => void
  symbol: string
  /** What of a typed text may stay: digits and the dot. */
  keep: (text: string) => string
  parse: (text: string) => number | undefined
  /** How a settled amount reads: 40,000.00. */
  format: (amount: number) => string | undefined
}

/** An amount of money: digits and the dot while typing, as `format` writes it once left. */
export function CurrencyField({ value, onChange, symbol, keep, parse, format, required = false, onBlur, ...rest }: CurrencyFieldProps) {
  const [typing, setTyping] = useState<string | null>(null)
  const settled = value === undefined ? '' : (format(value) ?? '')
  // After the focus event, because a program that selects the amount to fill it focuses the field first and selects then: text that
  // changed in between would lose that selection, and what is filled in would be appended.
  const dropCommas = (input: HTMLInputElement) => {
    if (document.activeElement !== input) return
    const isAllSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length
    flushSync(() => setTyping((typed) => typed ?? keep(settled).replace(/\.00$/, '')))
    // Whoever comes by keyboard has the whole amount selected, and still has it when the commas are gone.
    if (isAllSelected) input.select()
  }
  return (
    <TextInput
      value={typing ?? settled}
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
