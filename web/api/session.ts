import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Token, User } from '#contract/accounts.ts'
import { whoamiReply } from '#contract/accounts.ts'
import { isSafeRedirect, needOf, placeFor } from '#contract/gates.ts'
import { readWish } from '#contract/read-wish.ts'
import { done } from '#contract/reply.ts'
import { showing } from './cache-rules.ts'
import { ApiError, api } from './client.ts'
import { saveWish, takeWish } from './saved-wish.ts'
import { clearToken, onTokenChange, readToken, storeToken } from './token.ts'

async function whoAmI(signal: AbortSignal): Promise<User | null> {
  if (!readToken()) return null
  try {
    const { user } = await api.get('auth/whoami', whoamiReply, { signal, quiet: true })
    return user
  } catch (error) {
    // The session has ended, and its token is removed. The gate redirects where a session is needed; public screens stay.
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** The signed-in user; null for a visitor. Retries 3 times, one second apart. */
export const sessionQuery = queryOptions({
  queryKey: [showing('myself'), 'session'],
  queryFn: ({ signal }) => whoAmI(signal),
  retry: 3,
  retryDelay: 1_000,
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The signed-in user; null for a visitor and while the session is being checked. */
export const useUser = (): User | null => useQuery(sessionQuery).data ?? null

/** False while a stored session is being checked. */
export function useIsVisitor(): boolean {
  const { data, isPending } = useQuery(sessionQuery)
  return !data && !(isPending && readToken() !== null)
}

/** One user's cached data must never be shown to the next. */
const clearOtherQueries = (queryClient: QueryClient) =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== sessionQuery.queryKey[1] })

/**
 * Stores the token, loads the user, then opens `to` if it is a path of this site, else the start page. If the user may not open `cameFrom`
 * yet, it is saved with the account. Without `cameFrom`, the page saved earlier is opened.
 */
export function useSignIn(): (token: Token, to?: string | null, cameFrom?: string | null) => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (token, to, cameFrom) => {
    await queryClient.cancelQueries(sessionQuery)
    storeToken(token)
    clearOtherQueries(queryClient)
    const user = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    const wish = readWish(cameFrom)
    if (user && wish && placeFor(user, needOf(wish.path)) !== null) void saveWish(queryClient, cameFrom)
    const kept = user && !cameFrom ? await takeWish(queryClient, user) : null
    await navigate(kept ?? (isSafeRedirect(to) ? to : '/'))
  }
}

/** Ends the session on the server, then in this browser. Throws, and keeps the session, when the server could not be reached. */
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

/** The user id in the token's payload. Unverified: used only to notice that another tab signed in a different user. */
function ownerOf(accessToken: string | undefined): string | undefined {
  try {
    const payload = accessToken?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return (JSON.parse(atob(payload)) as { sub?: string }).sub
  } catch {
    return undefined
  }
}

/** Updates the session query when the stored token changes, in any tab. Returns a function that stops it. */
export function watchSession(queryClient: QueryClient): () => void {
  return onTokenChange(() => {
    const known = queryClient.getQueryData(sessionQuery.queryKey)
    const token = readToken()
    if (!token) {
      queryClient.setQueryData(sessionQuery.queryKey, null)
      clearOtherQueries(queryClient)
    } else if (known === null || (known && known._id !== ownerOf(token.accessToken))) {
      // Only a different user matters; refreshed tokens of the same user do not.
      void queryClient.resetQueries(sessionQuery)
      clearOtherQueries(queryClient)
    }
  })
}
