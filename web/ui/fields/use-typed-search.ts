import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { searchDelay } from './use-search.ts'

/**
 * A debounced search; `flush` runs it at once. Until `value` has caught up, the typed text is shown, so that no letter is lost while an
 * earlier search is still running.
 */
export function useTypedSearch(value: string, onSearch: (text: string) => void, clean: (text: string) => string) {
  const [typed, setTyped] = useState({ text: value, told: value, since: value })
  // `value` was changed from outside, for example by the back button, so the typed text is outdated.
  if (value !== typed.since) setTyped({ text: value === typed.told ? typed.text : value, told: value, since: value })

  const tell = useDebouncedCallback((text: string) => {
    const wanted = clean(text)
    if (wanted === value) return
    setTyped((before) => ({ ...before, told: wanted }))
    onSearch(wanted)
  }, searchDelay)

  // A pending search must not navigate back after the person has opened another screen.
  useEffect(() => () => tell.cancel(), [tell])

  const type = (text: string) => {
    setTyped((before) => ({ ...before, text }))
    tell(text)
  }
  return { text: typed.text, type, flush: () => tell.flush() }
}
