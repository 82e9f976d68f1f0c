import type { Token } from '#contract/accounts.ts'
import { ApiError } from './api-error.ts'
import { clearToken, readToken, type StoredToken, storeToken } from './token.ts'

export const sessionHeaders = ({ tokenType, accessToken, refreshToken }: StoredToken): Record<string, string> => ({
  Authorization: `${tokenType} ${accessToken}`,
  'X-Refresh-Token': refreshToken ?? '',
})

const lockName = 'arcstead-refresh'
// A frozen tab may hold the lock forever, so the others stop waiting for it.
const lockTimeout = 5_000
const requestTimeout = 10_000

const isStored = (expired: StoredToken): boolean => readToken()?.accessToken === expired.accessToken

/** The lock may arrive before the other tab's write to localStorage is visible here. */
async function waitForOtherTab(expired: StoredToken): Promise<void> {
  for (let attempt = 0; attempt < 10 && isStored(expired); attempt += 1) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Runs `renew` in one tab at a time. */
async function renewUnderLock(expired: StoredToken): Promise<void> {
  // Web Locks exist only in secure contexts.
  if (!('locks' in navigator)) return renew(expired)
  const wasFirst = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await renew(expired)
    return lock !== null
  })
  if (wasFirst) return
  try {
    await navigator.locks.request(lockName, { signal: AbortSignal.timeout(lockTimeout) }, async () => {
      await waitForOtherTab(expired)
      await renew(expired)
    })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // The lock was not released in time. Two parallel refreshes are safe: the server gives both the same new tokens.
    await renew(expired)
  }
}

async function renew(expired: StoredToken): Promise<void> {
  // Another tab has refreshed or signed out already; the stored token is the current one.
  if (!isStored(expired)) return
  const renewed = await requestTokens(expired)
  if (renewed) storeToken(renewed)
  else if (isStored(expired)) {
    clearToken()
    throw new ApiError(401, 'Failed to refresh')
  }
}

/** Null if the server gave none. Without an answer it throws, and the session stays: being offline signs nobody out. */
async function requestTokens(expired: StoredToken): Promise<Token | null> {
  const response = await fetch('/api/auth/refresh', { headers: sessionHeaders(expired), signal: AbortSignal.timeout(requestTimeout) })
  try {
    if (response.status !== 200) return null
    const { data } = (await response.json()) as { data?: Partial<Token> }
    const { accessToken, refreshToken, tokenType = 'Bearer' } = data ?? {}
    return accessToken && refreshToken ? { accessToken, refreshToken, tokenType } : null
  } catch {
    return null
  }
}

let pendingRefresh: Promise<void> | null = null

/** Refreshes the tokens once for all callers: one shared promise within this tab, a lock across tabs. */
export function refreshTokens(expired: StoredToken): Promise<void> {
  pendingRefresh ??= renewUnderLock(expired).finally(() => {
    pendingRefresh = null
  })
  return pendingRefresh
}
