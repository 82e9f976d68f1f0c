import { useEffect, useState } from 'react'

type SearchState = 'IDLE' | 'LOADING' | 'HAS_RESULTS' | 'NO_RESULTS'

export type Search<Result> = (text: string, signal: AbortSignal) => Promise<readonly Result[]>

type Answer<Result> = { readonly text: string; readonly results: readonly Result[] }

export const searchDelay = 500

/**
 * Debounces by half a second. Only the answer to the latest text counts: an older request is aborted, and a failed one is logged and gives
 * an empty list.
 */
export function useSearch<Result>(text: string, search: Search<Result>, isSearching = true) {
  const wanted = isSearching ? text.trim() : ''
  const [answer, setAnswer] = useState<Answer<Result> | null>(null)

  useEffect(() => {
    if (wanted === '') return
    const request = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const results = await search(wanted, request.signal)
        if (!request.signal.aborted) setAnswer({ text: wanted, results })
      } catch (error) {
        if (request.signal.aborted) return
        console.error(error)
        setAnswer({ text: wanted, results: [] })
      }
    }, searchDelay)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [wanted, search])

  const results = answer?.text === wanted ? answer.results : null
  const state: SearchState = wanted === '' ? 'IDLE' : results === null ? 'LOADING' : results.length > 0 ? 'HAS_RESULTS' : 'NO_RESULTS'
  return { state, results: wanted === '' ? [] : (results ?? []) }
}
