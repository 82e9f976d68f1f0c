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

const isStill = (spent: StoredToken): boolean => readToken()?.accessToken === spent.accessToken

/** Browsers tell one tab's writes to the next a moment later than they hand over the lock. */
async function settled(spent: StoredToken): Promise<void> {
  for (let look = 0; look < 10 && isStill(spent); look += 1) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Runs `renew` in one tab at a time. */
async function inTurn(spent: StoredToken): Promise<void> {
  // Browsers hide locks from pages that are not served securely.
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
    // Nobody let go of the lock in time. Two tabs that refresh at once are forgiven by the server: both get the same successor.
    await renew(spent)
  }
}

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
  underway ??= inTurn(spent).finally(() => {
    underway = null
  })
  return underway
}
