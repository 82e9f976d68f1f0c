import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideNaming,
  decideOnDetails,
  isIban,
  isRoutingNumber,
  type NamedDetails,
  openStops,
  type PayActor,
  type PayEventKind,
  payDetailProblems,
  placeDetails,
  plainNumber,
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

describe('a stop', () => {
  const confirmed: [PayEventKind, string, number] = ['confirmed', 'maya', 0]
  const usableAt = (details: NamedDetails, now: number) => usableDetails([details], at(now)) !== null

  test('that stands when the wait is over delays it to the second call', () => {
    const calls: [PayEventKind, string, number][] = [
      ['called_back', 'maya', wait + 10],
      ['called_back', 'celeste', wait + 20],
    ]
    const details = named(0, [confirmed, ['stopped', 'jonah', wait], ...calls])
    expect([wait, wait + 19, wait + 20].map((now) => usableAt(details, now))).toEqual([false, false, true])
    // Only who pays may see details in force, so they are not what was in force before.
    expect(placeDetails([details], at(wait + 19))).toEqual({ inForce: null, coming: [details] })
  })

  test('that ended before the wait was over delays nothing', () => {
    for (const end of [7, wait]) {
      const details = named(0, [confirmed, ['stopped', 'jonah', 5], ['called_back', 'maya', 6], ['called_back', 'celeste', end]])
      expect([wait - 1, wait].map((now) => usableAt(details, now))).toEqual([false, true])
    }
  })

  test('that ends makes nothing usable that was not confirmed', () => {
    const details = named(0, [
      ['stopped', 'jonah', 5],
      ['called_back', 'maya', 6],
      ['called_back', 'celeste', 7],
    ])
    expect(usableAt(details, wait * 2)).toBe(false)
    expect(stateOf(details, [details], at(wait * 2))).toBe('unconfirmed')
  })

  test('after another delays it once more', () => {
    const details = named(0, [
      confirmed,
      ['stopped', 'jonah', 5],
      ['stopped', 'hector', wait + 5],
      ['called_back', 'maya', wait + 10],
      ['called_back', 'celeste', wait + 20],
    ])
    expect([wait + 19, wait + 20].map((now) => usableAt(details, now))).toEqual([false, true])
    expect(openStops(details, wait + 10)).toHaveLength(2)
    expect(openStops(details, 4)).toEqual([])
  })

  test('is not ended by calls of before it', () => {
    const details = named(0, [confirmed, ['called_back', 'maya', 4], ['called_back', 'celeste', 4], ['stopped', 'jonah', 5]])
    expect(usableAt(details, wait * 2)).toBe(false)
    const atOnce = named(0, [confirmed, ['stopped', 'jonah', 5], ['called_back', 'maya', 5], ['called_back', 'celeste', 5]])
    expect(usableAt(atOnce, wait)).toBe(true)
  })

  test('that begins after details came into force keeps them in force, but nobody pays by them', () => {
    const details = named(0, [confirmed, ['stopped', 'jonah', wait + 1]])
    expect(placeDetails([details], at(wait + 1))).toEqual({ inForce: details, coming: [] })
    expect(usableAt(details, wait + 1)).toBe(false)
  })
})

describe('withdrawn details', () => {
  test('never come into force, also if they were confirmed', () => {
    const details = named(0, [
      ['confirmed', 'maya', 1],
      ['withdrawn', 'owner', wait + 1],
    ])
    expect(placeDetails([details], at(wait * 5))).toEqual({ inForce: null, coming: [] })
    expect(stateOf(details, [details], at(wait * 5))).toBe('withdrawn')
  })

  test('allow nothing more, as replaced ones', () => {
    const withdrawn = named(0, [['withdrawn', 'owner', 5]])
    const replaced = named(1, [['confirmed', 'maya', 2]])
    const inForce = named(3, [['confirmed', 'maya', 4]])
    const all = [withdrawn, replaced, inForce]
    for (const act of ['confirm', 'stop', 'call_back', 'withdraw', 'show'] as const)
      for (const details of [withdrawn, replaced])
        expect(decideOnDetails(act, person('owner'), details, all, at(wait * 2))).toEqual({ ok: false, reason: 'pay_details_not_now' })
  })
})

test('details named in any order come in the order of time, and not before they are named', () => {
  const [first, second, later] = [named(1), named(2), named(30)]
  expect(placeDetails([second, later, first], at(20)).coming).toEqual([first, second])
  expect(placeDetails([later], at(30)).coming).toEqual([later])
  expect(placeDetails([], at(30))).toEqual({ inForce: null, coming: [] })
  // Neither confirmed nor withdrawn, but named before those in force.
  const inForce = named(2, [['confirmed', 'maya', 3]])
  expect(placeDetails([first, inForce, later], at(wait * 2))).toEqual({ inForce, coming: [later] })
  const sameMoment = named(2, [], 'owner', 'same')
  expect(placeDetails([inForce, sameMoment], at(wait * 2)).coming).toEqual([])
})

describe('who may act', () => {
  const waiting = named(0)
  const on = (act: 'confirm' | 'stop' | 'call_back' | 'withdraw' | 'show', who: PayActor, details = waiting, now = 10) =>
    decideOnDetails(act, who, details, [details], at(now))

  test('owner and treasurer name; another member confirms', () => {
    expect(decideNaming(person('owner'), at(0))).toEqual({ ok: true, value: 'named' })
    expect(decideNaming(person('maya'), at(0))).toMatchObject({ reason: 'only_treasurer' })
    expect(on('confirm', person('owner'))).toMatchObject({ reason: 'not_your_word' })
    expect(on('confirm', person('maya'))).toEqual({ ok: true, value: 'done' })
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
    expect(on('stop', person('jonah'))).toEqual({ ok: true, value: 'done' })
    expect(on('stop', person('jonah'), named(0, [['stopped', 'jonah', 2]]))).toMatchObject({ reason: 'pay_details_stopped_once' })
  })

  test('two others call back for stopped details, each once and not for their own stop', () => {
    const stopped = named(0, [['stopped', 'jonah', 2]])
    expect(on('call_back', person('maya'), stopped)).toMatchObject({ ok: true })
    expect(on('call_back', person('jonah'), stopped)).toMatchObject({ reason: 'not_your_word' })
    expect(on('call_back', person('owner'), stopped)).toMatchObject({ reason: 'not_your_word' })
    const calledOnce = named(0, [
      ['stopped', 'jonah', 2],
      ['called_back', 'maya', 3],
    ])
    expect(on('call_back', person('maya'), calledOnce)).toMatchObject({ reason: 'not_your_word' })
    expect(on('call_back', person('celeste'), calledOnce)).toMatchObject({ ok: true })
    expect(on('call_back', person('maya'))).toMatchObject({ reason: 'pay_details_not_now' })
    const stoppedTwice = named(0, [
      ['stopped', 'jonah', 2],
      ['stopped', 'hector', 3],
    ])
    expect(on('call_back', person('jonah'), stoppedTwice)).toEqual({ ok: true, value: 'done' })
  })

  test('another’s stop, or another word of one’s own, does not keep a member from stopping', () => {
    const events: [PayEventKind, string, number][] = [
      ['stopped', 'jonah', 2],
      ['called_back', 'maya', 3],
    ]
    expect(on('stop', person('maya'), named(0, events))).toMatchObject({ ok: true })
  })

  test('who named details, or is owner or treasurer, withdraws them', () => {
    const named0 = named(0, [], 'maya')
    expect(on('withdraw', person('maya'), named0)).toMatchObject({ ok: true })
    expect(on('withdraw', person('tina', { isOwnerOrTreasurer: true }), named0)).toMatchObject({ ok: true })
    expect(on('withdraw', person('jonah'), named0)).toMatchObject({ reason: 'only_treasurer' })
  })

  test('details in force cannot be withdrawn', () => {
    expect(on('withdraw', person('owner'))).toEqual({ ok: true, value: 'done' })
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
    for (const text of ['', '000000000', '02100002', '0210000211', '0210000210', '000021000021', '02100002a'])
      expect(isRoutingNumber(text), text).toBe(false)
  })

  test('an IBAN has check digits', () => {
    expect(isIban('DE89370400440532013000')).toBe(true)
    expect(isIban('DE89370400440532013001')).toBe(false)
    expect(isIban('GB82WEST12345698765432')).toBe(true)
    // Their check digits fit, their form does not.
    for (const text of ['1DE74370400440532013000', 'DE133704004405320130a', 'de89370400440532013000', 'DE8', ''])
      expect(isIban(text), text).toBe(false)
  })

  test('are read with spaces, hyphens and small letters', () => {
    expect(plainNumber(' de89 3704-0044 ')).toBe('DE8937040044')
    const form = { payee: 'a', bank: 'b', routingNumber: '021-000-021', accountNumber: 'ab 12', iban: 'de89 3704 0044 0532 0130 00' }
    expect(payDetailProblems(form)).toEqual([])
  })

  test('a form says what is missing or wrong', () => {
    const nothing = { payee: ' ', bank: ' ', routingNumber: '', accountNumber: 'a'.repeat(35), iban: 'DE00' }
    expect(payDetailProblems(nothing).map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'payee: Please give the name on the account',
      'bank: Please give the bank',
      'routingNumber: Please check the routing number: its nine digits do not fit together',
      'accountNumber: Please give the account number, 4 to 34 digits or letters',
      'iban: Please check the IBAN: its check digits do not fit',
    ])
    expect(payDetailProblems({ ...nothing, accountNumber: '1234!' }).map(({ field }) => field)).toContain('accountNumber')
    expect(payDetailProblems({ ...nothing, accountNumber: '!1234' }).map(({ field }) => field)).toContain('accountNumber')
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
