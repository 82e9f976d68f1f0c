import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideNaming,
  decideOnDetails,
  isIban,
  isRoutingNumber,
  type NamedDetails,
  type PayActor,
  type PayEventKind,
  payDetailProblems,
  placeDetails,
  stateOf,
  usableDetails,
  waitingMilliseconds,
} from './where-to-pay.ts'

const noticeSeconds = 10
const wait = waitingMilliseconds(noticeSeconds)
const at = (now: number) => ({ now, noticeSeconds })

const named = (namedAt: number, events: [PayEventKind, string, number][] = [], namedBy = 'owner', id = `d${namedAt}`): NamedDetails => ({
  id,
  namedBy,
  namedAt,
  events: events.map(([kind, by, time]) => ({ kind, by, at: time })),
})

const person = (id: string, changes: Partial<PayActor> = {}): PayActor => ({
  id,
  isOwnerOrTreasurer: id === 'owner',
  isOnlyMember: false,
  credentialsChangedAt: null,
  ...changes,
})

describe('details of where to pay', () => {
  test('can be used three days of notice after another member confirmed them, not a moment sooner', () => {
    const details = named(0, [['confirmed', 'maya', 5]])
    expect(usableDetails([details], at(5 + wait - 1))).toBeNull()
    expect(stateOf(details, [details], at(5 + wait - 1))).toBe('waiting')
    expect(usableDetails([details], at(5 + wait))).toBe(details)
    expect(usableDetails([named(0)], at(10 * wait))).toBeNull()
  })

  test('stay in force until the changed ones can be used, and are not used again if those are stopped later', () => {
    const old = named(0, [['confirmed', 'maya', 1]])
    const changed = named(wait * 2, [['confirmed', 'maya', wait * 2 + 1]])
    const all = [old, changed]
    expect(usableDetails(all, at(wait * 3))).toBe(old)
    expect(usableDetails(all, at(wait * 3 + 1))).toBe(changed)
    const stopped = { ...changed, events: [...changed.events, { kind: 'stopped' as const, by: 'jonah', at: wait * 4 }] }
    expect(usableDetails([old, stopped], at(wait * 5))).toBeNull()
    expect(stateOf(old, [old, stopped], at(wait * 5))).toBe('replaced')
  })

  test('are not replaced by ones that were named earlier and confirmed later', () => {
    const first = named(0, [['confirmed', 'maya', 5]])
    const second = named(1, [['confirmed', 'maya', 2]])
    expect(usableDetails([first, second], at(wait + 2))).toBe(second)
    expect(usableDetails([first, second], at(wait + 5))).toBe(second)
    expect(stateOf(first, [first, second], at(wait + 5))).toBe('replaced')
  })

  test('a stop before the changed ones can be used keeps the old ones in force', () => {
    const old = named(0, [['confirmed', 'maya', 1]])
    const changed = named(wait * 2, [
      ['confirmed', 'maya', wait * 2 + 1],
      ['stopped', 'jonah', wait * 2 + 2],
    ])
    expect(usableDetails([old, changed], at(wait * 9))).toBe(old)
  })

  test('a stop ends with the second call of others: neither who stopped, nor who named, nor the same person twice', () => {
    const base: [PayEventKind, string, number][] = [
      ['confirmed', 'maya', 0],
      ['stopped', 'jonah', wait + 1],
    ]
    const withCalls = (...callers: string[]) =>
      named(0, [...base, ...callers.map((by, index): [PayEventKind, string, number] => ['called_back', by, wait + 2 + index])])
    const now = at(wait + 100)
    for (const callers of [[], ['maya'], ['maya', 'maya'], ['maya', 'owner'], ['maya', 'jonah']]) {
      const details = withCalls(...callers)
      expect(stateOf(details, [details], now), callers.join(' ')).toBe('stopped')
    }
    const details = withCalls('maya', 'owner', 'celeste')
    expect(stateOf(details, [details], now)).toBe('usable')
  })

  test('calls of before a stop do not end it, and a second stop needs calls of its own', () => {
    const details = named(0, [
      ['confirmed', 'maya', 0],
      ['stopped', 'jonah', wait + 1],
      ['called_back', 'maya', wait + 2],
      ['called_back', 'celeste', wait + 3],
      ['stopped', 'hector', wait + 4],
    ])
    expect(stateOf(details, [details], at(wait + 3))).toBe('usable')
    expect(stateOf(details, [details], at(wait + 4))).toBe('stopped')
  })
})

describe('who may act', () => {
  const waiting = named(0)
  const on = (act: 'confirm' | 'stop' | 'call_back' | 'withdraw' | 'show', who: PayActor, details = waiting, now = 10) =>
    decideOnDetails(act, who, details, [details], at(now))

  test('owner and treasurer name; another member confirms', () => {
    expect(decideNaming(person('owner'), at(0))).toMatchObject({ ok: true })
    expect(decideNaming(person('maya'), at(0))).toMatchObject({ reason: 'only_treasurer' })
    expect(on('confirm', person('owner'))).toMatchObject({ reason: 'not_your_word' })
    expect(on('confirm', person('maya'))).toMatchObject({ ok: true })
    expect(on('confirm', person('owner', { isOnlyMember: true }))).toMatchObject({ ok: true })
    expect(on('confirm', person('maya'), named(0, [['confirmed', 'jonah', 1]]))).toMatchObject({ reason: 'pay_details_not_now' })
  })

  test('nothing but a stop and a withdrawal for three days of notice after one’s password, address or passkeys changed', () => {
    const changed = person('maya', { credentialsChangedAt: 100, isOwnerOrTreasurer: true })
    const usable = named(0, [['confirmed', 'jonah', 1]])
    const [late, free] = [at(100 + wait - 1), at(100 + wait)]
    expect(decideNaming(changed, late)).toMatchObject({ reason: 'credentials_changed' })
    expect(decideNaming(changed, free)).toMatchObject({ ok: true })
    expect(decideOnDetails('show', changed, usable, [usable], late)).toMatchObject({ reason: 'credentials_changed' })
    expect(decideOnDetails('show', changed, usable, [usable], free)).toMatchObject({ value: 'to_pay' })
    expect(decideOnDetails('confirm', changed, waiting, [waiting], late)).toMatchObject({ reason: 'credentials_changed' })
    const stopped = named(0, [
      ['confirmed', 'jonah', 1],
      ['stopped', 'jonah', 2],
    ])
    expect(decideOnDetails('call_back', changed, stopped, [stopped], late)).toMatchObject({ reason: 'credentials_changed' })
    expect(decideOnDetails('stop', changed, usable, [usable], late)).toMatchObject({ ok: true })
  })

  test('details that cannot be used are shown only to those who compare them in a call', () => {
    expect(on('show', person('maya'))).toMatchObject({ value: 'to_compare' })
    expect(on('show', person('owner'))).toMatchObject({ reason: 'pay_details_not_usable' })
    expect(on('show', person('maya'), named(0, [['confirmed', 'jonah', 1]]))).toMatchObject({ reason: 'pay_details_not_usable' })
    const stopped = named(0, [['stopped', 'jonah', 2]])
    expect(on('show', person('maya'), stopped)).toMatchObject({ value: 'to_compare' })
    expect(on('show', person('jonah'), stopped)).toMatchObject({ reason: 'pay_details_not_usable' })
  })

  test('a member stops details once', () => {
    expect(on('stop', person('jonah'))).toMatchObject({ ok: true })
    expect(on('stop', person('jonah'), named(0, [['stopped', 'jonah', 2]]))).toMatchObject({ reason: 'pay_details_stopped_once' })
  })

  test('details in force cannot be withdrawn', () => {
    expect(on('withdraw', person('owner'))).toMatchObject({ ok: true })
    expect(on('withdraw', person('maya'))).toMatchObject({ reason: 'only_treasurer' })
    expect(on('withdraw', person('owner'), named(0, [['confirmed', 'maya', 0]]), wait)).toMatchObject({ reason: 'pay_details_not_now' })
  })
})

const people = ['owner', 'maya', 'jonah', 'celeste'] as const
const step = fc.record({
  who: fc.constantFrom(...people),
  act: fc.constantFrom('name', 'confirm', 'stop', 'call_back', 'withdraw') as fc.Arbitrary<
    'name' | 'confirm' | 'stop' | 'call_back' | 'withdraw'
  >,
  which: fc.nat(5),
  later: fc.integer({ min: 1, max: wait }),
})

const happens = { confirm: 'confirmed', stop: 'stopped', call_back: 'called_back', withdraw: 'withdrawn' } as const

test('in every history: what can be used was confirmed by another person a full wait ago, is not stopped, and replaces nothing too soon', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = 0
      let all: NamedDetails[] = []
      let before: NamedDetails | null = null
      for (const { who, act, which, later } of steps) {
        now += later
        const actor = person(who)
        if (act === 'name') {
          if (decideNaming(actor, at(now)).ok) all = [...all, named(now, [], who)]
        } else {
          const details = all[which % Math.max(1, all.length)]
          if (details && decideOnDetails(act, actor, details, all, at(now)).ok) {
            const event = { kind: happens[act], by: who, at: now }
            all = all.map((each) => (each === details ? { ...each, events: [...each.events, event] } : each))
          }
        }
        const usable = usableDetails(all, at(now))
        if (usable) {
          const confirmed = usable.events.find(({ kind }) => kind === 'confirmed')
          expect(confirmed && confirmed.by !== usable.namedBy && confirmed.at + wait <= now).toBe(true)
          expect(usable.events.some(({ kind }) => kind === 'withdrawn')).toBe(false)
          for (const stop of usable.events.filter(({ kind }) => kind === 'stopped')) {
            const callers = usable.events.filter(
              ({ kind, by, at: time }) => kind === 'called_back' && time >= stop.at && by !== stop.by && by !== usable.namedBy,
            )
            expect(new Set(callers.map(({ by }) => by)).size).toBeGreaterThanOrEqual(2)
          }
        }
        const { inForce, coming } = placeDetails(all, at(now))
        // What was in force stays so unless later details came into force.
        if (before && inForce?.id !== before.id) expect(inForce && inForce.namedAt > before.namedAt).toBe(true)
        expect(coming.every((details) => details.id !== inForce?.id)).toBe(true)
        before = inForce
      }
    }),
    { numRuns: 500 },
  )
})

describe('numbers', () => {
  test.each(['021000021', '011401533', '121000358'])('%s is a routing number; with one digit changed it is not', (number) => {
    const isValid = isRoutingNumber(number)
    const changed = [...number].map((digit, index) => `${number.slice(0, index)}${(Number(digit) + 1) % 10}${number.slice(index + 1)}`)
    expect(isValid).toBe(true)
    expect(changed.filter(isRoutingNumber)).toEqual([])
  })

  test('other texts are no routing numbers', () => {
    for (const text of ['', '000000000', '02100002', '0210000211', '02100002a']) expect(isRoutingNumber(text), text).toBe(false)
  })

  test('an IBAN has check digits', () => {
    expect(isIban('DE89370400440532013000')).toBe(true)
    expect(isIban('DE89370400440532013001')).toBe(false)
    expect(isIban('GB82WEST12345698765432')).toBe(true)
  })

  test('a form says which field is wrong', () => {
    const form = { payee: 'Front Range Title', bank: 'First Bank', routingNumber: '021 000 021', accountNumber: '000-447-1', iban: null }
    expect(payDetailProblems(form)).toEqual([])
    expect(payDetailProblems({ ...form, routingNumber: '021000020', accountNumber: '1', iban: 'DE00' }).map(({ field }) => field)).toEqual([
      'routingNumber',
      'accountNumber',
      'iban',
    ])
  })
})
