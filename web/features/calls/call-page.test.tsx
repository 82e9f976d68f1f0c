import { screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import type { Call } from '#contract/calls.ts'
import { refusals } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sampleCall, samplePayment } from '#web/testing/sample-call.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ToastHost } from '#web/ui/feedback/toast-host.tsx'
import { CallPage } from './call-page.tsx'

const place = (bankAccountId: string | null, name: string | null) => ({ bankAccountId, name, inForce: null, coming: [], mayName: false })

type Given = { userId?: string; asksFirst?: boolean; refuse?: ApiError }

function show(call: Call, { userId = 'me', asksFirst = false, refuse }: Given = {}) {
  let isConfirmed = !asksFirst
  const asked = serve(({ method, path }) => {
    if (path === 'app/circle/c1') return sampleCircle({ title: 'Larkspur Terrace', stage: 'owning' })
    if (path === 'app/circle-membership/c1') return []
    if (path === 'app/document/c1')
      return { documents: [{ _id: 'd1', title: 'Statement of the bank', newest: { _id: 'v1', number: 1 } }], mayAdd: true }
    if (path === 'app/where-to-pay/c1') return { places: [place(null, null), place('b1', 'Operating')], waitsUntil: null, hasKey: true }
    if (path === 'auth/passkey') return []
    if (path === 'auth/step-up') {
      isConfirmed = true
      return {}
    }
    if (method !== 'GET') {
      if (!isConfirmed) throw new ApiError(403, refusals.step_up_required.error, [], 'step_up_required')
      if (refuse) throw refuse
    }
    return path.startsWith('app/call/c1') ? call : undefined
  })
  const shown = showScreen(
    <>
      <Suspense>
        <CallPage circleId="c1" callId="k2" userId={userId} />
      </Suspense>
      <ToastHost />
    </>,
  )
  const sent = () =>
    asked.filter(({ method, path }) => method !== 'GET' && !path.startsWith('auth/')).map(({ method, path, body }) => [method, path, body])
  return { ...shown, sent }
}

const forOwner = (change: Partial<Call> = {}) => {
  const call = sampleCall(change)
  return { ...call, mayRemind: true, mine: call.shares[0] ?? null, desk: { ...call.desk, mayRecordForOthers: true } }
}

test('the table says to the cent what each holder is asked, has paid and still owes, and the ring says the sum of it', async () => {
  show(sampleCall())
  await screen.findByRole('heading', { level: 1, name: 'Call 2: the roof' })
  const rows = screen.getAllByRole('row').map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(rows.slice(1)).toEqual([
    ['$1,250.01', '$1,250.01', '$0.00Paid May 05, 2028'],
    ['$2,500.01', '$500.00', '$2,000.01In part'],
    ['$1,250.00', '$0.00', '$1,250.00Late by 4 days'],
    ['$5,000.02', '$1,750.01', '$3,250.01'],
  ])
  screen.getByRole('img', { name: '35% paid: $1,750.01 of $5,000.02' })
  screen.getByText('1 of 3 members have paid')
  screen.getByText(
    'Equal per arc. Arcs 1, 2 are asked one cent more this time, $1,250.01; arcs 3, 4 $1,250.00. Over further calls it evens out.',
  )
  screen.getByText('$16.68 held, more than asked')
})

test('my part says what is open, how it is reckoned, and the reference to copy', async () => {
  const { user } = show(sampleCall())
  const clipboard = vi.spyOn(navigator.clipboard, 'writeText')
  await screen.findByText('ARC-7Q4K-02', { selector: 'code' })
  screen.getByText('$2,000.01', { selector: 'p' })
  screen.getByText('$500.00 of $2,500.01 is paid. Due May 31, 2028. Arcs 2, 3: 1 × $1,250.01 + 1 × $1,250.00.')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(clipboard).toHaveBeenCalledWith('ARC-7Q4K-02')
  await screen.findByRole('button', { name: 'Copied' })
})

test('a further call is paid to the circle’s account, not to a title company', async () => {
  show(sampleCall())
  await screen.findByText('The circle’s account:')
  expect(screen.queryByText('The title company you chose')).toBeNull()
})

test('a call of the purchase can be paid to the title company, and leads back to the purchase', async () => {
  show(sampleCall({ kind: 'purchase', number: 1, motion: null }))
  await screen.findByText('The title company you chose')
  screen.getByText('The circle’s account:')
  expect(screen.getByRole('link', { name: /^Go back/ }).getAttribute('href')).toBe('/circle/c1/purchase')
})

test('a payment cannot lie ahead, and needs its paper', async () => {
  const { user, sent } = show(sampleCall())
  await user.click(await screen.findByRole('button', { name: 'I have paid' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'I have paid' }))
  const day = dialog.getByLabelText(/^Day/)
  await user.clear(day)
  await user.type(day, '2028-05-24')
  await user.click(dialog.getByRole('button', { name: 'Record' }))
  await dialog.findByText('The day cannot lie ahead')
  dialog.getByText('Please choose the paper that shows it')
  expect(sent()).toEqual([])
})

test('a payment is recorded with what is open, for the reader alone', async () => {
  const { user, sent } = show(sampleCall())
  await user.click(await screen.findByRole('button', { name: 'I have paid' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'I have paid' }))
  expect(dialog.queryByLabelText('Who has paid')).toBeNull()
  dialog.getByText(/^It counts once two other members say that they have seen it, or when/)
  await user.click(dialog.getByRole('combobox', { name: 'Paper' }))
  await user.click(await screen.findByRole('option', { name: 'Statement of the bank' }))
  await user.click(dialog.getByRole('button', { name: 'Record' }))
  await screen.findByText('Recorded. It counts once others have confirmed it')
  expect(sent()).toEqual([
    [
      'POST',
      'app/call/c1/contribution',
      { payer: 'me', callId: 'k2', bankAccountId: 'b1', amountCents: 200_001, day: '2028-05-18', documentVersionId: 'v1', sender: null },
    ],
  ])
})

test('a word on another’s payment asks who the person is before it is sent', async () => {
  const { user, sent } = show(sampleCall(), { asksFirst: true })
  await user.click(await screen.findByRole('button', { name: 'Confirm $500.00 of Jonah Abbott' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Have you seen it?' }))
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  const stepUp = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await user.type(stepUp.getByLabelText(/Current password/), 'secret')
  await user.click(stepUp.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Your word is recorded')
  expect(sent().at(-1)).toEqual(['POST', 'app/call/c1/contribution/w1/word', {}])
})

test('a payment that waits says who sent it, who has said that they saw it, and that it needs one word more', async () => {
  show(sampleCall({ contributions: [samplePayment({ mayConfirm: false })] }))
  const payment = (await screen.findByText('Waits for words')).closest('li')
  expect(payment?.textContent).toContain('Abbott Family LLC')
  expect(payment?.textContent).toContain('1 of 2 words: Omar Farouk')
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
})

test('the server’s refusal of a word is shown as it is', async () => {
  const { user } = show(sampleCall(), { refuse: new ApiError(409, refusals.contribution_counted.error, [], 'contribution_counted') })
  await user.click(await screen.findByRole('button', { name: 'Confirm $500.00 of Jonah Abbott' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
  await screen.findByText(refusals.contribution_counted.error)
})

test('owner and treasurer remind those who have not paid, and record for others', async () => {
  const { user, sent } = show(forOwner(), { userId: 'omar' })
  await user.click(await screen.findByRole('button', { name: 'Remind 2 members' }))
  await screen.findByText('Reminded')
  screen.getByRole('button', { name: 'Record a payment' })
  expect(sent()).toEqual([['POST', 'app/call/c1/k2/remind', {}]])
})

test('owner and treasurer record what was sent back: what is held, unless they say less', async () => {
  const { user, sent } = show(forOwner(), { userId: 'omar' })
  await user.click(await screen.findByRole('button', { name: 'Record that it was sent back' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sent back' }))
  await user.click(dialog.getByRole('button', { name: 'Record' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([
    ['POST', 'app/call/c1/paid-back', { receiver: 'omar', amountCents: 1_668, day: '2028-05-18', bankAccountId: 'b1' }],
  ])
})

test('more than is held is not recorded as sent back', async () => {
  const { user, sent } = show(forOwner(), { userId: 'omar' })
  await user.click(await screen.findByRole('button', { name: 'Record that it was sent back' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sent back' }))
  await user.clear(dialog.getByLabelText(/^Amount/))
  await user.type(dialog.getByLabelText(/^Amount/), '17')
  await user.click(dialog.getByRole('button', { name: 'Record' }))
  await dialog.findByText('At most $16.68 is held')
  expect(sent()).toEqual([])
})

test('a call whose purchase was given up asks nobody any more', async () => {
  show(sampleCall({ kind: 'purchase', state: 'over', motion: null }))
  await screen.findByText('Ended: the purchase was given up')
  expect(screen.queryByRole('heading', { name: 'My part' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Where to pay' })).toBeNull()
})
