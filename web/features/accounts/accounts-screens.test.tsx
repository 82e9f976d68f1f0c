import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionQuery } from '#web/api/session.ts'
import { clearToken, readToken, storeToken } from '#web/api/token.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { sampleUser } from '#web/testing/sample-user.ts'
import { ConfirmEmailBanner } from './confirm-email-banner.tsx'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'
import { LoginScreen } from './login-screen.tsx'
import { RegisterScreen } from './register-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

const asked: { url: string; body: unknown }[] = []

/** Only the network is replaced; everything else is real. */
function serve(answers: Readonly<Record<string, readonly [status: number, body: object]>>) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    asked.push({ url, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const [status, body] = answers[url] ?? [404, { error: 'Not Found' }]
    return new Response(JSON.stringify({ status, message: 'OK', ...body }), { status })
  })
}

function show(element: React.ReactElement, at = '/here', queryClient = new QueryClient()) {
  const router = createMemoryRouter(
    [
      { path: '/here', element },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [at] },
  )
  renderUi(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), path: () => router.state.location.pathname }
}

afterEach(() => {
  asked.length = 0
  clearToken()
  vi.unstubAllGlobals()
})

const suspended = 'This account is suspended. Questions? Write to help@arcstead.example.'

test.each([
  [403, suspended, suspended],
  [401, 'whatever the server says', 'Login unsuccessful, please check your details and try again.'],
])('sign-in answered with %i shows only what the person may know', async (status, error, words) => {
  serve({ '/api/auth/login': [status, { error }] })
  const { user } = show(<LoginScreen />)
  await user.type(screen.getByLabelText(/Email/), 'maya@example.com')
  await user.type(screen.getByLabelText(/Password/), 'Larkspur-Terrace-75')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText(words)).toBeTruthy()
})

const invitedTo = '/join-circle/0197a1de-0000-7000-8000-000000000001?invite=secret'
const inviterAddress = '/api/public/circle/0197a1de-0000-7000-8000-000000000001/inviter?invite=secret'
const inviter = { firstName: 'Nora', lastName: 'Lind', since: '2026-11-11T10:00:00.000Z', isCreator: true, arcs: 2, arcsTotal: 12 }
const showInvited = (invitedEmail: string | null) => {
  serve({ [inviterAddress]: [200, { data: { ...inviter, invitedEmail } }], '/api/auth/register': [400, { error: 'no' }] })
  return show(<RegisterScreen />, `/here?redirect=${encodeURIComponent(invitedTo)}`)
}
const emailField = () => screen.getByLabelText(/Email/) as HTMLInputElement

test('registering by a mailed invitation fills in its address, says that it needs no confirming, and sends the invitation along', async () => {
  const { user } = showInvited('maya@example.com')
  await waitFor(() => expect(emailField().value).toBe('maya@example.com'))
  expect(screen.getByText('Your invitation was sent to this address, so you need not confirm it.')).toBeTruthy()
  await user.type(screen.getByLabelText(/First name/), 'Maya')
  await user.type(screen.getByLabelText(/Last name/), 'Stone')
  await user.type(screen.getByLabelText(/^Password/), 'Quiet-Meadow-31')
  await user.type(screen.getByLabelText(/Confirm password/), 'Quiet-Meadow-31')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await waitFor(() =>
    expect(asked.find(({ url }) => url === '/api/auth/register')?.body).toMatchObject({ email: 'maya@example.com', redirect: invitedTo }),
  )
})

test('another address than the invited one may be typed, and the form says that the invitation does not work with it', async () => {
  const { user } = showInvited('maya@example.com')
  await waitFor(() => expect(emailField().value).toBe('maya@example.com'))
  await user.clear(emailField())
  await user.type(emailField(), 'theo@example.com')
  expect(emailField().value).toBe('theo@example.com')
  expect(screen.getByText('Your invitation was sent to maya@example.com, and works with that address only.')).toBeTruthy()
  await user.clear(emailField())
  await user.type(emailField(), ' Maya@Example.com')
  expect(screen.getByText('Your invitation was sent to this address, so you need not confirm it.')).toBeTruthy()
})

test('a link that an owner shares fills in nothing', async () => {
  showInvited(null)
  await waitFor(() => expect(asked.some(({ url }) => url === inviterAddress)).toBe(true))
  expect(emailField().value).toBe('')
  await waitFor(() => expect(screen.queryByText(/invitation/)).toBeNull())
})

test('resetting a password signs in and opens the wanted page', async () => {
  const token = { accessToken: 'a', refreshToken: 'r', tokenType: 'Bearer' }
  serve({
    '/api/auth/reset-password': [200, { message: 'success', data: { token, redirectUrl: '/user-verification' } }],
    '/api/auth/whoami': [200, { data: { isLoggedIn: true, user: sampleUser() } }],
  })
  const { user, path } = show(<ResetPasswordScreen />, '/here?token=t&id=i')
  await user.type(screen.getByLabelText(/New password/), 'Quiet-Meadow-31')
  await user.type(screen.getByLabelText(/Confirm password/), 'Quiet-Meadow-31')
  await user.click(screen.getByRole('button', { name: 'Reset password' }))
  await waitFor(() => expect(path()).toBe('/user-verification'))
  expect(readToken()).toEqual(token)
})

test('an address is confirmed by the button, not by opening the page', async () => {
  serve({ '/api/auth/confirm-email': [200, { data: {} }] })
  const { user } = show(<ConfirmEmailScreen />, '/here?token=t&id=i')
  expect(asked.filter(({ url }) => url === '/api/auth/confirm-email')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Confirm address' }))
  expect(await screen.findByRole('heading', { name: 'Address confirmed' })).toBeTruthy()
  expect(asked.filter(({ url }) => url === '/api/auth/confirm-email')).toEqual([
    { url: '/api/auth/confirm-email', body: { token: 't', id: 'i' } },
  ])
})

test('after confirming, the way on waits until the wish is known', async () => {
  let tellWish = () => {}
  const wishIsTold = new Promise<void>((resolve) => (tellWish = resolve))
  serve({
    '/api/auth/confirm-email': [200, { data: {} }],
    '/api/auth/whoami': [200, { data: { isLoggedIn: true, user: sampleUser() } }],
    '/api/app/wish': [200, { data: { path: '/join-circle/c1?invite=i', act: 'join', circle: null, madeAt: '2026-11-17T08:00:00.000Z' } }],
  })
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/api/app/wish') await wishIsTold
    return answer(url, init)
  })
  storeToken({ accessToken: 'a', refreshToken: 'r', tokenType: 'Bearer' })
  const { user } = show(<ConfirmEmailScreen />, '/here?token=t&id=i')
  await user.click(screen.getByRole('button', { name: 'Confirm address' }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Go on' })).disabled).toBe(true)
  tellWish()
  expect((await screen.findByRole('link', { name: 'Go on' })).getAttribute('href')).toBe('/join-circle/c1?invite=i')
})

test.each([true, false])('with a confirmed address: %s, the reminder shows only if it is not confirmed', (emailConfirmed) => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, sampleUser({ emailConfirmed }))
  show(<ConfirmEmailBanner />, '/here', queryClient)
  expect(screen.queryByRole('region', { name: 'Confirm your e-mail' }) === null).toBe(emailConfirmed)
})
