import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QueuePlace, VerificationReview, WaitingPerson } from '#contract/verification.ts'
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
  question: null,
  undoUntil: null,
}

const waitingPerson = (name: string): WaitingPerson => ({
  _id: name,
  firstName: name,
  lastName: 'Duarte',
  email: '',
  requestedAt: new Date(Date.now() - 2.1 * 86_400_000).toISOString(),
  state: 'asked',
  documents: 0,
  hasNote: false,
  hasPhone: false,
})
const place: QueuePlace = {
  place: 2,
  total: 4,
  left: 2,
  previous: waitingPerson('Ada'),
  next: [waitingPerson('Ines'), waitingPerson('Lena')],
}

function open(shown: VerificationReview = review, answers = true, address = '/', around: QueuePlace = place) {
  const asked = serve(({ method, path }) => {
    if (path.endsWith('/queue')) return around
    if (path.includes('get-signed-url')) return { signedUrl: 'http://files.example/x.jpg', contentType: 'image/jpeg' }
    return method === 'POST' && answers ? review : undefined
  })
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
  return { ...showScreen(<Review review={shown} />, address), asked, sent }
}
const call = `admin/user-verification/${review.user._id}`
const confirm = async (user: ReturnType<typeof open>['user']) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verify User' }))
const choose = (name: RegExp) => screen.getByRole('radio', { name })

test('shows what the person gave; a document’s address is requested only when it is opened', async () => {
  const { user, asked } = open()
  expect(screen.getByText('1 document, a note, a phone number')).toBeDefined()
  expect(screen.getByText('(720) 555-0188, mornings')).toBeDefined()
  expect(screen.getByText('“I sold my share of a bakery.”')).toBeDefined()
  expect(asked.filter(({ path }) => path.includes('s3'))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Open Driver’s licence, front.jpg' }))
  expect(await screen.findByRole('img', { name: 'Driver’s licence, front.jpg' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Open Driver’s licence, front.jpg', pressed: true })).toBeDefined()
  expect(asked.filter(({ path }) => path.endsWith('get-signed-url/licence'))).toHaveLength(1)
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
  await confirm(user)
  await waitFor(() => expect(at()).toBe('/admin'))
  expect(sent()).toEqual([[call, { decision: 'verified', sentence: '', lastDecision: '7' }]])
  const toasts = vi.mocked(toast.success).mock.calls
  expect(toasts.map(([words]) => words).slice(0, 2)).toEqual(['User verified', 'Verification email sent successfully!'])
  expect(toasts[2]?.[1]).toEqual({ duration: 10_000 })
})

test('verifying first says what is there and what is missing, and that more was asked for', async () => {
  const { user, sent } = open({
    ...review,
    user: { ...review.user, emailConfirmed: false },
    given: { ...review.given, note: '' },
    question: { text: 'A lease?', by: 'Ruth', at: '2026-11-14T10:00:00.000Z', isAnswered: false },
  })
  await user.click(screen.getByRole('button', { name: 'Verify User' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Documents, there: Driver’s licence, front.jpg',
    'Phone, there: (720) 555-0188, mornings',
    'Note, missing: Nothing given',
    'E-mail address, missing: Not confirmed',
  ])
  expect(dialog.textContent).toContain('Asked for more: Ruth asked “A lease?”')
  expect(dialog.textContent).toContain('Owen has not answered yet.')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([])
})

test('a verification can be undone on the page until its time is over', async () => {
  const verified: VerificationReview = { ...review, state: 'verified', undoUntil: new Date(Date.now() + 60_000).toISOString() }
  const { user, sent } = open(verified)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent()).toEqual([[call, { decision: 'undone' }]]))
  await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Owen Pell waits again. No mail had been sent.', { duration: 5_000 }))
})

test('Undo is gone when its time is over', () => {
  open({ ...review, state: 'verified', undoUntil: new Date(Date.now() - 1_000).toISOString() })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
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
  expect(document.body.textContent).toContain('Decided on 15 November 2026 by Ruth. Owen may ask again from 15 December 2026')
  expect(screen.queryByRole('button', { name: 'Verify User' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Let Owen ask again' }))
  await waitFor(() => expect(sent()).toEqual([[call, { decision: 'reopened', sentence: '', lastDecision: '7' }]]))
})

test('a decision is not sent again while the next page loads', async () => {
  const { user, router, sent } = open()
  const leave = vi.spyOn(router, 'navigate').mockReturnValue(new Promise(() => {}))
  const button = screen.getByRole('button', { name: 'Verify User' })
  await user.click(button)
  await confirm(user)
  await waitFor(() => expect(leave).toHaveBeenCalled())
  await confirm(user)
  expect(sent()).toHaveLength(1)
})

test('an opened document can be turned and zoomed, with the buttons and the keyboard', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Open Driver’s licence, front.jpg' }))
  const picture = await screen.findByRole('img', { name: 'Driver’s licence, front.jpg' })
  expect([picture.style.transform, screen.getByText('100%').tagName]).toEqual(['translate(-50%, -50%) rotate(0deg)', 'OUTPUT'])
  await user.click(screen.getByRole('button', { name: 'Turn left' }))
  expect(picture.style.transform).toContain('rotate(-90deg)')
  await user.click(screen.getByRole('button', { name: 'Larger' }))
  expect(screen.getByText('150%')).toBeDefined()
  await user.keyboard('r++')
  expect(picture.style.transform).toContain('rotate(0deg)')
  expect(screen.getByText('300%')).toBeDefined()
  await user.keyboard('---')
  expect(screen.getByText('100%')).toBeDefined()
  for (let step = 0; step < 3; step++) await user.keyboard('-')
  expect(screen.getByText('50%')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Smaller' }).disabled).toBe(true)
  // In a field they are letters.
  await user.type(screen.getByLabelText('A sentence for the mail'), 'r+')
  expect(screen.getByText('50%')).toBeDefined()
  expect(picture.style.transform).toContain('rotate(0deg)')
})

const inQueue = '/review?queue=answered'

test('in the queue the arrow keys lead from person to person, unless a field has the focus', async () => {
  const { user, asked, at, router } = open(review, true, inQueue)
  expect(await screen.findByText('2 of 4')).toBeDefined()
  expect(asked.filter(({ path }) => path.endsWith('/queue')).map(({ query }) => query.get('state'))).toContain('answered')
  expect(screen.getAllByText('2 days · asked for more')).toHaveLength(2)
  await user.click(screen.getByLabelText('A sentence for the mail'))
  await user.keyboard('{ArrowRight}{ArrowLeft}')
  expect(at()).toBe(inQueue)
  screen.getByRole('heading', { level: 1 }).focus()
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(at()).toBe('/admin/manage-user/Ines/review?queue=answered'))
  expect(router.state.location.state).toEqual({ from: 'next' })
})

test('in the queue Previous leads back, and at its ends a button is disabled', async () => {
  const { user, at } = open(review, true, inQueue, { ...place, next: [], left: 0 })
  await screen.findByText('2 of 4')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  await waitFor(() => expect(at()).toBe('/admin/manage-user/Ada/review?queue=answered'))
})

test.each([
  ['the next person', place, '/admin/manage-user/Ines/review?queue=answered'],
  ['the end of the queue', { ...place, next: [], left: 0 }, '/admin/queue-end'],
])('a decision in the queue leads to %s', async (_, around, address) => {
  const { user, at } = open(review, true, inQueue, around)
  await screen.findByText('2 of 4')
  await user.click(screen.getByRole('button', { name: 'Verify User' }))
  await confirm(user)
  await waitFor(() => expect(at()).toBe(address))
})

test('with nothing to go by, asking for more is the filled button, and leads to the question', async () => {
  const { user, sent } = open({ ...review, given: { phone: '', bestTime: 'any', note: '', documents: [], sentAt: null } })
  await user.click(screen.getByRole('button', { name: 'Verify User' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('button', { name: 'Verify User' }).dataset.variant).toBe('outline')
  expect(within(dialog).getByRole('button', { name: 'Ask for more' }).dataset.variant).toBeUndefined()
  await user.click(within(dialog).getByRole('button', { name: 'Ask for more' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByLabelText(/What do you need/))
  expect(sent()).toEqual([])
})
