import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { circleRelation } from '#domain/may/circle.ts'
import { circlePlaceFor, type GateUser, homeOf, isLocked, isSafeRedirect, type Need, needOf, placeAfterSignIn, placeFor } from './gates.ts'

const investor: GateUser = { onboardingComplete: true, isVerified: true, isBroker: false, permissions: { isAdmin: false } }
const newcomer: GateUser = { ...investor, onboardingComplete: false, isVerified: false }
const pending: GateUser = { ...investor, isVerified: false }
const broker: GateUser = { ...investor, isBroker: true }
const admin: GateUser = { ...investor, permissions: { isAdmin: true } }
const people = { visitor: null, newcomer, pending, investor, broker, admin }

// null: sees the page.
const table: Record<Need, Record<keyof typeof people, string | null>> = {
  public: { visitor: null, newcomer: null, pending: null, investor: null, broker: null, admin: null },
  session: { visitor: '/login', newcomer: null, pending: null, investor: null, broker: null, admin: null },
  onboarded: { visitor: '/login', newcomer: '/onboarding', pending: null, investor: null, broker: null, admin: null },
  verified: { visitor: '/login', newcomer: '/onboarding', pending: '/user-verification', investor: null, broker: null, admin: null },
  member: {
    visitor: '/login',
    newcomer: '/onboarding',
    pending: '/user-verification',
    investor: null,
    broker: '/broker/circles',
    admin: null,
  },
  broker: {
    visitor: '/login',
    newcomer: '/dashboard',
    pending: '/dashboard',
    investor: '/dashboard',
    broker: null,
    admin: '/dashboard',
  },
  admin: {
    visitor: '/login',
    newcomer: '/forbidden',
    pending: '/forbidden',
    investor: '/forbidden',
    broker: '/forbidden',
    admin: null,
  },
  onboarding: { visitor: null, newcomer: null, pending: '/', investor: '/', broker: '/broker/circles', admin: '/' },
  verification: { visitor: '/login', newcomer: '/onboarding', pending: null, investor: '/', broker: '/broker/circles', admin: '/' },
}

const anyone: fc.Arbitrary<GateUser> = fc.record({
  onboardingComplete: fc.boolean(),
  isVerified: fc.boolean(),
  isBroker: fc.boolean(),
  permissions: fc.record({ isAdmin: fc.boolean() }),
})

describe('the gates', () => {
  test.each(Object.entries(table) as [Need, (typeof table)[Need]][])(
    'send everyone to their place from a screen that needs %s',
    (need, row) => {
      const places = Object.entries(people).map(([name, user]) => [name, placeFor(user, need)])
      expect(Object.fromEntries(places)).toEqual(row)
    },
  )

  test('check onboarding before verification, and both before the broker flag', () => {
    expect(placeFor({ ...newcomer, isBroker: true }, 'member')).toBe('/onboarding')
    expect(placeFor({ ...pending, isBroker: true }, 'member')).toBe('/user-verification')
  })

  test('never redirect in a loop', () => {
    fc.assert(
      fc.property(fc.option(anyone), fc.constantFrom(...(Object.keys(table) as Need[])), (user, need) => {
        let place = placeFor(user, need)
        for (let step = 0; place !== null; step++) {
          expect(step).toBeLessThan(4)
          place = placeFor(user, needOf(place))
        }
      }),
    )
  })
})

describe('signing in', () => {
  test('redirects where the gates would', () => {
    expect([newcomer, pending, investor, broker, admin].map(homeOf)).toEqual([
      '/onboarding',
      '/user-verification',
      '/',
      '/broker/circles',
      '/',
    ])
  })

  test('redirects back to where the person came from, if they may be there', () => {
    expect(placeAfterSignIn(investor, '/circle/7?property=true')).toBe('/circle/7?property=true')
    expect(placeAfterSignIn(broker, '/broker/circle/7')).toBe('/broker/circle/7')
    expect(placeAfterSignIn(broker, '/dashboard')).toBe('/broker/circles')
    expect(placeAfterSignIn(newcomer, '/dashboard')).toBe('/onboarding')
    expect(placeAfterSignIn(newcomer, '/circle-public/7')).toBe('/circle-public/7')
    expect(placeAfterSignIn(investor, '/admin')).toBe('/forbidden')
  })

  test('never redirects to another site, nor to a page that ends the session', () => {
    for (const from of [undefined, null, '', '//evil.example', 'https://evil.example', '/\\evil.example', '/logout', '/login?redirect=/x'])
      expect(placeAfterSignIn(investor, from)).toBe('/')
    for (const from of ['/Logout', '/%6Cogout', '/logout/', '/LOGOUT?x#y', '/%2f/evil.example', '/set-password?token=1', '/%zz'])
      expect(placeAfterSignIn(investor, from)).toBe('/')
  })
})

describe('a redirect', () => {
  test.each(['/', '/dashboard', '/circle/7?property=true#vote', '/a//b', '/%2F%2Fevil.example'])('to %s is followed', (path) => {
    expect(isSafeRedirect(path)).toBe(true)
  })

  test.each([
    '',
    'dashboard',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /dashboard',
    '/a\\b',
    '/a\u0000',
    '/a\u0085',
  ])('to %j is not', (path) => {
    expect(isSafeRedirect(path)).toBe(false)
  })

  test('that is followed stays on the site, as a browser resolves it', () => {
    const trickyCharacters = fc.constantFrom('/', '\\', '\t', '\n', ':', '@', '.', '?', '#', '%', 'e', ' ', '\u0000')
    fc.assert(
      fc.property(fc.array(trickyCharacters, { maxLength: 8 }), (characters) => {
        const path = characters.join('')
        if (isSafeRedirect(path)) expect(new URL(path, 'https://arcstead.example').origin).toBe('https://arcstead.example')
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('what a path needs', () => {
  test.each<[string, Need]>([
    ['/', 'public'],
    ['/find-circles/map-view', 'public'],
    ['/circle-public/7', 'public'],
    ['/terms-of-service', 'public'],
    ['/no-such-page', 'public'],
    ['/dashboard', 'member'],
    ['/dashboard/?tab=1', 'member'],
    ['/create-circle', 'member'],
    ['/join-circle/7', 'member'],
    ['/add-property/7?property=8', 'member'],
    ['/circle/7/compare', 'member'],
    ['/profile', 'onboarded'],
    ['/circle/7', 'verified'],
    ['/broker/circles', 'broker'],
    ['/broker/add-property/7', 'broker'],
    ['/admin', 'admin'],
    ['/admin/manage-circle/new', 'admin'],
    ['/administration', 'public'],
    ['/onboarding?redirect=%2Fdashboard', 'onboarding'],
    ['/user-verification', 'verification'],
  ])('%s needs %s', (path, need) => {
    expect(needOf(path)).toBe(need)
  })
})

describe('links', () => {
  test('are locked for people awaiting verification, except those to the circles and to help', () => {
    expect(isLocked({ href: '/dashboard' }, pending)).toBe(true)
    expect(isLocked({ href: '/profile' }, newcomer)).toBe(true)
    expect(isLocked({ href: '/' }, pending)).toBe(false)
    expect(isLocked({ href: '/logout' }, pending)).toBe(false)
    expect(isLocked({ href: '/help' }, pending)).toBe(false)
    expect([null, investor, broker, admin].some((user) => isLocked({ href: '/dashboard' }, user))).toBe(false)
  })

  test('to a circle end on the page for that person', () => {
    const place = (isMember: boolean, isAssignedBroker: boolean) =>
      circlePlaceFor(
        '7',
        circleRelation({ membership: isMember ? { isOwner: false } : null, isAssignedBroker, permissions: { isAdmin: false } }),
      )
    expect(place(true, false)).toBeNull()
    expect(place(true, true)).toBeNull()
    expect(place(false, true)).toBe('/broker/circle/7')
    expect(place(false, false)).toBe('/circle-public/7')
  })
})
