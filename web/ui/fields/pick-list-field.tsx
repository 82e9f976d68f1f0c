import { Combobox, Input, InputBase, useCombobox } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { FieldProps, Option } from './field-props.ts'
import styles from './pick-list-field.module.css'
import { useLazyList } from './use-lazy-list.ts'

type PickListFieldProps = Omit<FieldProps, 'required' | 'onBlur'> & {
  options: readonly Option[]
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** Multiple choice in one line: the selection is summarised as text. */
export function PickListField({ options, values, onChange, placeholder = 'Select...', ...rest }: PickListFieldProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { keepMounted, reach } = useLazyList()
  const chosen = options.filter(({ value }) => values.includes(value))
  const toggle = (value: string) => onChange(values.includes(value) ? values.filter((other) => other !== value) : [...values, value])
  return (
    <Combobox store={combobox} onOptionSubmit={toggle} shadow="md" keepMounted={keepMounted}>
      <Combobox.Target targetType="button" withExpandedAttribute>
        <InputBase
          {...rest}
          component="button"
          type="button"
          pointer
          rightSection={<IconChevronDown {...iconProps(18)} />}
          rightSectionPointerEvents="none"
          onFocus={reach}
          onClick={() => combobox.toggleDropdown()}
          onBlur={() => combobox.closeDropdown()}
        >
          {chosen.length > 0 ? (
            <span className={styles.pickListChosen}>{chosen.map(({ text }) => text).join(', ')}</span>
          ) : (
            <Input.Placeholder>{placeholder}</Input.Placeholder>
          )}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-multiselectable>
          {options.map(({ value, text }) => (
            <Combobox.Option key={value} value={value} active={values.includes(value)} className={styles.pickListOption}>
              {text}
              {values.includes(value) && <IconCheck {...iconProps(17)} />}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
