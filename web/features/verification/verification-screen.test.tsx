import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OwnVerification } from '#contract/verification.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { VerificationScreen } from './verification-screen.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const user = sampleUser({ isVerified: false })
const waiting: OwnVerification = {
  state: 'waiting',
  question: null,
  decline: null,
  peopleBefore: 2,
  given: { phone: '', bestTime: 'any', note: '', documents: [], sentAt: null },
}
const question = { text: 'Please add a lease.', by: 'Ruth', at: '2026-11-15T10:00:00.000Z', isAnswered: false }

function open(verification: OwnVerification | undefined) {
  const asked = serve(({ method, path }) => {
    if (path === 'auth/whoami') return { isLoggedIn: true, user }
    if (path !== 'app/user-verification') return undefined
    if (method === 'PUT') return { ...waiting, given: { ...waiting.given, sentAt: '2026-11-16T10:00:00.000Z' } }
    return method === 'POST' ? user : verification
  })
  const sent = () => asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])
  return { ...showScreen(<VerificationScreen />), sent }
}

test('keeps its specified heading, lists and buttons beside the form', async () => {
  open(waiting)
  await screen.findByRole('heading', { name: 'Help us verify you' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Verification in Progress')
  expect(
    screen.getByText('Your profile has been submitted. Our team reviews it, and we send you an e-mail as soon as you are verified.'),
  ).toBeDefined()
  expect(screen.getByText('We look at requests in the order they came. 2 people are before you.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'your profile' }).getAttribute('href')).toBe('/profile')
  for (const name of ['While You Wait', 'After Verification']) expect(screen.getByRole('heading', { name })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Browse Circles' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe('/logout?redirect=%2Fregister')
})

test('shows our question before the fields, and sends what was given', async () => {
  vi.spyOn(toast, 'success').mockImplementation(() => () => '')
  const documents = [{ key: 'k', name: 'Lease.pdf', contentType: 'application/pdf', size: 90_112, addedAt: '2026-11-15T09:00:00.000Z' }]
  const { user: person, sent } = open({ ...waiting, question, given: { ...waiting.given, documents } })
  const asked = await screen.findByText('Please add a lease.')
  expect(document.body.textContent).toContain('Ruth from Arcstead asks · Nov 15, 2026')
  const phone = screen.getByLabelText('Phone, for a call')
  expect(asked.compareDocumentPosition(phone) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getByText('88 KB')).toBeDefined()

  await person.type(phone, '555')
  await person.click(screen.getByRole('button', { name: 'Send to our team' }))
  expect(await screen.findByText('Please provide a phone number with its area code')).toBeDefined()
  expect(sent()).toEqual([])

  await person.clear(phone)
  await person.type(phone, '(720) 555-0188')
  await person.type(screen.getByLabelText('Note to our team'), 'Here it is.')
  await person.click(screen.getByRole('button', { name: 'Send to our team' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  const body = { phone: '(720) 555-0188', bestTime: 'any', note: 'Here it is.', documents: [{ key: 'k', name: 'Lease.pdf' }] }
  expect(sent()[0]).toEqual(['PUT', 'app/user-verification', body])
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Sent to our team'))
})

test('an answered question says so', async () => {
  open({ ...waiting, question: { ...question, isAnswered: true } })
  expect(await screen.findByText('You have answered. We look at it and write to you.')).toBeDefined()
})

const decline = { reason: 'We could not reach you.', at: '2026-11-15T10:00:00.000Z', mayAskAt: '2999-12-15T10:00:00.000Z' }

test('a declined person reads why and when they may ask again, and cannot ask before', async () => {
  open({ ...waiting, state: 'declined', decline })
  expect(await screen.findByText('We could not reach you.')).toBeDefined()
  expect(document.body.textContent).toContain('You may ask again from Dec 15, 2999')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Verification in Progress')
  expect(screen.queryByText(/Our team reviews it/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send to our team' })).toBeNull()
  expect(screen.queryByText(/moves on by itself/)).toBeNull()
})

test.each([
  ['waiting', waiting, 'Team review'],
  ['declined', { ...waiting, state: 'declined' as const, decline }, 'Profile submitted'],
  ['reopened', { ...waiting, state: 'reopened' as const }, 'Profile submitted'],
  ['not requested', { ...waiting, state: 'not_requested' as const }, 'Profile submitted'],
])('%s: the steps show who has to act', async (_, verification, step) => {
  open(verification)
  await waitFor(() =>
    expect(
      within(screen.getByRole('list', { name: 'Verification' }))
        .getByText(step)
        .closest('[aria-current=step]'),
    ).not.toBeNull(),
  )
  expect(screen.queryByText(/Our team reviews it/) !== null).toBe(step === 'Team review')
})

test.each([
  ['after the wait', { ...waiting, state: 'declined' as const, decline: { ...decline, mayAskAt: '2026-01-01T00:00:00.000Z' } }],
  ['when an administrator has reopened it', { ...waiting, state: 'reopened' as const }],
])('%s they ask again', async (_, verification) => {
  const { user: person, sent } = open(verification)
  await person.click(await screen.findByRole('button', { name: 'Ask again' }))
  await waitFor(() => expect(sent()).toEqual([['POST', 'app/user-verification', {}]]))
})

test('the page stays usable if the request cannot be loaded, and offers Retry', async () => {
  open(undefined)
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'While You Wait' })).toBeDefined()
})
