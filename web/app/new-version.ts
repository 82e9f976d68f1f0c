const key = 'reloaded-for-new-version'
const minimumInterval = 60_000

/**
 * After a deployment, chunks of the old version are gone. One reload fetches the new page; a second reload within a minute would not help,
 * so the crash screen is shown instead.
 */
export function reloadAfterNewVersion(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < minimumInterval) return
    sessionStorage.setItem(key, String(Date.now()))
    window.location.reload()
  })
}
