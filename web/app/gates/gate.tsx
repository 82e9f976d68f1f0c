import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useMatches } from 'react-router'
import { isDestination, type Need, placeAfterSignIn, placeFor } from '#contract/gates.ts'
import { loginFrom, paths } from '#contract/paths.ts'
import { countsAsVerified } from '#domain/may/person.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useIsOnline } from '#web/api/connection.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useRefetchBeforeRedirect } from '#web/api/use-refetch-before-redirect.ts'
import { OfflineFailure } from '#web/shared/waiting/offline-failure.tsx'
import { SpinnerPage } from '#web/ui/feedback/skeletons.tsx'
import { RedirectToWish, SaveWishAndRedirect } from './wish-redirects.tsx'

/** What the route table declares for each screen. */
export type ScreenHandle = { readonly title: string; readonly need: Need }

export function useScreenHandle(): ScreenHandle | undefined {
  return useMatches().at(-1)?.handle as ScreenHandle | undefined
}

/** Refetches the session on each navigation to a protected screen, because access may have been withdrawn. */
function useSessionCheck(need: Need): void {
  const queryClient = useQueryClient()
  const { pathname } = useLocation()
  const checked = useRef(pathname)
  useEffect(() => {
    if (checked.current === pathname) return
    checked.current = pathname
    if (need !== 'public') void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey, exact: true }, { cancelRefetch: false })
  }, [queryClient, pathname, need])
}

/** Onboarding navigates itself when it is done. The live stream reports that first, and the gate must not redirect before it. */
function useIsOnboarding(isLetIn: boolean, need: Need): boolean {
  const { key } = useLocation()
  const [entered, setEntered] = useState<string | null>(null)
  if (need === 'onboarding' && isLetIn && entered !== key) setEntered(key)
  return entered === key
}

const needsConnection = 'This page needs a connection.'

/** Guards every screen. Lets people in on cached data, but refetches before it redirects anyone. */
export function Gate({ children }: { children: ReactNode }) {
  const need = useScreenHandle()?.need ?? 'public'
  const { pathname, search } = useLocation()
  const { data: user, isPending, isError, error, refetch } = useQuery(sessionQuery)
  useSessionCheck(need)
  const online = useIsOnline()
  const refusal = isPending ? null : placeFor(user ?? null, need)
  const isOnboarding = useIsOnboarding(!isPending && refusal === null, need)
  const place = isOnboarding && user && !countsAsVerified(user) ? null : refusal
  // The initial check has already been retried three times.
  const hasFailed = isError && user === undefined
  const isAnswered = useRefetchBeforeRedirect([sessionQuery], place !== null && !hasFailed) || hasFailed

  if (need === 'public') return children
  // The stored session may well be valid, so nobody is asked to sign in.
  if (hasFailed && error instanceof ApiError && error.status === 0) return <OfflineFailure onRetry={() => void refetch()} />
  // What was kept may be stale, so nobody is redirected on it. It is asked again when the connection is back.
  if (place !== null && !online) return <OfflineFailure words={needsConnection} onRetry={() => void refetch()} />
  if (isPending || (place !== null && !isAnswered)) return <SpinnerPage label="Checking your session" />
  if (place === null) return children
  const here = pathname + search
  if (user && !isError && place === paths.findCircles) {
    // Registration opens onboarding with the wanted page in `redirect`; someone who is already onboarded goes straight there.
    const asked = new URLSearchParams(search).get('redirect')
    return <RedirectToWish user={user} otherwise={isDestination(asked) ? placeAfterSignIn(user, asked) : place} />
  }
  if (user && !isError && (place === paths.onboarding || place === paths.userVerification))
    return <SaveWishAndRedirect to={place} from={here} />
  return <Navigate to={isError || place === paths.login ? loginFrom(here) : place} replace />
}
