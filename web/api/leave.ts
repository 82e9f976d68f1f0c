/** How the client takes a person to another screen. The app gives it its router; until then the browser itself goes there. */
let go = (path: string): void => window.location.assign(path)

export const setNavigator = (navigate: (path: string) => void): void => {
  go = navigate
}

const whereNow = () => window.location.pathname + window.location.search

/** To sign in, and back to here afterwards. */
export function leaveToLogin(): void {
  if (window.location.pathname === '/login') return
  const from = whereNow()
  go(from === '/' ? '/login' : `/login?redirect=${encodeURIComponent(from)}`)
}

export const leaveToForbidden = (): void => go('/forbidden')
