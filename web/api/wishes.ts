import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Wishes, wishesOf } from '#domain/fit.ts'
import { sessionQuery } from './session.ts'
import { readToken } from './token.ts'

/** What the signed-in person looks for; null for visitors and whoever has told no preferences. */
export function useWishes(): { readonly wishes: Wishes | null; readonly isPending: boolean } {
  const { data: user, isPending } = useQuery(sessionQuery)
  return useMemo(
    () => ({ wishes: user && !user.isBroker ? wishesOf(user) : null, isPending: isPending && readToken() !== null }),
    [user, isPending],
  )
}
