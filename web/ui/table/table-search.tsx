import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTypedSearch } from '#web/ui/fields/use-typed-search.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './data-table.module.css'

type TableSearchProps = { label: string; value: string; maxLength: number; onSearch: (text: string) => void }

/** Debounced; runs at once on Enter or blur. A search that starts after a row's link was pressed would navigate back to the table. */
export function TableSearch({ label, value, maxLength, onSearch }: TableSearchProps) {
  const search = useTypedSearch(value, onSearch, (text) => text.trim())
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={label}
      placeholder="Search"
      maxLength={maxLength}
      leftSection={<IconSearch {...iconProps(19)} />}
      value={search.text}
      onChange={(event) => search.type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && search.flush()}
      onBlur={search.flush}
    />
  )
}
