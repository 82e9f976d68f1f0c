import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { isOnline, useIsOnline } from './connection.ts'

/**
 * For redirects: refetches `queries` while `isWanted`; true once they were refetched in this navigation, never without a connection. The
 * caller must observe the same queries itself, or it would redirect on the stale answer.
 */
export function useRefetchBeforeRedirect(queries: readonly { readonly queryKey: QueryKey }[], isWanted: boolean): boolean {
  const queryClient = useQueryClient()
  const { key } = useLocation()
  const [answered, setAnswered] = useState<string | null>(null)
  const ask = useEffectEvent(() => Promise.all(queries.map(({ queryKey }) => queryClient.refetchQueries({ queryKey, exact: true }))))
  const online = useIsOnline()
  const isAsking = isWanted && online && answered !== key
  useEffect(() => {
    if (!isAsking) return
    let isCurrent = true
    void ask().then(() => isCurrent && isOnline() && setAnswered(key))
    return () => {
      isCurrent = false
    }
  }, [isAsking, key])
  return answered === key
}
