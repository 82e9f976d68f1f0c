import { screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { refusals } from '#contract/errors.ts'
import type { Ending, Sale } from '#contract/sale.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { SalePage } from './sale-page.tsx'

const document = { documentId: 'd9', versionId: 'v9', title: 'Settlement statement', version: 1 }
const motion = {
  _id: 'm1',
  title: 'Sell the house',
  leastPriceCents: 20_000_000,
  passedAt: '2026-06-01T10:00:00.000Z',
  until: '2026-11-28T10:00:00.000Z',
  isOver: false,
  relatedMember: null,
}
const statement: NonNullable<Sale['statement']> = {
  _id: 's1',
  day: '2026-06-10',
  lines: [
    { kind: 'price', amountCents: 20_000_000 },
    { kind: 'tax', amountCents: -43_000 },
  ],
  priceCents: 20_000_000,
  bookValueCents: 18_432_000,
  balanceCents: 20_043_000,
  proceedsCents: 20_043_000,
  document,
  proposedBy: { _id: 'omar', name: 'Omar Farouk' },
  proposedAt: '2026-06-11T10:00:00.000Z',
  mayConfirm: true,
  mayWithdraw: false,
}
const open: Sale = {
  property: { _id: 'p1', address: '24 Ferry Court' },
  motion,
  bookValueCents: 18_432_000,
  statement: null,
  sold: null,
  mayRecord: false,
}
const sold: Sale = {
  ...open,
  sold: {
    day: '2026-06-10',
    priceCents: 20_000_000,
    entryId: 'e31',
    document,
    recordedBy: { _id: 'omar', name: 'Omar Farouk' },
    confirmedBy: { _id: 'me', name: 'Maya Sorensen' },
    confirmedAt: '2026-06-12T10:00:00.000Z',
    heldByTitleCents: 20_043_000,
  },
}
const going: Ending = { waiting: null, endedAt: null, obstacles: [] }

function show(sale: Sale, { ending = going, asksFirst = false } = {}) {
  let now = sale
  let isConfirmed = !asksFirst
  const asked = serve(({ method, path }) => {
    if (path === 'app/circle/c1') return sampleCircle({ title: 'Larkspur Terrace' })
    if (path === 'app/sale/c1/ending') return ending
    if (path === 'app/document/c1')
      return { documents: [{ _id: 'd9', title: 'Settlement statement', newest: { _id: 'v9', number: 1 } }], mayAdd: true }
    if (path === 'auth/passkey') return []
    if (path === 'auth/step-up') {
      isConfirmed = true
      return {}
    }
    if (method !== 'GET') {
      if (!isConfirmed) throw new ApiError(403, refusals.step_up_required.error, [], 'step_up_required')
      now = sold
    }
    return path.startsWith('app/sale/c1') ? now : undefined
  })
  const shown = showScreen(
    <Suspense>
      <SalePage circleId="c1" />
    </Suspense>,
  )
  return { ...shown, asked }
}

test('without a passed motion there is nothing to record', async () => {
  show({ ...open, motion: null })
  expect(await screen.findByText('Nothing is being sold')).toBeTruthy()
})

test('a price below the motion’s is named before the sale is sent', async () => {
  const { user, asked } = show({ ...open, mayRecord: true })
  await user.click(await screen.findByRole('button', { name: 'Record the sale' }))
  const [price, costs] = await screen.findAllByLabelText('Amount')
  await user.type(price as HTMLElement, '199999')
  await user.type(costs as HTMLElement, '12000')
  await user.click(screen.getByRole('button', { name: 'Ask for confirmation' }))
  expect(await screen.findByText(/The price is below the \$200,000\.00/)).toBeTruthy()
  expect(screen.getByText('Please give the day of the closing')).toBeTruthy()
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
})

test('another member reads the lines and confirms, after saying who they are', async () => {
  const { user, asked } = show({ ...open, statement }, { asksFirst: true })
  expect(await screen.findByRole('row', { name: 'Price $200,000.00' })).toBeTruthy()
  expect(screen.getByText('$184,320.00')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Confirm the sale' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
  const stepUp = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await user.type(stepUp.getByLabelText(/Current password/), 'secret')
  await user.click(stepUp.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('heading', { level: 2, name: /^Sold on 10 June 2026 for/ })
  expect(screen.queryByText(/can be recorded by it until/)).toBeNull()
  const posted = asked.filter(({ method, path }) => method === 'POST' && !path.startsWith('auth/'))
  expect(posted.at(-1)?.path).toBe('app/sale/c1/settlement/s1/confirm')
})

test('says what stands in the way of ending, each with a link', async () => {
  const ending: Ending = {
    waiting: { motionId: 'm2', passedAt: '2026-06-20T10:00:00.000Z', lapsesAt: '2026-12-17T10:00:00.000Z' },
    endedAt: null,
    obstacles: [
      { reason: 'held', words: 'Title company: $200,430.00 is still there: book it when it comes back, or what they keep.', month: null },
      { reason: 'month_open', words: 'June 2026 is not closed.', month: '2026-06' },
    ],
  }
  show(sold, { ending })
  const month = await screen.findByRole('link', { name: 'June 2026 is not closed.' })
  expect(month.getAttribute('href')).toBe('/circle/c1/book-month/2026-06')
  expect(screen.getByRole('link', { name: /Title company/ }).getAttribute('href')).toBe('/circle/c1?tab=book')
})
