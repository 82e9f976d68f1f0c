import { ApiError } from './api-error.ts'
import { refreshTokens, sessionHeaders } from './refresh.ts'
import { clearToken, ownerOf, readToken, type StoredToken } from './token.ts'

const mostRefreshes = 2

const missingPart = (token: StoredToken | null): string | null => {
  if (!token?.accessToken) return token?.refreshToken ? 'Missing access token' : 'Missing tokens'
  return token.refreshToken ? null : 'Missing refresh token'
}

/** An incomplete token would redirect to sign in forever, so it is removed. */
function requireToken(as: string | undefined): StoredToken {
  const token = readToken()
  const owner = ownerOf(token)
  if (as !== undefined && owner !== undefined && owner !== as) throw new ApiError(401, 'Somebody else has signed in')
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
 * Sends a request with both session headers and refreshes the tokens when the server asks for it. Clears a dead session but does not
 * navigate: that is the caller's decision.
 */
export async function fetchWithSession(url: string, init: RequestInit = {}, as?: string): Promise<Response> {
  let refreshes = 0
  let hasAdopted = false
  for (;;) {
    const token = requireToken(as)
    // The 302 has no Location header, so fetch returns it as an ordinary answer (with the default redirect mode).
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
      // Another tab may have refreshed the tokens during this request.
      if (!isNewer) clearToken()
      if (!isNewer || hasAdopted || !readToken()) return response
      hasAdopted = true
    } else return response
  }
}
