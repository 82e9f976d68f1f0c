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
  /** How a settled amount reads, with exactly two decimals: 40,000.00. */
  format: (amount: number) => string | undefined
}

/** An amount of money: digits and the dot while typing, two decimals once left. */
export function CurrencyField({ value, onChange, symbol, keep, parse, format, required = false, onBlur, ...rest }: CurrencyFieldProps) {
  const [typing, setTyping] = useState<string | null>(null)
  const settled = value === undefined ? '' : (format(value) ?? '')
  return (
    <TextInput
      value={typing ?? settled}
      inputMode="decimal"
      className="num"
      leftSection={<span aria-hidden="true">{symbol}</span>}
      leftSectionWidth={34}
      onFocus={({ currentTarget: input }) => {
        // Whoever comes by keyboard has the whole amount selected, and still has it when the commas are gone.
        const isAllSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length
        flushSync(() => setTyping(keep(settled).replace(/\.00$/, '')))
        if (isAllSelected) input.select()
      }}
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
