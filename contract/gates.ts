import type { CircleRelation } from '#domain/may/circle.ts'
import { countsAsVerified, mayReadEverything, type Permitted } from '#domain/may/person.ts'
import { addressPattern, areaPattern, areas, type Path, paths } from './paths.ts'

/** The properties of a person that the gates check. */
export type GateUser = Permitted & {
  readonly onboardingComplete: boolean
  readonly isVerified: boolean
  readonly isBroker: boolean
}

/**
 * What a screen requires. `member` is the whole onboarding gate; `verified` is the same without the broker check, for screens that brokers
 * share; `onboarded` is its first step alone, for the profile, which people may change while they wait. `onboarding` and `verification` are the two waiting screens, which redirect people who need not wait.
 */
export type Need = 'public' | 'session' | 'onboarded' | 'verified' | 'member' | 'broker' | 'admin' | 'onboarding' | 'verification'

const onboardedGate = (user: GateUser): Path | null => (user.onboardingComplete ? null : paths.onboarding)

const onboardingGate = (user: GateUser): Path | null => onboardedGate(user) ?? (countsAsVerified(user) ? null : paths.userVerification)

const gates: Readonly<Record<Exclude<Need, 'public' | 'onboarding' | 'verification'>, (user: GateUser) => Path | null>> = {
  session: () => null,
  onboarded: onboardedGate,
  verified: onboardingGate,
  member: (user) => onboardingGate(user) ?? (user.isBroker ? paths.brokerCircles : null),
  broker: (user) => (user.isBroker ? null : paths.dashboard),
  admin: (user) => (mayReadEverything(user) ? null : paths.forbidden),
}

/** Where the gates redirect this person; null if they may see the screen. */
export function placeFor(user: GateUser | null, need: Need): Path | null {
  // Visitors may read about Arcstead.
  if (need === 'public' || (user === null && need === 'onboarding')) return null
  if (user === null) return paths.login
  if (need !== 'onboarding' && need !== 'verification') return gates[need](user)
  if (user.isBroker) return paths.brokerCircles
  if (need === 'onboarding' ? user.onboardingComplete : countsAsVerified(user)) return paths.findCircles
  // Someone who has submitted nothing must not be told to wait.
  return need === 'verification' ? onboardedGate(user) : null
}

/** Where signing in redirects without an earlier page. */
export const homeOf = (user: GateUser): Path => placeFor(user, 'member') ?? paths.findCircles

const asking = (need: Need, ...screens: readonly Path[]) => screens.map((path) => [addressPattern(path), need] as const)

const routeNeeds: readonly (readonly [pattern: RegExp, need: Need])[] = [
  ...asking('member', paths.dashboard, paths.createCircle, paths.joinCircle(':id'), paths.addProperty(':id'), paths.compare(':id')),
  // The circle page redirects an assigned broker to the broker's page, so it must admit brokers.
  ...asking('onboarded', paths.profile),
  ...asking(
    'verified',
    paths.circle(':id'),
    paths.circleRecord(':id'),
    paths.circleStatement(':id'),
    paths.pastCircle(':id'),
    paths.pastRecord(':id'),
    paths.yearStatement(':id', ':year'),
    paths.circleConversation(':id'),
  ),
  ...asking('verified', paths.circleMotion(':id', ':motionId'), paths.newMotion(':id'), paths.propertyPage(':id', ':propertyId')),
  ...asking('verified', paths.startBuying(':id'), paths.circlePurchase(':id')),
  ...asking('verified', paths.circleCall(':id', ':callId')),
  ...asking('verified', paths.circleOffers(':id'), paths.circleOffer(':id', ':offerId'), paths.circleSale(':id')),
  ...asking('verified', paths.circleDistributions(':id'), paths.circleDistribution(':id', ':distributionId')),
  ...asking('verified', paths.circleBookEntry(':id', ':entryId'), paths.circleBookMonth(':id', ':month')),
  ...asking('verified', paths.circleBookImport(':id'), paths.circleBookMatch(':id')),
  ...asking('verified', paths.circleDocument(':id', ':documentId'), paths.signDocument(':id', ':documentId')),
  [areaPattern(areas.broker), 'broker'],
  [areaPattern(areas.admin), 'admin'],
  ...asking('onboarding', paths.onboarding),
  ...asking('verification', paths.userVerification),
]

/** What the screen at this path requires. Unknown paths are public: they only show Page Not Found. */
export function needOf(path: string): Need {
  const place = path.replace(/[?#].*$/s, '')
  return routeNeeds.find(([pattern]) => pattern.test(place))?.[1] ?? 'public'
}

/**
 * Only paths within this site are followed: one leading slash, no backslash (browsers read it as a slash), no control characters (browsers
 * drop them, which may leave two slashes).
 */
export const isSafeRedirect = (path: string | null | undefined): path is Path =>
  typeof path === 'string' && /^\/(?!\/)/.test(path) && !/[\\\p{Cc}]/u.test(path)

// These paths would end the session or ask to sign in again.
const accountScreens: ReadonlySet<string> = new Set([
  paths.login,
  paths.logout,
  paths.register,
  paths.forbidden,
  paths.requestReset,
  paths.resetPassword,
  paths.setPassword,
  paths.confirmEmail,
])

/** The path as the router reads it: it ignores case and trailing slashes and decodes %6C. */
function routedPath(address: string): string | null {
  try {
    return (
      decodeURIComponent(address.replace(/[?#].*$/s, ''))
        .toLowerCase()
        .replace(/\/+$/, '') || paths.findCircles
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

const neverLocked: readonly string[] = [paths.findCircles, paths.help, paths.logout]

/**
 * Links show a lock until the person is verified, as specified also the one to the profile, which opens; finding circles and help are open to
 * all, and the admin area asks for a permission instead.
 */
export const isLocked = (link: { readonly href: string }, user: GateUser | null): boolean =>
  user !== null && !countsAsVerified(user) && !neverLocked.includes(link.href) && needOf(link.href) !== 'admin'

/** The circle's page is for its members; others are redirected to their own page of that circle. */
export function circlePlaceFor(circleId: string, relation: CircleRelation): Path | null {
  if (relation.isMember) return null
  return relation.isAssignedBroker ? paths.brokerCircle(circleId) : paths.circlePublic(circleId)
}
