import type { Token } from '#contract/accounts.ts'
import { ApiError } from './api-error.ts'
import { clearToken, readToken, type StoredToken, storeToken } from './token.ts'

export const sessionHeaders = ({ tokenType, accessToken, refreshToken }: StoredToken): Record<string, string> => ({
  Authorization: `${tokenType} ${accessToken}`,
  'X-Refresh-Token': refreshToken ?? '',
})

const lockName = 'arcstead-refresh'
// A tab that froze while it held the lock must not block the others for longer than a person would wait.
const lockPatience = 5_000
const answerPatience = 10_000

async function alone(work: () => Promise<void>): Promise<void> {
  // Browsers hide locks from pages that are not served securely.
  if (!('locks' in navigator)) return work()
  try {
    await navigator.locks.request(lockName, { signal: AbortSignal.timeout(lockPatience) }, work)
  } catch (error) {
    // Without the lock two tabs may refresh at once, which the server forgives: both get the same successor.
    if (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')) return work()
    throw error
  }
}

const isStill = (spent: StoredToken): boolean => readToken()?.accessToken === spent.accessToken

async function renew(spent: StoredToken): Promise<void> {
  // Another tab was first, or signed out meanwhile; either way storage holds the truth now.
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

/** Renews the tokens once for everyone who waits: in this tab by sharing one promise, across tabs by a lock. */
export function refreshTokens(spent: StoredToken): Promise<void> {
  underway ??= alone(() => renew(spent)).finally(() => {
    underway = null
  })
  return underway
}
