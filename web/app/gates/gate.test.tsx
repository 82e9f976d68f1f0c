import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, Outlet, type RouteObject, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts.ts'
import type { Need } from '#contract/gates.ts'
import { myMembershipsQuery } from '#web/api/circles.ts'
import { sessionQuery } from '#web/api/session.ts'
import { clearToken, storeToken } from '#web/api/token.ts'
import { MemberCircleScreen } from '#web/app/member-circle-screen.tsx'
import { createQueryClient } from '#web/app/query-client.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { sampleUser } from '#web/testing/sample-user.ts'
import { Gate } from './gate.tsx'

const pending = sampleUser({ isVerified: false })
const broker = sampleUser({ isBroker: true })
const circleId = '01890a5d-ac96-774b-bcce-b302099a8001'

/** The server's answer for each path; other paths never answer. */
function serve(answers: Record<string, unknown>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const data = answers[url.replace('/api/', '')]
    if (data === undefined) return new Promise(() => {})
    return new Response(JSON.stringify({ status: 200, message: 'OK', data }), { status: 200 })
  })
  return asked
}
const whoami = (user: User) => ({ 'auth/whoami': { isLoggedIn: true, user } })

const page = (path: string, need: Need): RouteObject => ({ path, handle: { title: path, need }, element: <h1>{path}</h1> })

/** The page at `/` with cached data. */
function open(known: User | null | undefined) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, known, { updatedAt: Date.now() - 30_000 })
  const home = (
    <>
      <h1>/</h1>
      <Link to="/onboarding">Begin</Link>
      <Link to="/create-circle">Create Circle</Link>
      <Link to={`/circle/${circleId}`}>View Circle</Link>
    </>
  )
  const router = createMemoryRouter([
    {
      element: (
        <Gate>
          <Outlet />
        </Gate>
      ),
      children: [
        { path: '/', handle: { title: 'Home', need: 'public' }, element: home },
        page('/create-circle', 'member'),
        page('/onboarding', 'onboarding'),
        page('/user-verification', 'verification'),
        page('/login', 'public'),
        page('/broker/circle/:id', 'broker'),
        page('/circle-public/:id', 'public'),
        { path: '/circle/:id', handle: { title: 'Circle', need: 'verified' }, element: <MemberCircleScreen /> },
      ],
    },
  ])
  renderUi(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const press = (name: string) => userEvent.setup().click(screen.getByRole('link', { name }))
  return { queryClient, press, path: () => router.state.location.pathname }
}

beforeEach(() => {
  storeToken({ accessToken: 'a', refreshToken: 'r', tokenType: 'Bearer' })
})
afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
})

test('opens the page for someone who was verified since the last check', async () => {
  serve(whoami(sampleUser()))
  const { press, path } = open(pending)
  await press('Create Circle')
  await screen.findByRole('heading', { name: '/create-circle' })
  expect(path()).toBe('/create-circle')
})

test('redirects someone whose verification was withdrawn since the last check', async () => {
  serve(whoami(pending))
  const { press } = open(sampleUser())
  await press('Create Circle')
  await screen.findByRole('heading', { name: '/user-verification' })
})

test('redirects someone who is not verified yet to the waiting page', async () => {
  serve(whoami(pending))
  const { press } = open(pending)
  await press('Create Circle')
  await screen.findByRole('heading', { name: '/user-verification' })
})

test('a live change of one’s own onboarding does not redirect before the screen does; a change of verification does', async () => {
  const newcomer = sampleUser({ isVerified: false, onboardingComplete: false })
  const answers = whoami(newcomer)
  serve(answers)
  const { queryClient, press } = open(newcomer)
  const hear = (user: User) =>
    act(async () => {
      answers['auth/whoami'] = { isLoggedIn: true, user }
      await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
      // Query observers are notified in a separate task.
      await new Promise((resolve) => setTimeout(resolve))
    })
  await press('Begin')
  await screen.findByRole('heading', { name: '/onboarding' })
  await hear(pending)
  screen.getByRole('heading', { name: '/onboarding' })
  await hear(sampleUser())
  expect(screen.queryByRole('heading', { name: '/onboarding' })).toBeNull()
})

test('redirects to sign in when the session check fails', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  const { press } = open(pending)
  await press('Create Circle')
  await screen.findByRole('heading', { name: '/login' })
})

test('asks nobody to sign in because there is no connection, and opens the page when it is back', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  onlineManager.setOnline(false)
  const { press } = open(undefined)
  await press('Create Circle')
  await screen.findByRole('heading', { name: 'You are offline' })
  serve(whoami(sampleUser()))
  act(() => onlineManager.setOnline(true))
  await screen.findByRole('heading', { name: '/create-circle' })
})

test('redirects nobody on a session that was kept, and asks again when the connection is back', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  onlineManager.setOnline(false)
  const { press, path } = open(pending)
  await press('Create Circle')
  await screen.findByRole('heading', { name: 'You are offline' })
  expect(path()).toBe('/create-circle')
  serve(whoami(sampleUser()))
  act(() => onlineManager.setOnline(true))
  await screen.findByRole('heading', { name: '/create-circle' })
})

test('redirects a visitor to sign in without a request', async () => {
  clearToken()
  const asked = serve({})
  const { press } = open(null)
  await press('Create Circle')
  await screen.findByRole('heading', { name: '/login' })
  expect(asked).toEqual([])
})

const memberships = `app/user-membership/${sampleUser()._id}`
const membership = { _id: 'm', circle: { _id: circleId } }

test('someone who became a member since the last check stays on the member page', async () => {
  const asked = serve({ ...whoami(sampleUser()), [memberships]: [membership] })
  const { queryClient, press, path } = open(sampleUser())
  queryClient.setQueryData(myMembershipsQuery(sampleUser()._id).queryKey, [])
  await press('View Circle')
  // The circle is loaded only on the member page.
  await waitFor(() => expect(asked).toContain(`/api/app/circle/${circleId}`))
  expect(path()).toBe(`/circle/${circleId}`)
})

test('someone who is not a member is redirected to the public page', async () => {
  serve({ ...whoami(sampleUser()), [memberships]: [] })
  const { queryClient, press, path } = open(sampleUser())
  queryClient.setQueryData(myMembershipsQuery(sampleUser()._id).queryKey, [])
  await press('View Circle')
  await waitFor(() => expect(path()).toBe(`/circle-public/${circleId}`))
})

test('without a connection nobody is redirected from a circle', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  onlineManager.setOnline(false)
  const { queryClient, press, path } = open(sampleUser())
  queryClient.setQueryData(myMembershipsQuery(sampleUser()._id).queryKey, [])
  await press('View Circle')
  await screen.findByRole('heading', { name: 'You are offline' })
  expect(path()).toBe(`/circle/${circleId}`)
})

test('a broker assigned since the last check is redirected to the broker’s page', async () => {
  serve({ ...whoami(broker), [memberships]: [], [`app/broker-circles/${broker._id}`]: [{ _id: circleId }] })
  const { press, path } = open(broker)
  await press('View Circle')
  await waitFor(() => expect(path()).toBe(`/broker/circle/${circleId}`))
})
