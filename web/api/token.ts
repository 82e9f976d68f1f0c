import { forgetSignedUrls } from './signed-urls.ts'

/** What the browser keeps of a session. A part may be missing: the client then says which. */
export type StoredToken = { readonly accessToken?: string; readonly refreshToken?: string; readonly tokenType: string }

const key = 'token'
const listeners = new Set<() => void>()

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Reads storage anew each time, because another tab may have renewed the token a moment ago. */
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
    // Unreadable, or storage is closed to us: the person is a visitor then.
    return null
  }
}

export function storeToken(token: StoredToken): void {
  localStorage.setItem(key, JSON.stringify(token))
  for (const listener of listeners) listener()
}

export function clearToken(): void {
  localStorage.removeItem(key)
  forgetSignedUrls()
  for (const listener of listeners) listener()
}

/** Tells of every change of the token, in this tab and in others. Answers with the function that ends it. */
export function onTokenChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    // A null key is the whole storage being emptied.
    if (event.key === key || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}
