import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { searchDelay } from './use-search.ts'

/**
 * A search that is told once typing rests, or at once with `flush`. Until the address says what was typed, the typing hand is right:
 * no letter is lost while an earlier one is still being searched for.
 */
export function useTypedSearch(value: string, onSearch: (text: string) => void, clean: (text: string) => string) {
  const [typed, setTyped] = useState({ text: value, told: value, since: value })
  // The address has moved by itself, by the back button: what was typed is out of date.
  if (value !== typed.since) setTyped({ text: value === typed.told ? typed.text : value, told: value, since: value })

  const tell = useDebouncedCallback((text: string) => {
    const wanted = clean(text)
    if (wanted === value) return
    setTyped((before) => ({ ...before, told: wanted }))
    onSearch(wanted)
  }, searchDelay)

  // Whoever has gone on to another screen must not be called back by what they typed before.
  useEffect(() => () => tell.cancel(), [tell])

  const type = (text: string) => {
    setTyped((before) => ({ ...before, text }))
    tell(text)
  }
  return { text: typed.text, type, flush: () => tell.flush() }
}
