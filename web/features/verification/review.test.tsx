import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VerificationReview } from '#contract/verification.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Review } from './review.tsx'

beforeEach(() => {
  for (const kind of ['success', 'error'] as const) vi.spyOn(toast, kind).mockImplementation(() => () => '')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const review: VerificationReview = {
  user: sampleUser({ isVerified: false, firstName: 'Owen', lastName: 'Pell' }),
  state: 'waiting',
  requestedAt: '2026-11-13T14:11:00.000Z',
  given: {
    phone: '(720) 555-0188',
    bestTime: 'mornings',
    note: 'I sold my share of a bakery.',
    documents: [
      {
        key: 'licence',
        name: 'Driver’s licence, front.jpg',
        contentType: 'image/jpeg',
        size: 1_468_006,
        addedAt: '2026-11-13T15:00:00.000Z',
      },
    ],
    sentAt: '2026-11-13T15:00:00.000Z',
  },
  steps: [{ kind: 'requested', at: '2026-11-13T14:11:00.000Z', by: 'Owen Pell', words: null }],
  lastDecision: '7',
}

function open(shown: VerificationReview = review, answers = true) {
  const asked = serve(({ method, path }) => {
    if (path.includes('get-signed-url')) return { signedUrl: 'http://files.example/x.jpg', contentType: 'image/jpeg' }
    return method === 'POST' && answers ? review : undefined
  })
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
  return { ...showScreen(<Review review={shown} />), asked, sent }
}
const call = `admin/user-verification/${review.user._id}`
const choose = (name: RegExp) => screen.getByRole('radio', { name })

test('shows what the person gave; a document’s address is requested only when it is opened', async () => {
  const { user, asked } = open()
  expect(screen.getByText('1 document, a note, a phone number')).toBeDefined()
  expect(screen.getByText('(720) 555-0188, mornings')).toBeDefined()
  expect(screen.getByText('“I sold my share of a bakery.”')).toBeDefined()
  expect(asked.filter(({ path }) => path.includes('s3'))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Open Driver’s licence, front.jpg' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Driver’s licence, front.jpg')
  await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('get-signed-url/licence'))).toHaveLength(1))
  expect(localStorage.getItem('signedUrls')).toBeNull()
})

test.each([
  ['documents', review.given.documents, 1],
  ['no documents', [], 0],
])('with %s: the note that opening one is logged', (_, documents, notes) => {
  open({ ...review, given: { ...review.given, documents } })
  expect(screen.queryAllByText(/Opening one is on the audit log/)).toHaveLength(notes)
})

test('one button follows the choice', async () => {
  const { user, sent, at } = open()
  expect(screen.getByRole('button', { name: 'Verify User' })).toBeDefined()
  await user.click(choose(/^Ask for more/))
  expect(screen.queryByRole('button', { name: 'Verify User' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Send question' })).toBeDefined()
  await user.click(choose(/^Decline/))
  expect(screen.getByRole('button', { name: 'Decline, with your reason' })).toBeDefined()
  await user.click(choose(/^Verify/))
  await user.click(screen.getByRole('button', { name: 'Verify User' }))
  await waitFor(() => expect(at()).toBe('/admin'))
  expect(sent()).toEqual([[call, { decision: 'verified', sentence: '', lastDecision: '7' }]])
  expect(vi.mocked(toast.success).mock.calls.map(([words]) => words)).toEqual(['User verified', 'Verification email sent successfully!'])
})

test('ready-made questions fill the text, which can be changed; an empty question is not sent', async () => {
  const { user, sent, at } = open()
  await user.click(choose(/^Ask for more/))
  const text = screen.getByLabelText<HTMLTextAreaElement>(/What do you need/)
  await user.click(screen.getByRole('button', { name: 'Send question' }))
  expect(await screen.findByText('Please fill in this field')).toBeDefined()
  await user.type(text, 'The bill shows no name.')
  await user.click(screen.getByRole('checkbox', { name: 'Address page' }))
  expect(text.value).toBe(
    'The bill shows no name. Please add a page that has both your name and your address, such as a lease or a tax letter.',
  )
  await user.click(screen.getByRole('checkbox', { name: 'Sharper picture' }))
  await user.click(screen.getByRole('checkbox', { name: 'Address page' }))
  expect(text.value).toContain('The bill shows no name.')
  expect(text.value).not.toContain('tax letter')
  expect(screen.getByText(`${text.value.length}/500`)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send question' }))
  await waitFor(() => expect(at()).toBe('/admin'))
  expect(sent()).toEqual([[call, { decision: 'asked', sentence: text.value, lastDecision: '7' }]])
})

test('declining needs a reason and asks once more', async () => {
  const { user, sent, at } = open()
  await user.click(choose(/^Decline/))
  await user.type(screen.getByLabelText(/Why do you decline/), 'We could not reach you.')
  await user.click(screen.getByRole('button', { name: 'Decline, with your reason' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Decline Owen Pell?')
  expect(sent()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Decline, with your reason' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(at()).toBe('/admin'))
  expect(sent()).toEqual([[call, { decision: 'declined', sentence: 'We could not reach you.', lastDecision: '7' }]])
})

test('a refusal is shown in the server’s words, and what was written is kept', async () => {
  const { user, at } = open(review, false)
  await user.click(choose(/^Ask for more/))
  await user.type(screen.getByLabelText(/What do you need/), 'A lease?')
  await user.click(screen.getByRole('button', { name: 'Send question' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Not there')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/What do you need/).value).toBe('A lease?')
  expect(at()).toBe('/')
})

test('a declined person can be let in again', async () => {
  const declined = { kind: 'declined' as const, at: '2026-11-15T10:00:00.000Z', by: 'Ruth', words: 'We could not reach you.' }
  const { user, sent } = open({ ...review, state: 'declined', steps: [declined, ...review.steps] })
  expect(screen.getByText(/Decided on 15 November 2026 by Ruth. Owen may ask again from 15 December 2026/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Verify User' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Let Owen ask again' }))
  await waitFor(() => expect(sent()).toEqual([[call, { decision: 'reopened', sentence: '', lastDecision: '7' }]]))
})

test('a decision is not sent again while the next page loads', async () => {
  const { user, router, sent } = open()
  const leave = vi.spyOn(router, 'navigate').mockReturnValue(new Promise(() => {}))
  const button = screen.getByRole('button', { name: 'Verify User' })
  await user.click(button)
  await waitFor(() => expect(leave).toHaveBeenCalled())
  await user.click(button)
  expect(sent()).toHaveLength(1)
})
