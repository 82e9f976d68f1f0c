import { screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { refusals } from '#contract/errors.ts'
import type { OfferList, OfferSummary } from '#contract/offers.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleOffer } from '#web/testing/sample-offer.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { OffersPage } from './offers-page.tsx'

const basis: NonNullable<OfferList['basis']> = {
  arcs: [10, 11, 12],
  offered: [12],
  isOwner: false,
  mayOffer: true,
  whyNot: null,
  aids: [
    { arc: 10, paidInCents: 5_700_000 },
    { arc: 11, paidInCents: 5_710_000 },
  ],
  appraisalCents: 5_850_000,
  bookValueCents: 5_707_128,
  noticeSeconds: 86_400,
}
const summary = (changed: Partial<OfferSummary> = {}): OfferSummary => ({
  _id: 'o1',
  seller: { _id: 'jonah', name: 'Jonah Abbott' },
  arcs: [10, 11],
  price: 57_500,
  state: 'members',
  words: 'Members first: sealed bids until 4 October 2028, 6:00 PM UTC',
  until: '2028-10-04T18:00:00.000Z',
  madeAt: '2028-09-04T18:00:00.000Z',
  isMine: false,
  waitsForMe: null,
  ...changed,
})

function show(list: OfferList, refuses: keyof typeof refusals | null = null) {
  const asked = serve(({ method, path }) => {
    if (path === 'app/circle/c1') return sampleCircle({ title: 'Larkspur Terrace' })
    if (path !== 'app/offer/c1') return undefined
    if (method === 'GET') return list
    if (refuses) throw new ApiError(refusals[refuses].status, refusals[refuses].error, [], refuses)
    return sampleOffer({ _id: 'o9', isMine: true })
  })
  const shown = showScreen(
    <Suspense>
      <OffersPage circleId="c1" />
    </Suspense>,
  )
  return { ...shown, posted: () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body) }
}

test('open offers say what waits for the reader, and past ones how they ended', async () => {
  const over = summary({ _id: 'o2', arcs: [3], state: 'ended', words: 'Withdrawn', isMine: true })
  show({ open: [summary({ waitsForMe: 'Bid' })], over: [over], basis })
  const open = (await screen.findByRole('link', { name: 'Arcs 10 and 11' })).closest('li') as HTMLElement
  expect(within(open).getByText('Bid')).toBeTruthy()
  expect(within(open).getByText('Jonah Abbott')).toBeTruthy()
  expect(within(open).getByRole('link').getAttribute('href')).toBe('/circle/c1/offers/o1')
  expect(screen.getByRole('link', { name: 'Arc 3' }).closest('li')?.textContent).toMatch(/offered by you.*\$57,500 per arc · Withdrawn/)
})

test('without offers it says what the page is for, and why the reader cannot offer now', async () => {
  show({ open: [], over: [], basis: { ...basis, mayOffer: false, whyNot: refusals.offers_not_now.error } })
  expect(await screen.findByText(/No arcs are offered now/)).toBeTruthy()
  expect(screen.getByText(refusals.offers_not_now.error)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Hand on arcs' })).toBeNull()
})

test('the form offers arcs that are not offered yet, beside three aids, and needs arcs and a price', async () => {
  const { user, posted, at } = show({ open: [], over: [], basis })
  await user.click(await screen.findByRole('button', { name: 'Hand on arcs' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand on arcs' }))
  expect(dialog.queryByRole('checkbox', { name: 'Arc 12' })).toBeNull()
  expect(dialog.getByText('$57,050.00')).toBeTruthy()
  expect(dialog.getByText('$58,500.00')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Offer to the members' }))
  expect(await dialog.findByText('Please choose arcs')).toBeTruthy()
  expect(dialog.getByText('Please give a price in whole dollars')).toBeTruthy()
  expect(posted()).toEqual([])
  await user.click(dialog.getByRole('checkbox', { name: 'Arc 11' }))
  expect(dialog.getByText('$57,100.00')).toBeTruthy()
  await user.type(dialog.getByLabelText(/Price per arc/), '57500')
  await user.type(dialog.getByLabelText(/Why/), ' We are moving. ')
  await user.click(dialog.getByRole('button', { name: 'Offer to the members' }))
  await expect.poll(at).toBe('/circle/c1/offers/o9')
  expect(posted()).toEqual([{ arcs: [11], price: 57_500, why: 'We are moving.' }])
})

test('an owner is told before sending that they keep their last arc', async () => {
  const { user, posted } = show({ open: [], over: [], basis: { ...basis, offered: [], isOwner: true } })
  await user.click(await screen.findByRole('button', { name: 'Hand on arcs' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand on arcs' }))
  for (const name of ['Arc 10', 'Arc 11', 'Arc 12']) await user.click(dialog.getByRole('checkbox', { name }))
  await user.type(dialog.getByLabelText(/Price per arc/), '57500')
  await user.click(dialog.getByRole('button', { name: 'Offer to the members' }))
  expect(await dialog.findByText('You own the circle: hand it over before your last arc')).toBeTruthy()
  expect(posted()).toEqual([])
})

test('a refusal of the server is shown in the form', async () => {
  const { user } = show({ open: [], over: [], basis }, 'arcs_already_offered')
  await user.click(await screen.findByRole('button', { name: 'Hand on arcs' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand on arcs' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Arc 10' }))
  await user.type(dialog.getByLabelText(/Price per arc/), '57500')
  await user.click(dialog.getByRole('button', { name: 'Offer to the members' }))
  expect(await dialog.findByText(refusals.arcs_already_offered.error)).toBeTruthy()
})
