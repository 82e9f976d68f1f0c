import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Token, User } from '#contract/accounts.ts'
import { whoamiReply } from '#contract/accounts.ts'
import { done } from '#contract/reply.ts'
import { isSafeRedirect, needOf, placeFor } from '#domain/gates.ts'
import { readWish } from '#domain/wish.ts'
import { showing } from './cache-rules.ts'
import { ApiError, api } from './client.ts'
import { keepWish, takeWish } from './kept-wish.ts'
import { clearToken, onTokenChange, readToken, storeToken } from './token.ts'

async function whoAmI(signal: AbortSignal): Promise<User | null> {
  if (!readToken()) return null
  try {
    const { user } = await api.get('auth/whoami', whoamiReply, { signal, quiet: true })
    return user
  } catch (error) {
    // The session is over, and its token gone. The guard of a screen that needs one sends on to sign in; public screens stay.
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Who is signed in; null for a visitor. A failure is tried again 3 times, one second apart. */
export const sessionQuery = queryOptions({
  queryKey: [showing('myself'), 'session'],
  queryFn: ({ signal }) => whoAmI(signal),
  retry: 3,
  retryDelay: 1_000,
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The signed-in person, or null for a visitor and while it is not known yet. */
export const useUser = (): User | null => useQuery(sessionQuery).data ?? null

/** What one person has loaded must never show to the next. */
const forgetEverythingElse = (queryClient: QueryClient) =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== sessionQuery.queryKey[1] })

/**
 * Stores the token, loads its person, then goes to `to` if it is a path of this site, else home.
 * `cameFrom` is where the person was going: if that is not open to them yet, it is kept with the account.
 * Someone who was going nowhere in particular is led to what was kept earlier.
 */
export function useSignIn(): (token: Token, to?: string | null, cameFrom?: string | null) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (token, to, cameFrom) => {
    await queryClient.cancelQueries(sessionQuery)
    storeToken(token)
    forgetEverythingElse(queryClient)
    const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    const wish = readWish(cameFrom)
    if (user && wish && placeFor(user, needOf(wish.path)) !== null) void keepWish(queryClient, cameFrom)
    const kept = user && !cameFrom ? await takeWish(queryClient, user) : null
    await navigate(kept ?? (isSafeRedirect(to) ? to : '/'))
  }
}

/** Ends the session at the server, then forgets it here. Fails, with everything kept, when the server could not be told. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    if (readToken()) {
      await api.get('auth/logout', done, { quiet: true }).catch((error: unknown) => {
        // 401: it had ended already.
        if (!(error instanceof ApiError && error.status === 401)) throw error
      })
    }
    await queryClient.cancelQueries(sessionQuery)
    clearToken()
  }
}

/** Whose token it is, as its payload says; only to notice that another tab signed someone else in, never to trust it. */
function ownerOf(accessToken: string | undefined): string | undefined {
  try {
    const payload = accessToken?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return (JSON.parse(atob(payload)) as { sub?: string }).sub
  } catch {
    return undefined
  }
}

/** Keeps the known person in step with the stored token, whichever tab changed it. Answers with the function that ends it. */
export function watchSession(queryClient: QueryClient): () => void {
  return onTokenChange(() => {
    const known = queryClient.getQueryData(sessionQuery.queryKey)
    const token = readToken()
    if (!token) {
      queryClient.setQueryData(sessionQuery.queryKey, null)
      forgetEverythingElse(queryClient)
    } else if (known === null || (known && known._id !== ownerOf(token.accessToken))) {
      // Renewed tokens are no news; another person is.
      void queryClient.resetQueries(sessionQuery)
      forgetEverythingElse(queryClient)
    }
  })
}
