import { checkConnection } from '#web/api/connection.ts'

const key = 'reloaded-for-new-version'
const minimumInterval = 60_000

const chunkErrors = new WeakSet<object>()

/** Whether the error came from a script or stylesheet that could not be loaded. */
export const isChunkError = (error: unknown): boolean => error instanceof Error && chunkErrors.has(error)

export async function reloadIfReachable(): Promise<void> {
  // Without an answer a reload would replace the page by the browser's error page.
  if (await checkConnection()) window.location.reload()
}

/**
 * After a deployment, chunks of the old version are gone. One reload fetches the new page; a second reload within a minute would not help,
 * so the crash screen is shown instead.
 */
export async function reloadForNewVersion(): Promise<'reloading' | 'offline' | 'broken'> {
  if (!(await checkConnection())) return 'offline'
  const last = Number(sessionStorage.getItem(key) ?? 0)
  // A time after this document's start is that of a reload that has just begun.
  if (last < performance.timeOrigin && Date.now() - last < minimumInterval) return 'broken'
  sessionStorage.setItem(key, String(Date.now()))
  window.location.reload()
  return 'reloading'
}

export function watchMissingChunks(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    chunkErrors.add(payload)
    void reloadForNewVersion()
  })
}
