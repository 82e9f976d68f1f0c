import { countsAsVerified } from './person.ts'

export type Path = `/${string}`

/** What the gates look at in a person. */
export type GateUser = {
  readonly onboardingComplete: boolean
  readonly isVerified: boolean
  readonly isBroker: boolean
  readonly permissions: { readonly isAdmin: boolean }
}

/**
 * What a screen asks of whoever opens it.
 * `member` is the whole onboarding gate; `verified` is the same gate without its last step, for screens brokers share.
 * `onboarding` and `verification` are the two waiting rooms, which send on whoever need not wait.
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

/** Where the gates send this person instead; null when they may see the screen. */
export function placeFor(user: GateUser | null, need: Need): Path | null {
  // A visitor may read what Arcstead is; nobody who has submitted nothing is told to wait.
  if (need === 'public' || (user === null && need === 'onboarding')) return null
  if (user === null) return '/login'
  if (need !== 'onboarding' && need !== 'verification') return gates[need](user)
  if (user.isBroker) return brokerHome
  return (need === 'onboarding' ? user.onboardingComplete : countsAsVerified(user)) ? '/' : null
}

/** Where signing in leads when the person came from nowhere in particular. */
export const homeOf = (user: GateUser): Path => placeFor(user, 'member') ?? '/'

const routeNeeds: readonly (readonly [pattern: RegExp, need: Need])[] = [
  [/^\/(dashboard|create-circle|join-circle\/[^/]+|add-property\/[^/]+|circle\/[^/]+\/compare)$/, 'member'],
  // The circle page forwards an assigned broker to the broker's own, so it has to let brokers in.
  [/^\/(profile|circle\/[^/]+(\/(record|statement))?)$/, 'verified'],
  [/^\/broker(\/|$)/, 'broker'],
  [/^\/admin(\/|$)/, 'admin'],
  [/^\/onboarding$/, 'onboarding'],
  [/^\/user-verification$/, 'verification'],
]

/** What the screen at this path asks for. Paths that nobody knows are public: they only show Page Not Found. */
export function needOf(path: string): Need {
  const place = path.replace(/[?#].*$/s, '')
  const bare = place.length > 1 && place.endsWith('/') ? place.slice(0, -1) : place
  return routeNeeds.find(([pattern]) => pattern.test(bare))?.[1] ?? 'public'
}

/**
 * Only a path within this site is ever followed: one leading slash, no backslash (browsers read it as a slash),
 * no control characters (browsers drop them, and what is left may be two slashes).
 */
export const isSafeRedirect = (path: string | null | undefined): path is Path =>
  typeof path === 'string' && /^\/(?!\/)/.test(path) && !/[\\\p{Cc}]/u.test(path)

// Going to one of these after signing in would end the session again or ask for it once more.
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

/** The path as the router reads it, which ignores case and trailing slashes and decodes %6C. */
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

/** Whether someone may be taken here after signing in or out: a path of this site that is not about signing in itself. */
export function isDestination(path: string | null | undefined): path is Path {
  if (!isSafeRedirect(path)) return false
  const routed = routedPath(path)
  return routed !== null && isSafeRedirect(routed) && !accountScreens.has(routed)
}

/** Where signing in leads: back to where the person came from if the gates let them, else where the gates say. */
export function placeAfterSignIn(user: GateUser, cameFrom?: string | null): Path {
  if (!isDestination(cameFrom)) return homeOf(user)
  return placeFor(user, needOf(cameFrom)) ?? cameFrom
}

/** Application and account links carry a lock until their person is verified; finding circles is open to all. */
export const isLocked = (link: { readonly href: string }, user: GateUser | null): boolean =>
  user !== null && !countsAsVerified(user) && link.href !== '/' && link.href !== '/logout'

/** How a person stands to a circle; the stronger relation wins. */
export type CircleRelation = 'member' | 'assigned_broker' | 'other'

/** `/circle/{id}` is the members' page; everyone else is forwarded to the page of that circle made for them. */
export function circlePlaceFor(circleId: string, relation: CircleRelation): Path | null {
  if (relation === 'member') return null
  return relation === 'assigned_broker' ? `/broker/circle/${circleId}` : `/circle-public/${circleId}`
}
