import { MultiSelect } from '@mantine/core'
import type { FieldProps } from './field-props.ts'
import type { Option } from './option.ts'
import { useLazyList } from './use-lazy-list.ts'

type MultiSelectFieldProps = FieldProps & { options: readonly Option[]; values: readonly string[]; onChange: (values: string[]) => void }

/** Any number of a longer list: each click puts an option in or takes it out, typing narrows the list, and one button clears all. */
export function MultiSelectField({ options, values, onChange, required = false, ...rest }: MultiSelectFieldProps) {
  const { keepMounted, reach } = useLazyList()
  return (
    <MultiSelect
      data={options.map(({ value, text }) => ({ value, label: text }))}
      value={[...values]}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear all', 'aria-hidden': false, tabIndex: 0 }}
      checkIconPosition="right"
      nothingFoundMessage="No results..."
      comboboxProps={{ keepMounted }}
      onFocus={reach}
      withAsterisk={required}
      aria-required={required}
      {...rest}
    />
  )
}
