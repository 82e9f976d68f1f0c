import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VerificationReview } from '#contract/verification.ts'
import { storeToken } from '#web/api/token.ts'
import { rememberList } from '#web/shared/lists/last-list.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { sampleUser } from '#web/testing/sample-user.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { NewBrokerScreen } from './brokers-new-screen.tsx'
import { VerificationPanel } from './users-verification.tsx'

const pendingUser = sampleUser({ isVerified: false })

const answer = (status: number, data: unknown) => new Response(JSON.stringify({ status, message: 'OK', data }), { status })

/** Only the network is replaced; everything else is real. */
const serve = (status: number, data: unknown) => vi.stubGlobal('fetch', async () => answer(status, data))

function show(element: React.ReactElement) {
  const router = createMemoryRouter(
    [
      { path: '/', element },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/'] },
  )
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), path: () => router.state.location.pathname }
}

beforeEach(() => {
  storeToken({ accessToken: 'a', refreshToken: 'r', tokenType: 'Bearer' })
  for (const kind of ['success', 'warning', 'error'] as const) vi.spyOn(toast, kind).mockImplementation(() => () => '')
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function addBroker(welcomeMailAccepted: boolean) {
  serve(200, { ...pendingUser, isBroker: true, role: 'Broker', welcomeMailAccepted })
  const { user, path } = show(<NewBrokerScreen />)
  await user.type(screen.getByLabelText(/First name/), 'Dana')
  await user.type(screen.getByLabelText(/Last name/), 'Reed')
  await user.type(screen.getByLabelText(/Email/), 'dana@example.com')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(path()).toBe('/admin/broker-management'))
}

test('shows for five seconds that a broker’s welcome mail was sent', async () => {
  await addBroker(true)
  expect(toast.success).toHaveBeenCalledExactlyOnceWith('Broker created successfully. Welcome email has been sent', {
    duration: 5_000,
    icon: 'mail',
  })
  expect(toast.warning).not.toHaveBeenCalled()
})

test('warns for ten seconds that the welcome mail was not accepted, though the account exists', async () => {
  await addBroker(false)
  expect(toast.warning).toHaveBeenCalledExactlyOnceWith('Failed to send welcome email. Account has been created.', { duration: 10_000 })
  expect(toast.success).not.toHaveBeenCalled()
})

const review: VerificationReview = {
  user: pendingUser,
  state: 'waiting',
  requestedAt: null,
  question: null,
  given: { phone: '', bestTime: 'any', note: '', documents: [], sentAt: null },
  steps: [],
  lastDecision: null,
  undoUntil: null,
}

/** The dialog says first what there is to go by. */
async function verify(status: number, data: unknown) {
  serve(200, review)
  const shown = show(<VerificationPanel user={pendingUser} isSelf={false} />)
  await shown.user.click(screen.getByRole('button', { name: 'Verify User' }))
  const dialog = await screen.findByRole('dialog')
  expect(shown.path()).toBe('/')
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => (method === 'GET' ? answer(200, review) : answer(status, data)))
  await shown.user.click(within(dialog).getByRole('button', { name: 'Verify User' }))
  return shown
}

test('a verification without its mail reports both, and continues', async () => {
  const { path } = await verify(200, { user: { ...pendingUser, isVerified: true }, mailed: false })
  await waitFor(() => expect(path()).toBe('/admin'))
  expect(vi.mocked(toast.success).mock.calls[0]).toEqual(['User verified'])
  expect(toast.error).toHaveBeenCalledExactlyOnceWith('Failed to send verify user email')
})

test('a filtered list is returned to, with its filters; otherwise the overview is opened', async () => {
  rememberList('people', { address: '/admin/user-management?verification=awaiting&page=2', y: 0 })
  const { path } = await verify(200, { user: { ...pendingUser, isVerified: true }, mailed: true })
  await waitFor(() => expect(path()).toBe('/admin/user-management'))
  sessionStorage.clear()
})

test('sending only the mail never reports a verification', async () => {
  serve(200, { user: pendingUser, mailed: true })
  const { user, path } = show(<VerificationPanel user={pendingUser} isSelf={false} />)
  await user.click(screen.getByRole('button', { name: 'Send Email Notification' }))
  await waitFor(() => expect(path()).toBe('/admin'))
  expect(vi.mocked(toast.success).mock.calls.map(([words]) => words)).toEqual(['Verification email sent successfully!'])
})

test('a failure is shown, and the page stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { path } = await verify(500, null)
  await waitFor(() => expect(toast.error).toHaveBeenCalledExactlyOnceWith('Error sending verification email'))
  expect(path()).toBe('/')
})
