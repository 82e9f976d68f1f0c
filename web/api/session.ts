import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Token, User, userReply, whoamiReply } from '#contract/accounts.ts'
import { isSafeRedirect, placeFor } from '#contract/gates.ts'
import { wishNeed } from '#contract/read-wish.ts'
import { localZone } from '#domain/dates.ts'
import { showing } from './cache-rules.ts'
import { ApiError, api } from './client.ts'
import { isOnline } from './connection.ts'
import { removeKept } from './remove-kept.ts'
import { saveWish, takeWish } from './saved-wish.ts'
import { forgetSeen } from './seen-queries.ts'
import { clearToken, onTokenChange, ownerOf, readToken, storeToken } from './token.ts'

/** An account without a time zone keeps the browser's, before any screen shows what the server wrote in it. */
const keepTimeZone = (user: User): Promise<User> =>
  api.put<typeof userReply>('app/time-zone', { timeZone: localZone() }, { quiet: true }).catch(() => user)

async function whoAmI(signal: AbortSignal): Promise<User | null> {
  if (!readToken()) return null
  try {
    const { user } = await api.get<typeof whoamiReply>('auth/whoami', { signal, quiet: true })
    return user.timeZone === null ? await keepTimeZone(user) : user
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
  retry: (count) => count < 3 && isOnline(),
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
function clearOtherQueries(queryClient: QueryClient): void {
  forgetSeen()
  void removeKept(ownerOf(readToken()))
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== sessionQuery.queryKey[1] })
}

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
    if (user && placeFor(user, wishNeed) !== null) void saveWish(queryClient, cameFrom)
    const kept = user && !cameFrom ? await takeWish(queryClient, user) : null
    await navigate(kept ?? (isSafeRedirect(to) ? to : '/'))
  }
}

/** Ends the session on the server, then in this browser. Throws, and keeps the session, when the server could not be reached. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    if (readToken()) {
      await api.get('auth/logout', { quiet: true }).catch((error: unknown) => {
        // 401: it had ended already.
        if (!(error instanceof ApiError && error.status === 401)) throw error
      })
    }
    await queryClient.cancelQueries(sessionQuery)
    clearToken()
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
    } else if (known === null || (known && known._id !== ownerOf(token))) {
      // Only a different user matters; refreshed tokens of the same user do not.
      void queryClient.resetQueries(sessionQuery)
      clearOtherQueries(queryClient)
    }
  })
}
