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
