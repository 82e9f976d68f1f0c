const key = 'reloaded-for-new-version'
const restBetween = 60_000

/**
 * After a new version is installed, the files that a page opened before still asks for are gone. One reload brings the new page;
 * a second within a minute would not help, so the crash screen stands instead.
 */
export function reloadAfterNewVersion(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (Date.now() - last < restBetween) return
    sessionStorage.setItem(key, String(Date.now()))
    window.location.reload()
  })
}
