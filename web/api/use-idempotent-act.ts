import { useRef } from 'react'
import { useCache } from './cache-rules.ts'
import { ApiError, type CallOptions } from './client.ts'
import type { Facts } from './facts.ts'

/**
 * Sends acts about money one at a time: a double click, or a retry after a lost answer, sends the same key and so does it only once. `of` says
 * what is done, with all that it is done with.
 */
export function useIdempotentAct(changed: Facts) {
  const cache = useCache()
  const key = useRef({ of: '', id: '' })
  return async <Answer>(of: string, act: (options: CallOptions) => Promise<Answer>): Promise<Answer> => {
    if (key.current.of !== of) key.current = { of, id: crypto.randomUUID() }
    try {
      const answer = await act({ quiet: true, idempotencyKey: key.current.id })
      key.current = { of: '', id: '' }
      return answer
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0) key.current = { of: '', id: '' }
      throw error
    } finally {
      // After a refusal too: the page showed what has changed since.
      void cache.invalidate(changed)
    }
  }
}
