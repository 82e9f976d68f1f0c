export type SignedFile = { readonly signedUrl: string; readonly contentType: string }
type Kept = SignedFile & { readonly until: number }

const storageKey = 'signedUrls'
/** The server signs for twelve hours; an address is used only while it has an hour left. */
const keptFor = 11 * 60 * 60 * 1000

function readAll(now: number): Record<string, Kept> {
  try {
    const stored = (JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {}) as Record<string, Kept>
    return Object.fromEntries(Object.entries(stored).filter(([, kept]) => kept.until > now))
  } catch {
    // Unreadable, or storage is closed to us: then every address is asked for anew.
    return {}
  }
}

function writeAll(all: Record<string, Kept>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(all))
  } catch {
    // Storage is full or closed; the address still works for now.
  }
}

export function recallSignedUrl(key: string, now = Date.now()): SignedFile | null {
  return readAll(now)[key] ?? null
}

export function keepSignedUrl(key: string, { signedUrl, contentType }: SignedFile, now = Date.now()): void {
  writeAll({ ...readAll(now), [key]: { signedUrl, contentType, until: now + keptFor } })
}

export function forgetSignedUrl(key: string, now = Date.now()): void {
  const { [key]: _, ...others } = readAll(now)
  writeAll(others)
}

/** What was signed for one person is not for the next. */
export const forgetSignedUrls = (): void => localStorage.removeItem(storageKey)
