import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useMatches } from 'react-router'
import { isSafeRedirect, type Need, placeAfterSignIn, placeFor } from '#domain/gates.ts'
import { sessionQuery } from '#web/api/session.ts'
import { loginFrom, paths } from '#web/paths.ts'
import { SpinnerPage } from '#web/ui/skeletons.tsx'

/** What every screen's line in the route table says of it. */
export type ScreenHandle = { readonly title: string; readonly need: Need }

export function useScreenHandle(): ScreenHandle | undefined {
  return useMatches().at(-1)?.handle as ScreenHandle | undefined
}

/** Stands before every screen: asks who is there, and sends on whoever the gates do not let through. */
export function Gate({ children }: { children: ReactNode }) {
  const need = useScreenHandle()?.need ?? 'public'
  const { pathname, search } = useLocation()
  const { data: user, isPending } = useQuery(sessionQuery)

  if (need === 'public') return children
  if (isPending) return <SpinnerPage label="Checking your session" />
  const place = placeFor(user ?? null, need)
  if (place === null) return children
  const asked = new URLSearchParams(search).get('redirect')
  // Registration leads to onboarding with the place the person had wanted; whoever is past it goes on to there.
  if (user && need === 'onboarding' && place === paths.findCircles && isSafeRedirect(asked))
    return <Navigate to={placeAfterSignIn(user, asked)} replace />
  return <Navigate to={place === paths.login ? loginFrom(pathname + search) : place} replace />
}
