import { getSeconds } from '#domain/files.ts'
import { signedUrlsKey as storageKey } from './remove-signed-urls.ts'

export type SignedFile = { readonly signedUrl: string; readonly contentType: string }
/** `until`: from then on the URL is requested again, in milliseconds since 1970. */
export type CachedFile = SignedFile & { readonly until: number }

/** A URL is used only while it is valid for at least another minute. */
const cacheDuration = (getSeconds - 60) * 1000

function readAll(now: number): Record<string, CachedFile> {
  try {
    const stored = (JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {}) as Record<string, CachedFile>
    return Object.fromEntries(Object.entries(stored).filter(([, { until }]) => until > now && until <= now + cacheDuration))
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

export function cachedSignedUrl(key: string, now = Date.now()): CachedFile | null {
  return readAll(now)[key] ?? null
}

export function cacheSignedUrl(key: string, { signedUrl, contentType }: SignedFile, now = Date.now()): CachedFile {
  const cached = { signedUrl, contentType, until: now + cacheDuration }
  writeAll({ ...readAll(now), [key]: cached })
  return cached
}

export function removeSignedUrl(key: string, now = Date.now()): void {
  const { [key]: _, ...others } = readAll(now)
  writeAll(others)
}
