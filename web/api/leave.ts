import { loginFrom, paths } from '#contract/paths.ts'

/** How the client takes a person to another screen. The app gives it its router; until then the browser itself goes there. */
let go = (path: string): void => window.location.assign(path)

export const setNavigator = (navigate: (path: string) => void): void => {
  go = navigate
}

/** To sign in, and back to here afterwards. */
export function leaveToLogin(): void {
  const { pathname, search } = window.location
  if (pathname !== paths.login) go(loginFrom(pathname + search))
}

/** The member's and the broker's page forward people who no longer belong there: one of their requests must not be faster. */
const forwardsByItself = /^(\/broker)?\/circle\/[^/]+\/?$/

export function leaveToForbidden(): void {
  if (!forwardsByItself.test(window.location.pathname)) go(paths.forbidden)
}
