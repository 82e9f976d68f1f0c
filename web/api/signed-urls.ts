import { getSeconds } from '#domain/files.ts'
import { signedUrlsKey as storageKey } from './remove-signed-urls.ts'

export type SignedFile = { readonly signedUrl: string; readonly contentType: string }
type CachedFile = SignedFile & { readonly until: number }

/** A URL is used only while it is valid for at least another hour. */
const cacheDuration = (getSeconds - 60 * 60) * 1000

function readAll(now: number): Record<string, CachedFile> {
  try {
    const stored = (JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {}) as Record<string, CachedFile>
    return Object.fromEntries(Object.entries(stored).filter(([, cached]) => cached.until > now))
  } catch {
    // Storage is unreadable or disabled: every URL is requested again.
    return {}
  }
}

function writeAll(all: Record<string, CachedFile>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(all))
  } catch {
    // Storage is full or disabled; the URL is just not cached.
  }
}

export function cachedSignedUrl(key: string, now = Date.now()): SignedFile | null {
  return readAll(now)[key] ?? null
}

export function cacheSignedUrl(key: string, { signedUrl, contentType }: SignedFile, now = Date.now()): void {
  writeAll({ ...readAll(now), [key]: { signedUrl, contentType, until: now + cacheDuration } })
}

export function removeSignedUrl(key: string, now = Date.now()): void {
  const { [key]: _, ...others } = readAll(now)
  writeAll(others)
}
