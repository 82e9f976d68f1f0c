import { Select, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import type { Option } from '#web/ui/fields/field-props.ts'
import { useLazyList } from '#web/ui/fields/use-lazy-list.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './list-filter.module.css'

/** A filter stored in the URL. Changing it returns to the first page. */
export function useListFilter(name: string): readonly [value: string, set: (value: string) => void] {
  const [query, setQuery] = useSearchParams()
  const set = (value: string) => {
    const next = new URLSearchParams(query)
    if (value) next.set(name, value)
    else next.delete(name)
    next.delete('page')
    setQuery(next, { preventScrollReset: true })
  }
  return [query.get(name) ?? '', set]
}

type FilterProps = { label: string; value: string; onChange: (value: string) => void }

/** An empty value means all. */
export function ListFilter({ label, value, onChange, options, allText }: FilterProps & { options: readonly Option[]; allText: string }) {
  const { keepMounted, reach } = useLazyList()
  return (
    <Select
      className={styles.root}
      aria-label={label}
      data={[{ value: '', label: allText }, ...options.map((option) => ({ value: option.value, label: option.text }))]}
      value={options.some((option) => option.value === value) ? value : ''}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      comboboxProps={{ keepMounted }}
      onFocus={reach}
      checkIconPosition="right"
      maxDropdownHeight={320}
      rightSection={<IconChevronDown {...iconProps(18)} />}
    />
  )
}

/** A date as yyyy-mm-dd. */
export function DayFilter({ label, value, onChange }: FilterProps) {
  const id = useId()
  return (
    <div className={styles.day}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <TextInput id={id} type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} max="9999-12-31" />
    </div>
  )
}
