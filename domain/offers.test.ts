import { describe, expect, test } from 'vitest'
import type { Bid } from './bids.ts'
import { recordChange } from './example-offers.ts'
import {
  type Admission,
  admissionOf,
  decideBid,
  decideChoice,
  decideInviting,
  decideLowerPrice,
  decideOffering,
  decideWithdrawal,
  decideYes,
  nextOwner,
  type Taker,
} from './offer-acts.ts'
import { changeOf, endOfOffer, endOfTransfer, endOfYes } from './offer-steps.ts'
import { type Offer, offerStatus, offerWords } from './offers.ts'
import {
  type Clock,
  decidePaid,
  decideReceived,
  decideReminder,
  decideSettle,
  type Transfer,
  transferStatus,
  transferWords,
} from './transfers.ts'

/** A day of notice is a second, so a day is 1,000. */
const day = 1_000
const at = (days: number): Clock => ({ now: days * day, noticeSeconds: 1 })
const everyone = () => true
const nobody = () => false

const offer: Offer = {
  seller: 'jonah',
  arcs: [10, 11],
  price: 57_500,
  madeAt: 0,
  openedAt: null,
  othersSince: null,
  transfers: [],
  end: null,
}
const withOthers: Offer = { ...offer, openedAt: 30 * day, othersSince: 30 * day }
const transfer: Transfer = {
  id: 't1',
  origin: 'bids',
  buyer: 'maya',
  arcs: [10],
  price: 57_500,
  madeAt: 30 * day,
  admit: null,
  paidAt: null,
  end: null,
}
const chosen: Transfer = { ...transfer, id: 'c1', origin: 'choice', buyer: 'lena', madeAt: 40 * day }
const bid = (bidder: string, held: number, wanted: number): Bid => ({ bidder, held, wanted, memberSince: 0 })
const reasonOf = (decision: { readonly ok: boolean; readonly reason?: string }): string | null => decision.reason ?? null

describe('an offer', () => {
  test('is for members for 30 days of notice; then bids are opened', () => {
    expect(offerStatus(offer, at(29), everyone)).toEqual({
      state: 'members',
      freeArcs: [],
      isClockStopped: false,
      until: 30 * day,
      next: { do: 'open_bids', at: 30 * day },
    })
  })

  test('that no bid took is open to others for 60 days, then lapses', () => {
    const opened = recordChange(offer, changeOf(offer, { do: 'open_bids', at: 30 * day }, []), 30 * day)
    expect(opened).toEqual(withOthers)
    expect(offerStatus(opened, at(31), everyone)).toMatchObject({
      state: 'others',
      freeArcs: [10, 11],
      next: { do: 'lapse', at: 90 * day },
    })
    const lapsed = recordChange(opened, changeOf(opened, { do: 'lapse', at: 90 * day }, []), 90 * day)
    expect(offerStatus(lapsed, at(91), everyone)).toMatchObject({ state: 'ended', next: null })
  })

  test('with bids is handed on; who does not pay within 14 days loses the arcs to the other bids, once', () => {
    const bids = [bid('maya', 4, 2), bid('omar', 3, 1), bid('celeste', 2, 1)]
    const opened = recordChange(offer, changeOf(offer, { do: 'open_bids', at: 30 * day }, bids), 30 * day)
    expect(opened.transfers.map(({ buyer, arcs, origin }) => [buyer, arcs, origin])).toEqual([
      ['maya', [10], 'bids'],
      ['omar', [11], 'bids'],
    ])
    const step = offerStatus(opened, at(31), everyone).next
    expect(step).toEqual({ do: 'end_unpaid', at: 44 * day, transfers: ['t1', 't2'] })
    if (!step) return
    // Neither has paid: both arcs are reckoned once more, for neither of them.
    const again = recordChange(opened, changeOf(opened, step, bids), step.at)
    expect(again.transfers.slice(2).map(({ buyer, arcs, origin }) => [buyer, arcs, origin])).toEqual([['celeste', [10], 'bids_again']])
    expect([again.othersSince, offerStatus(again, at(45), everyone)]).toMatchObject([44 * day, { state: 'others', freeArcs: [11] }])
    const second = offerStatus(again, at(45), everyone).next
    expect(second).toEqual({ do: 'end_unpaid', at: 58 * day, transfers: ['t3'] })
    if (!second) return
    const left = recordChange(again, changeOf(again, second, bids), second.at)
    expect(left.transfers).toHaveLength(3)
    // Its time begins when the last arcs come to others.
    expect(offerStatus(left, at(59), everyone)).toMatchObject({ state: 'others', freeArcs: [10, 11], until: 118 * day })
  })

  test('is handed on once every arc is', () => {
    const done: Transfer = { ...transfer, paidAt: 31 * day, end: { how: 'received', at: 32 * day } }
    const opened = { ...offer, openedAt: 30 * day }
    expect(offerStatus({ ...opened, transfers: [done] }, at(33), everyone).state).toBe('handing_on')
    expect(offerStatus({ ...opened, transfers: [done, { ...done, id: 't2', arcs: [11] }] }, at(33), everyone).state).toBe('handed_on')
  })

  test('has a stopped clock while the circle votes on a newcomer and after paid, counted once', () => {
    const voting: Transfer = { ...chosen, admit: { openedAt: 40 * day, passedAt: null } }
    const status = (transfers: readonly Transfer[], days: number) => offerStatus({ ...withOthers, transfers }, at(days), everyone)
    expect(status([voting], 200)).toMatchObject({ state: 'others', isClockStopped: true, until: null, next: null })
    const admitted: Transfer = { ...chosen, admit: { openedAt: 40 * day, passedAt: 47 * day } }
    expect(status([admitted], 48)).toMatchObject({ isClockStopped: false, until: 97 * day, next: { do: 'end_unpaid', at: 61 * day } })
    const paid = { ...admitted, paidAt: 50 * day }
    expect(status([paid], 51)).toMatchObject({ isClockStopped: true, until: null })
    const over: Transfer = { ...paid, end: { how: 'settled_ended', at: 85 * day } }
    const other: Transfer = {
      ...chosen,
      id: 'c2',
      arcs: [11],
      admit: { openedAt: 45 * day, passedAt: 55 * day },
      end: { how: 'not_paid', at: 69 * day },
    }
    // 40 to 47 and 50 to 85, and 45 to 55 in the other arc's vote: 45 days in all.
    expect(status([over, other], 86)).toMatchObject({ until: 135 * day, freeArcs: [10, 11] })
  })

  test('that ends lets a paid transfer go on and ends the others', () => {
    const paid = { ...transfer, paidAt: 35 * day }
    const both: Offer = { ...offer, openedAt: 30 * day, transfers: [paid, { ...transfer, id: 't2', arcs: [11] }] }
    const ended = recordChange(both, endOfOffer(both, 'sale'), 36 * day)
    expect(ended.transfers.map(({ end }) => end?.how ?? null)).toEqual([null, 'offer_ended'])
    expect(offerStatus(ended, at(37), nobody)).toMatchObject({
      state: 'ended',
      next: { do: 'end_unvoted', at: 95 * day, transfers: ['t1'] },
    })
  })

  test('says where it stands', () => {
    const words = (of: Offer, days: number) => offerWords(of, offerStatus(of, at(days), everyone), 'UTC')
    expect(words(offer, 1)).toBe('Members first: sealed bids until 1 January 1970, 12:00 AM UTC')
    expect(words({ ...offer, openedAt: 30 * day, transfers: [transfer] }, 31)).toBe('Bids opened: the arcs are being handed on')
    expect(words(withOthers, 31)).toBe('Open to others until 1 January 1970, 12:01 AM UTC')
    expect(words({ ...withOthers, transfers: [{ ...chosen, paidAt: 41 * day }] }, 42)).toBe('Open to others: the clock is stopped')
    expect(words({ ...offer, end: { how: 'withdrawn', at: 5 } }, 31)).toBe('Withdrawn')
    const done: Transfer = { ...transfer, arcs: [10, 11], end: { how: 'received', at: 1 } }
    expect(words({ ...offer, openedAt: 30 * day, transfers: [done] }, 31)).toBe('Handed on')
  })
})

describe('a transfer', () => {
  const status = (of: Transfer, days: number, mayOthersVote = true) => transferStatus(of, at(days), mayOthersVote)

  test('is paid within 14 days of notice, of a newcomer after the circle admitted them', () => {
    expect(status(transfer, 31)).toEqual({ state: 'to_pay', until: 44 * day, next: { do: 'end_unpaid', at: 44 * day } })
    expect(status({ ...chosen, admit: { openedAt: 40 * day, passedAt: null } }, 90)).toEqual({
      state: 'admitting',
      until: null,
      next: null,
    })
    expect(status({ ...chosen, admit: { openedAt: 40 * day, passedAt: 50 * day } }, 51).until).toBe(64 * day)
  })

  test('its buyer reminds the seller of paid, once a day of notice', () => {
    const paid = { ...transfer, paidAt: 40 * day }
    const remind = (days: number, of: Transfer = paid, remindedAt: number | null = null, person = of.buyer) =>
      reasonOf(decideReminder(of, at(days), { person, remindedAt }))
    expect([remind(40.9), remind(41), remind(41.9, paid, 41 * day), remind(42, paid, 41 * day)]).toEqual([
      'seller_reminded',
      null,
      'seller_reminded',
      null,
    ])
    expect(remind(50, paid, null, 'jonah')).toBe('not_your_transfer')
    expect(remind(50, transfer)).toBe('transfer_not_paid')
    expect(remind(50, { ...paid, end: { how: 'received', at: 45 * day } })).toBe('transfer_not_paid')
  })

  test('hangs 30 days after paid; after 60 it ends where nobody else may vote', () => {
    const paid = { ...transfer, paidAt: 40 * day }
    expect(status(paid, 69.9)).toEqual({ state: 'paid', until: 70 * day, next: null })
    expect(status(paid, 70)).toEqual({ state: 'hanging', until: null, next: null })
    expect(status(paid, 70, false)).toEqual({ state: 'hanging', until: 100 * day, next: { do: 'end_unvoted', at: 100 * day } })
    expect([69.9, 70].map((days) => reasonOf(decideSettle(paid, at(days), true)))).toEqual(['transfer_does_not_hang', null])
    expect(reasonOf(decideSettle(paid, at(70), false))).toBe('nobody_may_settle')
    const hanging: Offer = { ...offer, openedAt: 30 * day, transfers: [paid] }
    expect(changeOf(hanging, { do: 'end_unvoted', at: 100 * day, transfers: ['t1'] }, [])).toMatchObject({
      ended: [{ transfer: 't1', how: 'nobody_may_vote' }],
      goToOthers: [10],
    })
  })

  test.each([
    ['received', []],
    ['settled_done', []],
    ['settled_ended', [10]],
  ] as const)('that ends as %s leaves %j to others', (how, arcs) => {
    expect(endOfTransfer({ ...withOthers, transfers: [transfer] }, transfer, how)).toMatchObject({ goToOthers: arcs })
    expect(endOfTransfer({ ...withOthers, transfers: [chosen] }, chosen, how).goToOthers).toEqual([])
  })

  test('of a choice is declined by who was chosen until they have paid, and its arcs stay open to others', () => {
    const paid = { ...chosen, id: 'c2', arcs: [11], paidAt: 41 * day }
    const both: Offer = { ...withOthers, transfers: [chosen, paid] }
    expect(endOfYes(both, chosen.buyer)).toMatchObject({ ended: [{ transfer: chosen.id, how: 'declined' }], goToOthers: [] })
    expect(endOfYes({ ...withOthers, transfers: [transfer] }, transfer.buyer).ended).toEqual([])
    expect(endOfYes(both, 'somebody else').ended).toEqual([])
  })

  test('is said to be paid by its buyer, in time, after accepting the charter', () => {
    const paid = (of: Transfer, days: number, person = 'maya', hasAcceptedCharter = true) =>
      reasonOf(decidePaid(of, at(days), { person, hasAcceptedCharter }))
    expect(paid(transfer, 43.9)).toBeNull()
    expect(paid(transfer, 44)).toBe('transfer_not_to_pay')
    expect(paid(transfer, 40, 'omar')).toBe('not_your_transfer')
    expect(paid(transfer, 40, 'maya', false)).toBe('charter_not_accepted')
    expect(paid({ ...transfer, paidAt: 35 * day }, 40)).toBe('transfer_not_to_pay')
    expect(paid({ ...transfer, admit: { openedAt: 0, passedAt: null } }, 40)).toBe('transfer_not_to_pay')
  })

  test('is received by the seller, also while it hangs, but no owner loses the last arc by it', () => {
    const facts = { isSeller: true, isOwnersLastArc: false, mayOthersVote: true }
    const received = (of: Transfer, days: number, changed: Partial<typeof facts> = {}) =>
      reasonOf(decideReceived(of, at(days), { ...facts, ...changed }))
    const paid = { ...transfer, paidAt: 40 * day }
    expect([received(paid, 41), received(paid, 99), received(paid, 99.9, { mayOthersVote: false })]).toEqual([null, null, null])
    expect(received(paid, 100, { mayOthersVote: false })).toBe('transfer_not_paid')
    expect(received(transfer, 41)).toBe('transfer_not_paid')
    expect(received(paid, 41, { isSeller: false })).toBe('not_your_offer')
    expect(received(paid, 41, { isOwnersLastArc: true })).toBe('owner_hands_over_first')
    expect(received({ ...paid, end: { how: 'received', at: 41 * day } }, 42)).toBe('transfer_not_paid')
  })

  test('says where it stands', () => {
    const words = (of: Transfer, days: number, mayOthersVote = true) => transferWords(of, at(days), mayOthersVote, 'UTC')
    const paid = { ...transfer, paidAt: 40 * day }
    expect([
      words(transfer, 31),
      words({ ...chosen, admit: { openedAt: 0, passedAt: null } }, 31),
      words(paid, 41),
      words(paid, 71),
      words(paid, 71, false),
      words({ ...transfer, end: { how: 'not_paid', at: 0 } }, 50),
    ]).toEqual([
      'To be paid by 1 January 1970, 12:00 AM UTC',
      'The circle votes on whether to admit the newcomer',
      'Paid: waits for the seller to say received',
      'Paid and not received: a motion can settle it',
      'Paid and not received: ends on 1 January 1970, 12:01 AM UTC',
      'Not paid in time',
    ])
  })
})

describe('who may', () => {
  test('offer arcs: who holds them, once, in deciding and owning; the owner keeps one', () => {
    const facts = { stage: 'owning', isOwner: false, heldArcs: [10, 11, 12], offeredArcs: [12] } as const
    const offering = (arcs: readonly number[], changed: Partial<Parameters<typeof decideOffering>[1]> = {}) =>
      decideOffering(arcs, { ...facts, ...changed })
    expect(offering([11, 10, 11])).toEqual({ ok: true, value: [10, 11] })
    expect([[], [9], [10, 12]].map((arcs) => reasonOf(offering(arcs)))).toEqual(['arcs_not_held', 'arcs_not_held', 'arcs_already_offered'])
    const stages = (['gathering', 'deciding', 'buying', 'owning', 'ended'] as const).map((stage) => offering([10], { stage }).ok)
    expect(stages).toEqual([false, true, false, true, false])
    expect(reasonOf(offering([10, 11], { isOwner: true }))).toBe('owner_hands_over_first')
    expect(reasonOf(offering([10], { isOwner: true }))).toBeNull()
  })

  test('bid: other members, until bids are opened, unless they did not pay within 180 days', () => {
    const maya = { person: 'maya', notPaidAt: null }
    const bidding = (days: number, bidder: { person: string; notPaidAt: number | null } = maya, isMember = true, wanted = 2) =>
      reasonOf(decideBid({ ...offer, madeAt: 100 * day }, at(days), { bidder, isMember, wanted }))
    expect([bidding(129.9), bidding(130)]).toEqual([null, 'bids_are_opened'])
    expect(bidding(110, { person: 'jonah', notPaidAt: null })).toBe('own_offer')
    expect(bidding(110, maya, false)).toBe('not_a_member')
    expect(bidding(110, maya, true, 3)).toBe('more_arcs_than_offered')
    const late = { person: 'maya', notPaidAt: -65 * day }
    expect([bidding(114.9, late), bidding(115, late), bidding(114, late, true, 0)]).toEqual(['barred_from_bidding', null, null])
  })

  test('withdraw: the seller, until bids are opened', () => {
    const withdrawal = (of: Offer, days: number, person = 'jonah') => reasonOf(decideWithdrawal(of, at(days), person))
    expect([withdrawal(offer, 29), withdrawal(offer, 30), withdrawal(withOthers, 31)]).toEqual([null, 'bids_are_opened', 'bids_are_opened'])
    expect(withdrawal(offer, 29, 'maya')).toBe('not_your_offer')
    expect(withdrawal({ ...offer, end: { how: 'withdrawn', at: 1 } }, 2)).toBe('bids_are_opened')
  })

  const lena: Taker = { person: 'lena', notPaidAt: null, isMember: false, isAsked: true, isVerified: true }

  test('say yes: members, the waiting list and people invited, verified, while the arcs are with others', () => {
    const yes = (changed: Partial<Taker> = {}, of = withOthers, days = 31) => reasonOf(decideYes(of, at(days), { ...lena, ...changed }))
    expect([yes(), yes({ isMember: true, isAsked: false })]).toEqual([null, null])
    expect([yes({ isAsked: false }), yes({ isVerified: false }), yes({ person: 'jonah' })]).toEqual([
      'not_asked',
      'not_verified',
      'own_offer',
    ])
    expect(yes({ notPaidAt: -140 * day })).toBe('barred_from_bidding')
    expect([yes({}, offer), yes({}, withOthers, 90)]).toEqual(['not_with_others', 'not_with_others'])
    expect([57_499, 57_500].map((price) => reasonOf(decideYes(withOthers, at(31), lena, price)))).toEqual(['price_below_members', null])
  })

  test('invite: the seller, while the arcs are with others', () => {
    const inviting = (of: Offer, person = 'jonah') => reasonOf(decideInviting(of, at(50), person))
    expect([inviting(withOthers), inviting(withOthers, 'maya'), inviting({ ...offer, madeAt: 40 * day })]).toEqual([
      null,
      'not_your_offer',
      'not_with_others',
    ])
  })

  test('choose: the seller, among who said yes, at the members’ price or more, changing it until paid', () => {
    const choice = (changed: object = {}, of = withOthers, days = 50) =>
      decideChoice(of, at(days), {
        chooser: 'jonah',
        taker: { ...lena, yesAt: 60_000 },
        admission: 'by_motion',
        arcs: [10],
        price: 57_500,
        ...changed,
      })
    expect(choice()).toEqual({ ok: true, value: { replaces: [], needsAdmission: true } })
    expect(choice({ taker: { ...lena, isMember: true, yesAt: 60_000 } })).toEqual({
      ok: true,
      value: { replaces: [], needsAdmission: false },
    })
    expect(reasonOf(choice({ chooser: 'maya' }))).toBe('not_your_offer')
    expect(reasonOf(choice({ taker: { ...lena, yesAt: null } }))).toBe('has_not_said_yes')
    expect(reasonOf(choice({ price: 57_499 }))).toBe('price_below_members')
    expect([60_000, 60_001].map((price) => reasonOf(choice({ price })))).toEqual([null, 'price_above_yes'])
    expect(reasonOf(choice({ arcs: [] }))).toBe('arcs_not_free')
    const taken = (changed: Partial<Transfer>): Offer => ({ ...withOthers, transfers: [{ ...chosen, ...changed }] })
    expect(choice({}, taken({}))).toMatchObject({ ok: true, value: { replaces: ['c1'] } })
    expect(choice({ arcs: [11] }, taken({}))).toMatchObject({ ok: true, value: { replaces: [] } })
    expect(reasonOf(choice({}, taken({ paidAt: 41 * day })))).toBe('arcs_not_free')
    expect(reasonOf(choice({}, taken({ origin: 'bids_again' })))).toBe('arcs_not_free')
    expect(reasonOf(choice({}, withOthers, 90))).toBe('not_with_others')
  })

  test('admit a newcomer: by a motion, at once if the seller holds every arc, and not while all others have bid', () => {
    expect(admissionOf('jonah', ['jonah', 'maya', 'omar'], ['maya'])).toBe('by_motion')
    expect(admissionOf('jonah', ['jonah'], [])).toBe('at_once')
    expect(admissionOf('jonah', ['jonah', 'maya', 'omar'], ['omar', 'maya'])).toBe('nobody_may_vote')
    const choice = (admission: Admission, isMember: boolean) =>
      decideChoice(withOthers, at(50), {
        chooser: 'jonah',
        taker: { ...lena, isMember, yesAt: 60_000 },
        admission,
        arcs: [10],
        price: 57_500,
      })
    expect(choice('at_once', false)).toEqual({ ok: true, value: { replaces: [], needsAdmission: false } })
    expect(reasonOf(choice('nobody_may_vote', false))).toBe('nobody_may_admit')
    expect(choice('nobody_may_vote', true)).toMatchObject({ ok: true, value: { needsAdmission: false } })
  })

  test('lower the price: the seller, which begins again with the members for the arcs that are left', () => {
    const lower = (of: Offer, price = 57_000, person = 'jonah') => decideLowerPrice(of, at(50), { person, price })
    expect(lower({ ...withOthers, transfers: [{ ...chosen, arcs: [11] }] })).toEqual({ ok: true, value: [10, 11] })
    expect(lower({ ...withOthers, transfers: [{ ...transfer, end: { how: 'received', at: 45 * day } }] })).toEqual({
      ok: true,
      value: [11],
    })
    expect(reasonOf(lower(withOthers, 57_500))).toBe('price_not_lower')
    expect(reasonOf(lower(withOthers, 57_000, 'maya'))).toBe('not_your_offer')
    expect(reasonOf(lower({ ...offer, madeAt: 40 * day }))).toBe('not_with_others')
    expect(reasonOf(lower({ ...withOthers, transfers: [{ ...chosen, paidAt: 45 * day }] }))).toBe('transfer_under_way')
    expect(reasonOf(lower({ ...withOthers, transfers: [{ ...transfer, origin: 'bids_again', madeAt: 44 * day }] }))).toBe(
      'transfer_under_way',
    )
  })

  test('follow an owner who has left: the largest holder, then the longest member', () => {
    const member = (user: string, arcs: number, memberSince: number) => ({ user, arcs, memberSince })
    expect(nextOwner([member('a', 2, 5), member('b', 3, 9), member('c', 3, 7), member('d', 0, 1)])).toBe('c')
    expect(nextOwner([member('d', 0, 1)])).toBeNull()
  })
})
