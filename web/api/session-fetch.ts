import { ApiError } from './api-error.ts'
import { refreshTokens, sessionHeaders } from './refresh.ts'
import { clearToken, readToken, type StoredToken } from './token.ts'

const mostRefreshes = 2

const missingPart = (token: StoredToken | null): string | null => {
  if (!token?.accessToken) return token?.refreshToken ? 'Missing access token' : 'Missing tokens'
  return token.refreshToken ? null : 'Missing refresh token'
}

/** A token that is not whole opens nothing, and would send its person to sign in for ever: it is removed. */
function requireToken(): StoredToken {
  const token = readToken()
  const missing = missingPart(token)
  if (token && missing === null) return token
  if (token) clearToken()
  throw new ApiError(401, missing ?? 'Missing tokens')
}

async function asksForRefresh(response: Response): Promise<boolean> {
  if (response.status !== 302) return false
  const answer = (await response
    .clone()
    .json()
    .catch(() => null)) as { data?: { shouldRefresh?: boolean } } | null
  return answer?.data?.shouldRefresh === true
}

/**
 * Sends a request with the session's two headers, renewing the tokens when the server asks for it.
 * A dead session is cleared before this answers; where to go then is the caller's to decide.
 */
export async function fetchWithSession(url: string, init: RequestInit = {}): Promise<Response> {
  let refreshes = 0
  let hasAdopted = false
  for (;;) {
    const token = requireToken()
    // A 302 without a Location is an ordinary answer to fetch, as long as its redirect mode stays the usual one.
    const response = await fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...sessionHeaders(token) } })
    if (await asksForRefresh(response)) {
      if (refreshes === mostRefreshes) {
        if (readToken()?.accessToken === token.accessToken) clearToken()
        throw new ApiError(401, 'Maximum retries exceeded')
      }
      refreshes += 1
      await refreshTokens(token)
    } else if (response.status === 401) {
      const isNewer = readToken()?.accessToken !== token.accessToken
      // Another tab may have renewed the tokens while this request was on its way.
      if (!isNewer) clearToken()
      if (!isNewer || hasAdopted || !readToken()) return response
      hasAdopted = true
    } else return response
  }
}
