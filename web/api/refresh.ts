import type { Token } from '#contract/accounts.ts'
import { ApiError } from './api-error.ts'
import { clearToken, readToken, type StoredToken, storeToken } from './token.ts'

export const sessionHeaders = ({ tokenType, accessToken, refreshToken }: StoredToken): Record<string, string> => ({
  Authorization: `${tokenType} ${accessToken}`,
  'X-Refresh-Token': refreshToken ?? '',
})

const lockName = 'arcstead-refresh'
// A frozen tab may hold the lock forever, so the others stop waiting for it.
const lockPatience = 5_000
const answerPatience = 10_000

const isStill = (spent: StoredToken): boolean => readToken()?.accessToken === spent.accessToken

/** The lock may arrive before the other tab's write to localStorage is visible here. */
async function settled(spent: StoredToken): Promise<void> {
  for (let look = 0; look < 10 && isStill(spent); look += 1) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Runs `renew` in one tab at a time. */
async function inTurn(spent: StoredToken): Promise<void> {
  // Web Locks exist only in secure contexts.
  if (!('locks' in navigator)) return renew(spent)
  const wasFirst = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await renew(spent)
    return lock !== null
  })
  if (wasFirst) return
  try {
    await navigator.locks.request(lockName, { signal: AbortSignal.timeout(lockPatience) }, async () => {
      await settled(spent)
      await renew(spent)
    })
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // The lock was not released in time. Two parallel refreshes are safe: the server gives both the same new tokens.
    await renew(spent)
  }
}

async function renew(spent: StoredToken): Promise<void> {
  // Another tab has refreshed or signed out already; the stored token is the current one.
  if (!isStill(spent)) return
  const fresh = await askForTokens(spent)
  if (fresh) storeToken(fresh)
  else if (isStill(spent)) {
    clearToken()
    throw new ApiError(401, 'Failed to refresh')
  }
}

async function askForTokens(spent: StoredToken): Promise<Token | null> {
  try {
    const response = await fetch('/api/auth/refresh', { headers: sessionHeaders(spent), signal: AbortSignal.timeout(answerPatience) })
    if (response.status !== 200) return null
    const { data } = (await response.json()) as { data?: Partial<Token> }
    const { accessToken, refreshToken, tokenType = 'Bearer' } = data ?? {}
    return accessToken && refreshToken ? { accessToken, refreshToken, tokenType } : null
  } catch {
    return null
  }
}

let underway: Promise<void> | null = null

/** Refreshes the tokens once for all callers: one shared promise within this tab, a lock across tabs. */
export function refreshTokens(spent: StoredToken): Promise<void> {
  underway ??= inTurn(spent).finally(() => {
    underway = null
  })
  return underway
}
