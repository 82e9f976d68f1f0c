import { addressPattern, loginFrom, paths } from '#contract/paths.ts'

/** The app sets its router here; until then the browser navigates with a full load. */
let go = (path: string): void => window.location.assign(path)

export const setNavigator = (navigate: (path: string) => void): void => {
  go = navigate
}

/** Opens the sign-in page, which leads back to the current page. */
export function redirectToLogin(): void {
  const { pathname, search } = window.location
  if (pathname !== paths.login) go(loginFrom(pathname + search))
}

/** These pages redirect former members and brokers themselves; a refused request must not redirect first. */
const redirecting = [paths.circle(':id'), paths.brokerCircle(':id')].map(addressPattern)

export function redirectToForbidden(): void {
  if (!redirecting.some((pattern) => pattern.test(window.location.pathname))) go(paths.forbidden)
}
