import { Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { FieldProps, Option } from './field-props.ts'
import { useLazyList } from './use-lazy-list.ts'

/** The value when nothing is chosen. */
export const nullValue = 'NULL'

export type SelectFieldProps = FieldProps & {
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
  /** The text of the empty option; null omits it. */
  nullText?: string | null
  /** A long list can be searched by typing. */
  isSearchable?: boolean
  /** Offers the typed text as a new option. */
  onCreate?: (text: string) => void
}

const createValue = '\u0000create'

/** With `onCreate` the list is searchable and can be extended. */
export function SelectField(props: SelectFieldProps) {
  const {
    options,
    value,
    onChange,
    nullText = 'Select...',
    onCreate,
    isSearchable = onCreate !== undefined,
    required = false,
    ...rest
  } = props
  const { keepMounted, reach } = useLazyList()
  const [typed, setTyped] = useState('')
  const known = [...(nullText === null ? [] : [{ value: nullValue, text: nullText }]), ...options]
  const wanted = typed.trim()
  const isNew = wanted !== '' && known.every((option) => option.text.toLowerCase() !== wanted.toLowerCase())
  const offered = onCreate && isNew ? [...known, { value: createValue, text: `Add “${wanted}”` }] : known
  return (
    <Select
      data={offered.map((option) => ({ value: option.value, label: option.text }))}
      value={value === nullValue ? null : value}
      placeholder={nullText ?? ''}
      onChange={(chosen) => {
        if (chosen === createValue) onCreate?.(wanted)
        else if (chosen !== null) onChange(chosen)
      }}
      onSearchChange={setTyped}
      searchable={isSearchable}
      allowDeselect={false}
      checkIconPosition="right"
      rightSection={<IconChevronDown {...iconProps(18)} />}
      withAsterisk={required}
      aria-required={required}
      comboboxProps={{ keepMounted }}
      onFocus={(event) => {
        reach()
        event.currentTarget.select()
      }}
      {...rest}
    />
  )
}
