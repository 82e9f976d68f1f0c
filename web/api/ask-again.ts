import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * For redirects: while `isWanted`, asks the server again for what the redirect goes by; true once it has answered in this
 * navigation. The caller must read the same queries itself, so that it decides by the answer.
 */
export function useAskAgain(queries: readonly { readonly queryKey: QueryKey }[], isWanted: boolean): boolean {
  const queryClient = useQueryClient()
  const { key } = useLocation()
  const [answered, setAnswered] = useState<string | null>(null)
  const ask = useEffectEvent(() => Promise.all(queries.map(({ queryKey }) => queryClient.refetchQueries({ queryKey, exact: true }))))
  const isAsking = isWanted && answered !== key
  useEffect(() => {
    if (!isAsking) return
    let isCurrent = true
    void ask().then(() => isCurrent && setAnswered(key))
    return () => {
      isCurrent = false
    }
  }, [isAsking, key])
  return answered === key
}
