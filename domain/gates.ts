import { countsAsVerified } from './person.ts'

export type Path = `/${string}`

/** The properties of a person that the gates check. */
export type GateUser = {
  readonly onboardingComplete: boolean
  readonly isVerified: boolean
  readonly isBroker: boolean
  readonly permissions: { readonly isAdmin: boolean }
}

/**
 * What a screen requires. `member` is the whole onboarding gate; `verified` is the same without the broker check, for screens that brokers
 * share. `onboarding` and `verification` are the two waiting screens, which redirect people who need not wait.
 */
export type Need = 'public' | 'session' | 'verified' | 'member' | 'broker' | 'admin' | 'onboarding' | 'verification'

const brokerHome: Path = '/broker/circles'

const onboardingGate = (user: GateUser): Path | null => {
  if (!user.onboardingComplete) return '/onboarding'
  if (!countsAsVerified(user)) return '/user-verification'
  return null
}

const gates: Readonly<Record<Exclude<Need, 'public' | 'onboarding' | 'verification'>, (user: GateUser) => Path | null>> = {
  session: () => null,
  verified: onboardingGate,
  member: (user) => onboardingGate(user) ?? (user.isBroker ? brokerHome : null),
  broker: (user) => (user.isBroker ? null : '/dashboard'),
  admin: (user) => (user.permissions.isAdmin ? null : '/forbidden'),
}

/** Where the gates redirect this person; null if they may see the screen. */
export function placeFor(user: GateUser | null, need: Need): Path | null {
  // Visitors may read about Arcstead; a person who has submitted nothing must not be told to wait.
  if (need === 'public' || (user === null && need === 'onboarding')) return null
  if (user === null) return '/login'
  if (need !== 'onboarding' && need !== 'verification') return gates[need](user)
  if (user.isBroker) return brokerHome
  return (need === 'onboarding' ? user.onboardingComplete : countsAsVerified(user)) ? '/' : null
}

/** Where signing in redirects without an earlier page. */
export const homeOf = (user: GateUser): Path => placeFor(user, 'member') ?? '/'

const routeNeeds: readonly (readonly [pattern: RegExp, need: Need])[] = [
  [/^\/(dashboard|create-circle|join-circle\/[^/]+|add-property\/[^/]+|circle\/[^/]+\/compare)$/, 'member'],
  // The circle page redirects an assigned broker to the broker's page, so it must admit brokers.
  [/^\/(profile|circle\/[^/]+(\/(record|statement))?)$/, 'verified'],
  [/^\/broker(\/|$)/, 'broker'],
  [/^\/admin(\/|$)/, 'admin'],
  [/^\/onboarding$/, 'onboarding'],
  [/^\/user-verification$/, 'verification'],
]

/** What the screen at this path requires. Unknown paths are public: they only show Page Not Found. */
export function needOf(path: string): Need {
  const place = path.replace(/[?#].*$/s, '')
  const bare = place.length > 1 && place.endsWith('/') ? place.slice(0, -1) : place
  return routeNeeds.find(([pattern]) => pattern.test(bare))?.[1] ?? 'public'
}

/**
 * Only paths within this site are followed: one leading slash, no backslash (browsers read it as a slash), no control characters (browsers
 * drop them, which may leave two slashes).
 */
export const isSafeRedirect = (path: string | null | undefined): path is Path =>
  typeof path === 'string' && /^\/(?!\/)/.test(path) && !/[\\\p{Cc}]/u.test(path)

// These paths would end the session or ask to sign in again.
const accountScreens: ReadonlySet<string> = new Set([
  '/login',
  '/logout',
  '/register',
  '/forbidden',
  '/request-reset',
  '/reset-password',
  '/set-password',
  '/confirm-email',
])

/** The path as the router reads it: it ignores case and trailing slashes and decodes %6C. */
function routedPath(address: string): string | null {
  try {
    return (
      decodeURIComponent(address.replace(/[?#].*$/s, ''))
        .toLowerCase()
        .replace(/\/+$/, '') || '/'
    )
  } catch {
    return null
  }
}

/** Whether someone may be redirected here after signing in or out: a path of this site that is not about signing in. */
export function isDestination(path: string | null | undefined): path is Path {
  if (!isSafeRedirect(path)) return false
  const routed = routedPath(path)
  return routed !== null && isSafeRedirect(routed) && !accountScreens.has(routed)
}

/** Where signing in redirects: back to where the person came from if the gates allow it, otherwise where the gates say. */
export function placeAfterSignIn(user: GateUser, cameFrom?: string | null): Path {
  if (!isDestination(cameFrom)) return homeOf(user)
  return placeFor(user, needOf(cameFrom)) ?? cameFrom
}

/** Links show a lock until the person is verified; finding circles is open to all. */
export const isLocked = (link: { readonly href: string }, user: GateUser | null): boolean =>
  user !== null && !countsAsVerified(user) && link.href !== '/' && link.href !== '/logout'

/** A person's relation to a circle; the strongest one counts. */
export type CircleRelation = 'member' | 'assigned_broker' | 'other'

/** `/circle/{id}` is the members' page; others are redirected to their own page of that circle. */
export function circlePlaceFor(circleId: string, relation: CircleRelation): Path | null {
  if (relation === 'member') return null
  return relation === 'assigned_broker' ? `/broker/circle/${circleId}` : `/circle-public/${circleId}`
}
