import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useMatches } from 'react-router'
import { loginFrom, paths } from '#contract/paths.ts'
import { isDestination, type Need, placeAfterSignIn, placeFor } from '#domain/gates.ts'
import { countsAsVerified } from '#domain/person.ts'
import { useAskAgain } from '#web/api/ask-again.ts'
import { sessionQuery } from '#web/api/session.ts'
import { SpinnerPage } from '#web/ui/feedback/skeletons.tsx'
import { LeadOn, SendAway } from './kept-ways.tsx'

/** What every screen's line in the route table says of it. */
export type ScreenHandle = { readonly title: string; readonly need: Need }

export function useScreenHandle(): ScreenHandle | undefined {
  return useMatches().at(-1)?.handle as ScreenHandle | undefined
}

/** Asks who is there on every way to a screen that is not for everyone: someone it was open to before may no longer enter. */
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

/** Onboarding leads on by itself when it is done. The live stream tells of that first, and the gate must not be faster. */
function useIsOnboarding(isLetIn: boolean, need: Need): boolean {
  const { key } = useLocation()
  const [entered, setEntered] = useState<string | null>(null)
  if (need === 'onboarding' && isLetIn && entered !== key) setEntered(key)
  return entered === key
}

/** Stands before every screen. Lets people in by what is known of them, but sends nobody away before asking again. */
export function Gate({ children }: { children: ReactNode }) {
  const need = useScreenHandle()?.need ?? 'public'
  const { pathname, search } = useLocation()
  const { data: user, isPending, isError } = useQuery(sessionQuery)
  useSessionCheck(need)
  const refusal = isPending ? null : placeFor(user ?? null, need)
  const isOnboarding = useIsOnboarding(!isPending && refusal === null, need)
  const place = isOnboarding && user && !countsAsVerified(user) ? null : refusal
  // The first check of all was tried four times before it failed.
  const hasFailed = isError && user === undefined
  const isAnswered = useAskAgain([sessionQuery], place !== null && !hasFailed) || hasFailed

  if (need === 'public') return children
  if (isPending || (place !== null && !isAnswered)) return <SpinnerPage label="Checking your session" />
  if (place === null) return children
  const here = pathname + search
  if (user && !isError && place === paths.findCircles) {
    // Registration leads to onboarding with the place the person had wanted; someone who is past it goes on to there.
    const asked = new URLSearchParams(search).get('redirect')
    return <LeadOn user={user} otherwise={isDestination(asked) ? placeAfterSignIn(user, asked) : place} />
  }
  if (user && !isError && (place === paths.onboarding || place === paths.userVerification)) return <SendAway to={place} from={here} />
  return <Navigate to={isError || place === paths.login ? loginFrom(here) : place} replace />
}
