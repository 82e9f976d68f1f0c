import { removeKept } from './remove-kept.ts'
import { removeSignedUrls } from './remove-signed-urls.ts'

/** A part may be missing, for example after a change by hand; session-fetch.ts checks that. */
export type StoredToken = { readonly accessToken?: string; readonly refreshToken?: string; readonly tokenType: string }

const key = 'token'
const listeners = new Set<() => void>()

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads storage on every call, because another tab may have refreshed the token. */
export function readToken(): StoredToken | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { accessToken, refreshToken, tokenType } = stored as Record<string, unknown>
    const [access, refresh] = [text(accessToken), text(refreshToken)]
    return {
      ...(access && { accessToken: access }),
      ...(refresh && { refreshToken: refresh }),
      tokenType: text(tokenType) ?? 'Bearer',
    }
  } catch {
    // Storage is unreadable or disabled: the person counts as a visitor.
    return null
  }
}

export function storeToken(token: StoredToken): void {
  localStorage.setItem(key, JSON.stringify(token))
  for (const listener of listeners) listener()
}

export function clearToken(): void {
  localStorage.removeItem(key)
  removeSignedUrls()
  void removeKept()
  for (const listener of listeners) listener()
}

/** The user id in the token's payload. Unverified: used only to tell this browser's users apart. */
export function ownerOf(token: StoredToken | null): string | undefined {
  try {
    const payload = token?.accessToken?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return (JSON.parse(atob(payload)) as { sub?: string }).sub
  } catch {
    return undefined
  }
}

/** Calls back on every change of the token, in this tab and in others. Returns a function that stops it. */
export function onTokenChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    // The key is null when the whole storage was cleared.
    if (event.key === key || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}
