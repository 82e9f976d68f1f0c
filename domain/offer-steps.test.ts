import { expect, test } from 'vitest'
import type { Bid } from './bids.ts'
import { changeOf, endOfTransfer } from './offer-steps.ts'
import type { Offer } from './offers.ts'
import type { Transfer } from './transfers.ts'

const transfer = (id: string, buyer: string, arcs: readonly number[], changed: Partial<Transfer> = {}): Transfer => ({
  id,
  origin: 'bids',
  buyer,
  arcs,
  price: 57_500,
  madeAt: 30,
  admit: null,
  paidAt: null,
  end: null,
  ...changed,
})
const offerWith = (transfers: readonly Transfer[], changed: Partial<Offer> = {}): Offer => ({
  seller: 'jonah',
  arcs: [10, 11, 12],
  price: 57_500,
  madeAt: 0,
  openedAt: 30,
  othersSince: null,
  transfers,
  end: null,
  ...changed,
})
const bid = (bidder: string, held: number, wanted: number): Bid => ({ bidder, held, wanted, memberSince: 0 })
const endUnpaid = (...transfers: string[]) => ({ do: 'end_unpaid' as const, at: 44, transfers })
const takers = ({ made }: ReturnType<typeof changeOf>) => made.map(({ buyer, arcs, origin }) => [buyer, arcs, origin])

test('opening bids gives arcs to who gets some, and leaves the others to others', () => {
  const change = changeOf(offerWith([]), { do: 'open_bids', at: 30 }, [bid('maya', 4, 2), bid('omar', 1, 0)])
  expect(takers(change)).toEqual([['maya', [10, 11], 'bids']])
  expect(change).toMatchObject({ areBidsOpened: true, goToOthers: [12], ended: [], end: null })
  const scarce = changeOf(offerWith([], { arcs: [10] }), { do: 'open_bids', at: 30 }, [bid('maya', 4, 1), bid('omar', 1, 1)])
  expect(takers(scarce)).toEqual([['maya', [10], 'bids']])
  expect(scarce.allotments.map(({ bidder, gets }) => [bidder, gets])).toEqual([
    ['maya', [10]],
    ['omar', []],
  ])
})

test('only transfers that are not paid in time end; what they leave goes to bids that got less than they wanted', () => {
  const offer = offerWith([transfer('t1', 'maya', [10]), transfer('t2', 'omar', [11, 12])])
  const bids = [bid('maya', 4, 2), bid('omar', 3, 2)]
  const change = changeOf(offer, endUnpaid('t2'), bids)
  expect(change.ended).toEqual([{ transfer: 't2', how: 'not_paid' }])
  // Maya wanted two and has one; the other arc is nobody's.
  expect(takers(change)).toEqual([['maya', [11], 'bids_again']])
  expect(change.goToOthers).toEqual([12])
  expect(change).toMatchObject({ areBidsOpened: false, end: null })
})

test('who did not pay before gets nothing when unpaid arcs are reckoned once more', () => {
  const earlier = transfer('t1', 'maya', [10], { end: { how: 'not_paid', at: 40 } })
  const left = transfer('t3', 'celeste', [12], { end: { how: 'buyer_left', at: 40 } })
  const offer = offerWith([earlier, transfer('t2', 'omar', [11]), left])
  const change = changeOf(offer, endUnpaid('t2'), [bid('maya', 4, 2), bid('omar', 3, 2), bid('celeste', 2, 2)])
  expect(takers(change)).toEqual([['celeste', [11], 'bids_again']])
})

test('arcs reckoned once more, or chosen by the seller, are not reckoned a third time', () => {
  const again = transfer('t1', 'maya', [10], { origin: 'bids_again' })
  const chosen = transfer('c1', 'lena', [11], { origin: 'choice' })
  const change = changeOf(offerWith([again, chosen]), endUnpaid('t1', 'c1'), [bid('omar', 3, 3), bid('celeste', 1, 1)])
  expect(change.made).toEqual([])
  // Those of a choice were with others already.
  expect(change.goToOthers).toEqual([10])
})

test('a bid that gets nothing of the unpaid arcs makes no transfer', () => {
  const offer = offerWith([transfer('t1', 'maya', [10])])
  const change = changeOf(offer, endUnpaid('t1'), [bid('maya', 4, 1), bid('omar', 4, 1), bid('celeste', 1, 1)])
  expect(takers(change)).toEqual([['omar', [10], 'bids_again']])
  expect(change.allotments).toHaveLength(2)
})

test('an offer lapses with everything that is not paid', () => {
  const offer = offerWith([transfer('t1', 'maya', [10]), transfer('t2', 'omar', [11], { paidAt: 40 })])
  expect(changeOf(offer, { do: 'lapse', at: 90 }, [])).toMatchObject({ end: 'lapsed', ended: [{ transfer: 't1', how: 'offer_ended' }] })
})

test('a transfer on which nobody may vote ends alone; of an ended offer its arcs stay with the seller', () => {
  const step = { do: 'end_unvoted' as const, at: 100, transfers: ['t1'] }
  const transfers = [transfer('t1', 'maya', [10]), transfer('t2', 'omar', [11])]
  expect(changeOf(offerWith(transfers), step, [])).toMatchObject({
    ended: [{ transfer: 't1', how: 'nobody_may_vote' }],
    goToOthers: [10],
    made: [],
  })
  expect(changeOf(offerWith(transfers, { end: { how: 'sale', at: 50 } }), step, []).goToOthers).toEqual([])
})

test('a transfer that the circle settles ends as it says; of an ended offer nothing goes to others', () => {
  const one = transfer('t1', 'maya', [10])
  expect(endOfTransfer(offerWith([one]), one, 'settled_ended')).toMatchObject({
    ended: [{ transfer: 't1', how: 'settled_ended' }],
    goToOthers: [10],
  })
  expect(endOfTransfer(offerWith([one], { end: { how: 'sale', at: 50 } }), one, 'settled_ended').goToOthers).toEqual([])
})
