import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bid } from './bids.ts'
import { recordChange } from './example-offers.ts'
import { decideChoice, decideWithdrawal } from './offer-acts.ts'
import { changeOf, endOfOffer, endOfTransfer, type OfferChange } from './offer-steps.ts'
import { type Offer, offerStatus } from './offers.ts'
import { type Clock, decidePaid, decideReceived, decideSettle, type Transfer, transferStatus } from './transfers.ts'

/** A day of notice is a second. Everything happens on half days, which are counted here. */
const halfDay = 500
const after = (halfDays: number): Clock => ({ now: halfDays * halfDay, noticeSeconds: 1 })

const holdings: Readonly<Record<string, readonly number[]>> = { jonah: [10, 11, 12], maya: [4, 5, 6, 7], omar: [1, 2, 3], celeste: [8, 9] }
const offered = [10, 11, 12]

/** Of the transfers that are under way. */
const which = fc.nat(2)
const who = fc.constantFrom('maya', 'omar', 'celeste', 'lena', 'tomas')
const someBids = fc
  .array(fc.record({ bidder: fc.constantFrom('maya', 'omar', 'celeste'), wanted: fc.nat(3) }), { maxLength: 4 })
  .map((bids) => [...new Map(bids.map((each) => [each.bidder, each])).values()])
  .map((bids) => bids.map((each): Bid => ({ ...each, held: holdings[each.bidder]?.length ?? 0, memberSince: 0 })))
const act = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      who,
      arcs: fc.oneof(fc.constant(offered), fc.subarray(offered, { minLength: 1 })),
    }),
  },
  { weight: 16, arbitrary: fc.record({ do: fc.constant('paid' as const), which }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('received' as const), which }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('admit' as const), which, passes: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle' as const), which, isDone: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sell the property' as const) }) },
)
const someEvents = fc.array(
  fc.record({
    wait: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) }, { weight: 1, arbitrary: fc.integer({ min: 30, max: 150 }) }),
    act,
  }),
  {
    maxLength: 20,
    size: 'max',
  },
)
type Act = {
  readonly do: string
  readonly who?: string
  readonly which?: number
  readonly arcs?: readonly number[]
  readonly passes?: boolean
  readonly isDone?: boolean
}

/** What the slow reference keeps of a transfer. */
type Counted = Pick<Transfer, 'id' | 'buyer' | 'arcs' | 'origin'> & {
  phase: 'admitting' | 'to_pay' | 'paid' | 'done' | 'over'
  halfDaysToPay: number
  halfDaysPaid: number
}

/** The slow reference: it counts every half day down by itself, and knows who holds which arc. */
type Reference = {
  phase: 'members' | 'open' | 'ended'
  halfDaysForMembers: number
  halfDaysForOthers: number | null
  readonly transfers: Counted[]
  readonly holders: Map<number, string>
}

const liveOf = ({ transfers }: Reference): Counted[] => transfers.filter(({ phase }) => phase !== 'done' && phase !== 'over')
const isStopped = (reference: Reference): boolean => liveOf(reference).some(({ phase }) => phase === 'admitting' || phase === 'paid')
const handedOn = ({ holders }: Reference): number[] => offered.filter((arc) => holders.get(arc) !== 'jonah')
const isAllHandedOn = (reference: Reference): boolean => handedOn(reference).length === offered.length

/** Lets half a day pass in the reference, and says whether anything is due then. */
function passHalfDay(reference: Reference, mayVote: boolean): boolean {
  const isOthersCounted = reference.phase === 'open' && reference.halfDaysForOthers !== null && !isStopped(reference)
  if (reference.phase === 'members') reference.halfDaysForMembers -= 1
  if (isOthersCounted) reference.halfDaysForOthers = (reference.halfDaysForOthers ?? 0) - 1
  for (const transfer of liveOf(reference)) {
    if (transfer.phase === 'to_pay') transfer.halfDaysToPay -= 1
    if (transfer.phase === 'paid') transfer.halfDaysPaid += 1
  }
  return (
    (reference.phase === 'members' && reference.halfDaysForMembers === 0) ||
    (isOthersCounted && reference.halfDaysForOthers === 0 && !isAllHandedOn(reference)) ||
    liveOf(reference).some(
      ({ phase, halfDaysToPay, halfDaysPaid }) =>
        (phase === 'to_pay' && halfDaysToPay === 0) || (phase === 'paid' && halfDaysPaid === 120 && !mayVote),
    )
  )
}

function stateOf(reference: Reference): string {
  if (reference.phase !== 'open') return reference.phase
  if (isAllHandedOn(reference)) return 'handed_on'
  return reference.halfDaysForOthers === null ? 'handing_on' : 'others'
}

test('offers agree with a reference that counts every half day; no arc ever has two holders or none', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(someBids, someEvents, fc.constantFrom(true, false, false), (bids, events, mayVote) => {
      const mayOthersVote = () => mayVote
      let offer: Offer = {
        seller: 'jonah',
        arcs: offered,
        price: 57_500,
        madeAt: 0,
        openedAt: null,
        othersSince: null,
        transfers: [],
        end: null,
      }
      const reference: Reference = {
        phase: 'members',
        halfDaysForMembers: 60,
        halfDaysForOthers: null,
        transfers: [],
        holders: new Map(Object.entries(holdings).flatMap(([holder, arcs]) => arcs.map((arc) => [arc, holder]))),
      }
      let halfDays = 0

      const add = (transfers: readonly Transfer[]) => {
        for (const { id, buyer, arcs, origin, admit } of transfers)
          reference.transfers.push({ id, buyer, arcs, origin, phase: admit ? 'admitting' : 'to_pay', halfDaysToPay: 28, halfDaysPaid: 0 })
      }
      const change = (made: OfferChange) => {
        const before = offer.transfers.length
        // What was recorded is all there is: a process that dies between two changes begins again from it.
        offer = structuredClone(recordChange(offer, made, after(halfDays).now))
        for (const { transfer: id, how } of made.ended) {
          const counted = reference.transfers.find((each) => each.id === id)
          if (!counted) throw new Error(`There is no transfer ${id}`)
          counted.phase = how === 'received' || how === 'settled_done' ? 'done' : 'over'
          if (counted.phase === 'done') for (const arc of counted.arcs) reference.holders.set(arc, counted.buyer)
        }
        if (made.areBidsOpened) reference.phase = 'open'
        if (made.goToOthers.length > 0) reference.halfDaysForOthers = 120
        if (made.end !== null) reference.phase = 'ended'
        add(offer.transfers.slice(before))
      }

      const check = () => {
        const clock = after(halfDays)
        const { state, until, freeArcs, isClockStopped } = offerStatus(offer, clock, mayOthersVote)
        seen.add(state)
        expect(state).toBe(stateOf(reference))
        if (state === 'members') expect(until).toBe(after(halfDays + reference.halfDaysForMembers).now)
        if (state === 'others') {
          const left = isStopped(reference) ? null : after(halfDays + (reference.halfDaysForOthers ?? 0)).now
          expect([isClockStopped, until]).toEqual([isStopped(reference), left])
        }
        for (const [index, { phase, halfDaysPaid, halfDaysToPay }] of reference.transfers.entries()) {
          const transfer = offer.transfers[index]
          if (!transfer) throw new Error('A transfer is gone')
          const status = transferStatus(transfer, clock, mayVote)
          expect(status.state).toBe(phase === 'paid' && halfDaysPaid >= 60 ? 'hanging' : phase)
          if (phase === 'to_pay') expect(status.until).toBe(after(halfDays + halfDaysToPay).now)
        }
        // Every arc is free, in one transfer under way or handed on, never two of these.
        const underWay = offer.transfers.filter(({ end }) => end === null).flatMap(({ arcs }) => arcs)
        const all = [...underWay, ...handedOn(reference), ...freeArcs]
        expect(new Set(all).size).toBe(all.length)
        if (state === 'others' || state === 'handing_on') expect(all.sort((a, b) => a - b)).toEqual(offered)
        expect([...reference.holders.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
      }

      const choose = ({ who: person = '', arcs = [] }: Act) => {
        const clock = after(halfDays)
        const taker = { person, notPaidAt: null, isMember: person in holdings, isAsked: true, isVerified: true, yesAt: 60_000 }
        const decision = decideChoice(offer, clock, { chooser: 'jonah', taker, admission: 'by_motion', arcs, price: 60_000 })
        const isTaken = (arc: number) =>
          reference.transfers.some(
            ({ phase, origin, arcs: own }) =>
              own.includes(arc) && (phase === 'done' || phase === 'paid' || (phase !== 'over' && origin !== 'choice')),
          )
        expect(decision.ok).toBe(stateOf(reference) === 'others' && !arcs.some(isTaken))
        if (!decision.ok) return
        for (const replaced of offer.transfers.filter(({ id }) => decision.value.replaces.includes(id)))
          change(endOfTransfer(offer, replaced, 'other_chosen'))
        const admit = decision.value.needsAdmission ? { openedAt: clock.now, passedAt: null } : null
        const id = `t${offer.transfers.length + 1}`
        const made: Transfer = {
          id,
          origin: 'choice',
          buyer: person,
          arcs,
          price: 60_000,
          madeAt: clock.now,
          admit,
          paidAt: null,
          end: null,
        }
        offer = { ...offer, transfers: [...offer.transfers, made] }
        add([made])
        seen.add('choose')
      }

      const ofTransfer = ({ do: what, which = 0, passes, isDone }: Act) => {
        const clock = after(halfDays)
        const counted = liveOf(reference)[which % liveOf(reference).length]
        const transfer = offer.transfers.find(({ id }) => id === counted?.id)
        if (!counted || !transfer) return
        const put = (changed: Partial<Transfer>, phase: Counted['phase']) => {
          offer = { ...offer, transfers: offer.transfers.map((each) => (each === transfer ? { ...each, ...changed } : each)) }
          counted.phase = phase
        }
        if (what === 'paid') {
          const { ok } = decidePaid(transfer, clock, { person: transfer.buyer, hasAcceptedCharter: true })
          expect(ok).toBe(counted.phase === 'to_pay')
          if (ok) put({ paidAt: clock.now }, 'paid')
        } else if (what === 'received') {
          const { ok } = decideReceived(transfer, clock, { isSeller: true, isOwnersLastArc: false, mayOthersVote: mayVote })
          expect(ok).toBe(counted.phase === 'paid')
          if (ok) change(endOfTransfer(offer, transfer, 'received'))
        } else if (what === 'settle') {
          const { ok } = decideSettle(transfer, clock, mayVote)
          expect(ok).toBe(mayVote && counted.phase === 'paid' && counted.halfDaysPaid >= 60)
          if (ok) change(endOfTransfer(offer, transfer, isDone ? 'settled_done' : 'settled_ended'))
        } else if (transfer.admit && counted.phase === 'admitting') {
          if (passes) put({ admit: { ...transfer.admit, passedAt: clock.now } }, 'to_pay')
          else change(endOfTransfer(offer, transfer, 'not_admitted'))
        }
      }

      const perform = (event: Act) => {
        if (event.do === 'choose') choose(event)
        else if (event.do === 'withdraw') {
          const { ok } = decideWithdrawal(offer, after(halfDays), 'jonah')
          expect(ok).toBe(reference.phase === 'members')
          if (ok) change(endOfOffer(offer, 'withdrawn'))
        } else if (event.do !== 'sell the property') ofTransfer(event)
        else if (reference.phase !== 'ended') change(endOfOffer(offer, 'sale'))
        check()
      }

      check()
      for (const { wait, act: event } of events) {
        for (let passed = 0; passed < wait; passed += 1) {
          halfDays += 1
          const clock = after(halfDays)
          const isDue = passHalfDay(reference, mayVote)
          let { next } = offerStatus(offer, clock, mayOthersVote)
          // Most half days nothing is due, and `expect` is slow.
          if ((next !== null && next.at <= clock.now) !== isDue) expect(next).toBe(isDue ? 'due' : 'not due')
          for (; next !== null && next.at <= clock.now; next = offerStatus(offer, clock, mayOthersVote).next) {
            seen.add(next.do)
            expect(next.at).toBe(clock.now)
            change(changeOf(offer, next, bids))
          }
          if (isDue || passed === wait - 1) check()
        }
        perform(event)
      }
    }),
    { numRuns: 500 },
  )
  const states = ['members', 'handing_on', 'others', 'handed_on', 'ended']
  expect([...seen].sort()).toEqual([...states, 'open_bids', 'end_unpaid', 'end_unvoted', 'lapse', 'choose'].sort())
})
