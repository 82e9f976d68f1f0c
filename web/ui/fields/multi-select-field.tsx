import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import type { FieldProps, Option } from './field-props.ts'
import { useLazyList } from './use-lazy-list.ts'

type MultiSelectFieldProps = FieldProps & { options: readonly Option[]; values: readonly string[]; onChange: (values: string[]) => void }

/** Multiple choice from a longer, searchable list. */
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
