import { screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { describe, expect, test } from 'vitest'
import { type RefusalCode, refusals } from '#contract/errors.ts'
import type { Offer } from '#contract/offers.ts'
import { ApiError } from '#web/api/api-error.ts'
import { openToOthers, ownOffer, sampleOffer, sampleTransfer } from '#web/testing/sample-offer.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ToastHost } from '#web/ui/feedback/toast-host.tsx'
import { OfferPage } from './offer-page.tsx'

type Serving = {
  /** The offer after an act. */
  readonly next?: Offer
  readonly refuses?: RefusalCode
  readonly asksFirst?: boolean
}

function show(offer: Offer, userId = 'maya', { next = offer, refuses, asksFirst = false }: Serving = {}) {
  let now = offer
  let isConfirmed = !asksFirst
  const asked = serve(({ method, path }) => {
    if (path === 'auth/passkey') return []
    if (path === 'auth/step-up') {
      isConfirmed = true
      return {}
    }
    if (method !== 'GET') {
      if (!isConfirmed) throw new ApiError(403, refusals.step_up_required.error, [], 'step_up_required')
      if (refuses) throw new ApiError(refusals[refuses].status, refusals[refuses].error, [], refuses)
      now = next
    }
    if (path.endsWith('/invitation')) return { sent: 1, skipped: 0 }
    return path.startsWith('app/offer/c1') ? now : undefined
  })
  const shown = showScreen(
    <Suspense>
      <OfferPage circleId="c1" offerId="o1" userId={userId} />
      <ToastHost />
    </Suspense>,
  )
  const sent = () =>
    asked.filter(({ method, path }) => method !== 'GET' && !path.startsWith('auth/')).map(({ path, body }) => ({ path, body }))
  return { ...shown, sent }
}

describe('before bids are opened', () => {
  test('a member seals a bid, after saying that they will pay', async () => {
    const { user, sent } = show(sampleOffer(), 'maya', { next: sampleOffer({ myBid: 2 }) })
    const seal = await screen.findByRole('button', { name: 'I do not bid' })
    expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('Members first')
    await user.click(screen.getByRole('radio', { name: /2 arcs.*\$115,000/ }))
    expect(screen.getByRole('img', { name: 'If you got 2 arcs: 6 arcs of 12 would be yours' })).toBeTruthy()
    expect(screen.getByText(/With 6 of 12 arcs you would have half of the votes/)).toBeTruthy()
    expect((seal as HTMLButtonElement).disabled).toBe(true)
    await user.click(screen.getByRole('switch', { name: /I will pay Jonah Abbott directly within 14 days/ }))
    await user.click(screen.getByRole('button', { name: 'Seal my bid' }))
    await screen.findByRole('heading', { name: 'Your bid is sealed: 2 arcs' })
    expect(sent()).toEqual([{ path: 'app/offer/c1/o1/bid', body: { wanted: 2 } }])
    await user.click(screen.getByRole('button', { name: 'Take back' }))
    expect(sent().at(-1)).toEqual({ path: 'app/offer/c1/o1/bid', body: { wanted: 0 } })
  })

  test('what the arcs have not paid of calls is read before bidding', async () => {
    show(sampleOffer({ unpaid: [{ arc: 10, cents: 125_050 }] }))
    expect(await screen.findByText(/goes over with the arcs: \$1,250\.50 on arc 10\./)).toBeTruthy()
  })

  test('the seller sees no bid and can withdraw', async () => {
    const withdrawn = ownOffer({ state: 'ended', end: 'withdrawn', words: 'Withdrawn', endedAt: '2028-09-10T18:00:00.000Z' })
    const { user, sent } = show(ownOffer({ mayWithdraw: true }), 'jonah', { next: withdrawn })
    expect(await screen.findByText(/Bids are sealed/)).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Withdraw the offer' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
    expect((await screen.findAllByText('Withdrawn')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Withdraw the offer' })).toBeNull()
    expect(sent()).toEqual([{ path: 'app/offer/c1/o1/withdraw', body: {} }])
  })

  test('a bidder who did not pay lately reads why they cannot bid', async () => {
    show(sampleOffer({ mayBid: false, whyNot: refusals.barred_from_bidding.error }))
    expect(await screen.findByText(refusals.barred_from_bidding.error)).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('a bid that came too late is refused with a sentence, and stays as it was', async () => {
    const { user } = show(sampleOffer(), 'maya', { refuses: 'bids_are_opened' })
    await user.click(await screen.findByRole('button', { name: 'I do not bid' }))
    expect(await screen.findByText(refusals.bids_are_opened.error)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Your sealed bid' })).toBeTruthy()
  })
})

const result: Partial<Offer> = {
  state: 'handing_on',
  words: 'Bids opened: the arcs are being handed on',
  openedAt: '2028-10-04T18:00:00.000Z',
  mayBid: false,
  rounds: [
    {
      round: 1,
      arcs: 2,
      wanted: 4,
      lots: [
        { user: { _id: 'maya', name: 'Maya Sorensen' }, wanted: 2, held: 4, gets: [10], reckoned: '2 × 4 ÷ 9 = 0.89' },
        { user: { _id: 'omar', name: 'Omar Farouk' }, wanted: 1, held: 3, gets: [11], reckoned: '2 × 3 ÷ 9 = 0.67' },
        { user: { _id: 'celeste', name: 'Celeste Laurent' }, wanted: 1, held: 2, gets: [], reckoned: '2 × 2 ÷ 9 = 0.44' },
      ],
    },
  ],
}

test('after the opening everyone reads what each bid got and how it was reckoned', async () => {
  show(sampleOffer(result), 'hector')
  await screen.findByRole('heading', { name: '4 arcs were asked for, 2 are there' })
  expect(screen.getByRole('row', { name: /Maya Sorensen 4 2 2 × 4 ÷ 9 = 0\.89 Arc 10/ })).toBeTruthy()
  expect(screen.getByRole('row', { name: /Celeste Laurent .* None/ })).toBeTruthy()
})

describe('a transfer', () => {
  test('its buyer says paid after a step-up', async () => {
    const paid = sampleTransfer({ state: 'paid', words: 'Paid: waits for the seller to say received', paidAt: '2028-10-09T18:00:00.000Z' })
    const { user, sent } = show(sampleOffer({ ...result, transfers: [sampleTransfer({ mayPay: true })] }), 'maya', {
      next: sampleOffer({ ...result, transfers: [paid] }),
      asksFirst: true,
    })
    await user.click(await screen.findByRole('button', { name: 'I have paid' }))
    await user.click(within(await screen.findByRole('dialog', { name: 'Have you paid?' })).getByRole('button', { name: 'I have paid' }))
    const stepUp = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    await user.type(stepUp.getByLabelText(/Current password/), 'secret')
    await user.click(stepUp.getByRole('button', { name: 'Confirm' }))
    const chain = within(await screen.findByRole('list', { name: 'The way of this transfer' }))
    expect(chain.getByText('You said: paid')).toBeTruthy()
    expect(sent().at(-1)).toEqual({ path: 'app/offer/c1/transfer/t1/paid', body: { charterVersion: null } })
    expect(screen.queryByRole('button', { name: 'Remind the seller' })).toBeNull()
  })

  test('a newcomer agrees to the charter that they have read before they can say paid', async () => {
    const transfer = sampleTransfer({ mayPay: true, isNewcomer: true })
    const { user } = show(sampleOffer({ ...openToOthers, isMember: false, holders: [], transfers: [transfer] }))
    const pay = (await screen.findByRole('button', { name: 'I have paid' })) as HTMLButtonElement
    expect(pay.disabled).toBe(true)
    await user.click(screen.getByRole('switch', { name: /version 3 of the circle’s charter/ }))
    expect(pay.disabled).toBe(false)
  })

  test('its buyer reminds the seller of what was paid', async () => {
    const transfer = sampleTransfer({ state: 'paid', paidAt: '2028-10-09T18:00:00.000Z', mayRemind: true })
    const reminded = { ...transfer, mayRemind: false, remindedAt: '2028-10-12T18:00:00.000Z' }
    const { user, sent } = show(sampleOffer({ ...result, transfers: [transfer] }), 'maya', {
      next: sampleOffer({ ...result, transfers: [reminded] }),
    })
    await user.click(await screen.findByRole('button', { name: 'Remind the seller' }))
    expect(await screen.findByText(/Reminded on/)).toBeTruthy()
    expect(sent()).toEqual([{ path: 'app/offer/c1/transfer/t1/remind', body: {} }])
  })

  test('its seller says received after looking at the bank, and the arcs move', async () => {
    const transfer = sampleTransfer({ isMine: false, state: 'paid', paidAt: '2028-10-09T18:00:00.000Z', mayReceive: true })
    const done = sampleTransfer({ state: 'done', words: 'Handed on', paidAt: transfer.paidAt, endedAt: '2028-10-10T18:00:00.000Z' })
    const after = ownOffer({ ...result, state: 'handed_on', words: 'Handed on', transfers: [done] })
    const { user, sent } = show(ownOffer({ ...result, transfers: [transfer] }), 'jonah', { next: after })
    await user.click(await screen.findByRole('button', { name: 'I have received it' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Have you received it?' }))
    await user.click(dialog.getByRole('button', { name: 'Received, hand on arc 10' }))
    expect((await screen.findAllByText('Handed on')).length).toBeGreaterThan(1)
    expect(sent()).toEqual([{ path: 'app/offer/c1/transfer/t1/received', body: {} }])
    expect(screen.queryByRole('list', { name: 'The way of this transfer' })).toBeNull()
  })

  test('a member proposes how one that hangs ends', async () => {
    const transfer = sampleTransfer({ isMine: false, state: 'hanging', paidAt: '2028-10-09T18:00:00.000Z', maySettle: true })
    const { user, sent } = show(sampleOffer({ ...result, transfers: [transfer] }), 'omar')
    await user.click(await screen.findByRole('button', { name: 'Propose: it ends' }))
    expect(sent()).toEqual([{ path: 'app/offer/c1/transfer/t1/settle', body: { end: 'ended' } }])
  })

  test('of a newcomer waits for the vote, whose motion members can open', async () => {
    const words = 'The circle votes on whether to admit the newcomer'
    const lena = { _id: 'lena', name: 'Lena Brandt' }
    const transfer = sampleTransfer({ origin: 'choice', buyer: lena, isMine: false, state: 'admitting', words, motion: 'm1' })
    show(sampleOffer({ ...openToOthers, isClockStopped: true, until: null, transfers: [transfer] }), 'omar')
    expect((await screen.findByRole('link', { name: 'The motion to admit' })).getAttribute('href')).toBe('/circle/c1/motion/m1')
    expect(screen.getByText('The clock is stopped')).toBeTruthy()
  })
})

describe('open to others', () => {
  const lena = { _id: 'lena', name: 'Lena Brandt', isMember: false, price: 60_000, at: '2028-10-06T10:00:00.000Z' }
  const selling = (changed: Partial<Offer> = {}) =>
    ownOffer({ ...openToOthers, mayLower: true, admission: 'by_motion', takers: [lena], ...changed })

  test('the seller chooses, and a price below the members’ is named before it is sent', async () => {
    const { user, sent } = show(selling(), 'jonah')
    await user.click(await screen.findByRole('button', { name: 'Propose to admit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand on to them?' }))
    const price = dialog.getByLabelText(/Price per arc/)
    await user.clear(price)
    await user.type(price, '57499')
    await user.click(dialog.getByRole('button', { name: 'Choose and propose to admit' }))
    expect(await dialog.findByText('At least $57,500, as for the members')).toBeTruthy()
    expect(sent()).toEqual([])
    await user.clear(price)
    await user.type(price, '60001')
    await user.click(dialog.getByRole('button', { name: 'Choose and propose to admit' }))
    expect(await dialog.findByText('At most $60,000, as they said')).toBeTruthy()
    expect(sent()).toEqual([])
    await user.clear(price)
    await user.type(price, '60000')
    await user.click(dialog.getByRole('button', { name: 'Choose and propose to admit' }))
    await expect.poll(sent).toEqual([{ path: 'app/offer/c1/o1/choose', body: { user: 'lena', arcs: [10], price: 60_000 } }])
  })

  test('a refusal of the server is shown in the dialog', async () => {
    const { user } = show(selling(), 'jonah', { refuses: 'price_below_members' })
    await user.click(await screen.findByRole('button', { name: 'Propose to admit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand on to them?' }))
    await user.click(dialog.getByRole('button', { name: 'Choose and propose to admit' }))
    expect(await dialog.findByText(refusals.price_below_members.error)).toBeTruthy()
  })

  test('the seller reads who has not answered, and invites someone', async () => {
    const waiting: Offer['waiting'] = [
      { who: 'Tomas Reyes', origin: 'waiting_list', since: '2028-03-19T10:00:00.000Z', state: 'told', invitation: null },
      {
        who: 'ines@example.com',
        origin: 'invited',
        since: '2028-10-05T10:00:00.000Z',
        state: 'not_verified',
        invitation: { _id: 'i1', mayRemind: true },
      },
    ]
    const { user, sent } = show(selling({ waiting }), 'jonah')
    expect((await screen.findByText('Tomas Reyes')).closest('li')?.textContent).toContain('Told')
    expect(screen.getByText('ines@example.com').closest('li')?.textContent).toContain('Not verified yet')
    await user.click(screen.getByRole('button', { name: 'Remind ines@example.com' }))
    await expect.poll(sent).toEqual([{ path: 'app/offer/c1/o1/invitation/i1', body: {} }])
    await user.click(screen.getByRole('button', { name: 'Invite someone' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite someone' }))
    await user.type(dialog.getByLabelText(/E-mail addresses/), 'nobody')
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    expect(await dialog.findByText('This is not an e-mail address: nobody')).toBeTruthy()
    await user.type(dialog.getByLabelText(/E-mail addresses/), '@example.com')
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    await expect.poll(() => sent().at(-1)).toEqual({ path: 'app/offer/c1/o1/invitation', body: { emails: ['nobody@example.com'] } })
  })

  test('where every other member has bid, the seller reads why no newcomer can be chosen', async () => {
    const omar = { ...lena, _id: 'omar', name: 'Omar Farouk', isMember: true }
    show(selling({ admission: 'nobody_may_vote', takers: [lena, omar] }), 'jonah')
    expect(await screen.findByText(/nobody may vote on a newcomer/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Propose to admit' })).toBeNull()
    expect(screen.getAllByRole('button', { name: 'Choose' })).toHaveLength(1)
  })

  test('someone who waits says yes, without reading who offers or holds arcs', async () => {
    const asked = sampleOffer({ ...openToOthers, seller: null, isMember: false, holders: [], maySayYes: true })
    const { user, sent } = show(asked, 'lena', { next: { ...asked, myYesPrice: 58_000, maySayYes: false } })
    const price = await screen.findByLabelText(/At most, per arc/)
    await user.clear(price)
    await user.type(price, '58000')
    await user.click(screen.getByRole('button', { name: 'Yes, I would' }))
    expect(await screen.findByText(/You have said yes\. You would pay at most \$58,000 per arc/)).toBeTruthy()
    expect(sent()).toEqual([{ path: 'app/offer/c1/o1/yes', body: { isYes: true, price: 58_000 } }])
    expect(screen.queryByText(/Jonah/)).toBeNull()
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('who is chosen says no, thank you, until they have paid', async () => {
    const transfer = sampleTransfer({ origin: 'choice', isNewcomer: true, mayPay: true, mayDecline: true })
    const asked = sampleOffer({ ...openToOthers, isMember: false, holders: [], myYesPrice: 58_000, transfers: [transfer] })
    const declined = { ...transfer, mayPay: false, mayDecline: false, state: 'over' as const, words: 'The buyer said no' }
    const { user, sent } = show(asked, 'maya', { next: { ...asked, myYesPrice: null, transfers: [declined] } })
    await user.click(await screen.findByRole('button', { name: 'No, thank you' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'No, thank you' }))
    expect(await screen.findByText('The buyer said no')).toBeTruthy()
    expect(sent()).toEqual([{ path: 'app/offer/c1/o1/yes', body: { isYes: false } }])
  })

  test('a lower price begins again with the members, in a new offer', async () => {
    const { user, sent, at } = show(selling(), 'jonah', { next: ownOffer({ _id: 'o2' }) })
    await user.click(await screen.findByRole('button', { name: 'Offer at a lower price' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Offer at a lower price?' }))
    await user.type(dialog.getByLabelText(/Price per arc/), '50000')
    await user.click(dialog.getByRole('button', { name: 'Offer again' }))
    await expect.poll(at).toBe('/circle/c1/offers/o2')
    expect(sent()).toEqual([{ path: 'app/offer/c1/o1/lower-price', body: { price: 50_000 } }])
  })
})
