import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FitPreferences, fitPreferencesOf } from '#domain/fit.ts'
import { sessionQuery } from './session.ts'
import { readToken } from './token.ts'

/** The signed-in person's investment preferences; null for visitors and for people without any. */
export function useInvestmentPreferences(): { readonly preferences: FitPreferences | null; readonly isPending: boolean } {
  const { data: user, isPending } = useQuery(sessionQuery)
  return useMemo(
    () => ({ preferences: user && !user.isBroker ? fitPreferencesOf(user) : null, isPending: isPending && readToken() !== null }),
    [user, isPending],
  )
}
