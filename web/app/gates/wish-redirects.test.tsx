import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts.ts'
import type { Need } from '#contract/gates.ts'
import { sessionQuery } from '#web/api/session.ts'
import { clearToken, storeToken } from '#web/api/token.ts'
import { createQueryClient } from '#web/app/query-client.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { sampleUser } from '#web/testing/sample-user.ts'
import { Gate } from './gate.tsx'

const circleId = '01890a5d-ac96-774b-bcce-b302099a8001'
const joining = `/join-circle/${circleId}?invite=abc`

/** A server with one user and their saved page. */
function serve(user: User, kept: string | null) {
  const wish = { path: kept, calls: [] as string[] }
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const answer = (data: unknown) => new Response(JSON.stringify({ status: 200, message: 'OK', data }), { status: 200 })
    if (url.endsWith('auth/whoami')) return answer({ isLoggedIn: true, user })
    wish.calls.push(method)
    if (method === 'PUT') wish.path = (JSON.parse(String(body)) as { path: string }).path
    if (method === 'DELETE') wish.path = null
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return answer(wish.path && { path: wish.path, act: 'join', circle: null, madeAt: '' })
  })
  return wish
}

const page = (path: string, need: Need): RouteObject => ({ path, handle: { title: path, need }, element: <h1>{path}</h1> })

function open(at: string, user: User) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, user)
  const frame = (
    <Gate>
      <Outlet />
    </Gate>
  )
  const children = [
    page('/', 'public'),
    page('/join-circle/:id', 'member'),
    page('/dashboard', 'member'),
    page('/user-verification', 'verification'),
    page('/onboarding', 'onboarding'),
  ]
  const router = createMemoryRouter([{ element: frame, children }], { initialEntries: [at] })
  renderUi(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return () => router.state.location.pathname + router.state.location.search
}

beforeEach(() => {
  storeToken({ accessToken: 'a', refreshToken: 'r', tokenType: 'Bearer' })
})
afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
})

test.each([
  ['/user-verification', sampleUser({ isVerified: false })],
  ['/onboarding', sampleUser({ isVerified: false, onboardingComplete: false })],
])('saves the circle to join, with its invite, when %s comes first', async (place, user) => {
  const wish = serve(user, null)
  open(joining, user)
  await screen.findByRole('heading', { name: place })
  await waitFor(() => expect(wish.path).toBe(joining))
})

test('a page that was only opened by its address does not replace the saved one', async () => {
  const pending = sampleUser({ isVerified: false })
  const wish = serve(pending, joining)
  open('/dashboard', pending)
  await screen.findByRole('heading', { name: '/user-verification' })
  expect(wish.calls).not.toContain('PUT')
})

test.each(['/user-verification', '/onboarding?redirect=%2F'])(
  'a verified person is redirected from %s to the saved page, once',
  async (place) => {
    const wish = serve(sampleUser(), joining)
    const address = open(place, sampleUser())
    await screen.findByRole('heading', { name: '/join-circle/:id' })
    expect(address()).toBe(joining)
    expect(wish.path).toBeNull()
  },
)

test.each([
  ['/user-verification', '/'],
  ['/onboarding?redirect=%2Fdashboard', '/dashboard'],
  ['/onboarding?redirect=%2FLogout', '/'],
])('without a saved page, %s redirects to %s', async (place, end) => {
  serve(sampleUser(), null)
  const address = open(place, sampleUser())
  await screen.findByRole('heading', { name: end })
  expect(address()).toBe(end)
})
