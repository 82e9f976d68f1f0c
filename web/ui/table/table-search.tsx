import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { iconProps } from '#web/ui/icon-props.ts'
import { searchDelay } from '#web/ui/use-search.ts'
import styles from './data-table.module.css'

type TableSearchProps = { label: string; value: string; onSearch: (text: string) => void }

// The API takes no longer text.
const longest = 200

/** Searches once typing rests, or at once with Enter. Until the address says what was typed, the typing hand is right. */
export function TableSearch({ label, value, onSearch }: TableSearchProps) {
  const [typed, setTyped] = useState({ text: value, told: value, since: value })
  // The address has moved by itself, by the back button: what was typed is out of date.
  if (value !== typed.since) setTyped({ text: value === typed.told ? typed.text : value, told: value, since: value })

  const tell = useDebouncedCallback((text: string) => {
    const wanted = text.trim()
    if (wanted === value) return
    setTyped((before) => ({ ...before, told: wanted }))
    onSearch(wanted)
  }, searchDelay)

  // Whoever has gone on to another screen must not be called back by what they typed before.
  useEffect(() => () => tell.cancel(), [tell])

  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={label}
      placeholder="Search"
      maxLength={longest}
      leftSection={<IconSearch {...iconProps(19)} />}
      value={typed.text}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped((before) => ({ ...before, text }))
        tell(text)
      }}
      onKeyDown={(event) => event.key === 'Enter' && tell.flush()}
    />
  )
}
