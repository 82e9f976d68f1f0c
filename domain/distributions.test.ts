import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BookLine, balancesOf, reversedLines } from './book-accounts.ts'
import type { OpenPart } from './calls.ts'
import { shareOfGrowth, sharesOfTotal, sumCents } from './cents.ts'
import {
  decideDistribution,
  decideDistributionReversal,
  freeCashOf,
  mayDepositFrom,
  mostToDistribute,
  type PaidArc,
  type Payout,
  payoutsOf,
  postingLines,
  postingOf,
  receiverOf,
} from './distributions.ts'
import { exampleBook, exampleLines } from './example-book.ts'
import { exampleDistributions, exampleFreeCash, exampleHolders, exampleMonthEnds } from './worked-example.ts'

const linesSum = (lines: readonly BookLine[]): number => sumCents(lines.map(({ amountCents }) => amountCents))
const amountsOf = (payouts: readonly Payout[]): number[] => payouts.map(({ amountCents }) => amountCents)
const arcsOf = (declared: readonly number[]): PaidArc[] =>
  declared.map((declaredCents, index) => ({ arc: index + 1, receiver: 'ann', holder: 'ann', declaredCents, openParts: [] }))
const spreadOf = (amounts: readonly number[]): number => Math.max(...amounts) - Math.min(...amounts)

describe('a distribution', () => {
  test('of $1,000.01 over 12 arcs gives arcs 1 to 5 a cent more, and after twelve of them $1,000.01 to each', () => {
    let declared: readonly number[] = Array(12).fill(0)
    for (let time = 1; time <= 12; time += 1) {
      const parts = amountsOf(payoutsOf(100_001, arcsOf(declared)))
      if (time === 1) expect(parts).toEqual([...Array(5).fill(8_334), ...Array(7).fill(8_333)])
      declared = declared.map((cents, index) => cents + (parts[index] ?? 0))
      expect(declared).toEqual(sharesOfTotal(time * 100_001, 12))
    }
    expect(declared).toEqual(Array(12).fill(100_001))
  })

  test.each(exampleDistributions)('is posted as entry $entry of the worked example', ({ entry, amountCents, partCents }) => {
    const day = exampleBook.find(({ no }) => no === entry)?.day ?? ''
    const before = balancesOf(exampleBook.filter(({ no }) => no < entry).flatMap(({ lines }) => lines))
    const arcs = [1, 2, 3, 4].map((arc): PaidArc => {
      const holder = exampleHolders.findLast((each) => each.arc === arc && each.from <= day)?.who ?? ''
      return { arc, receiver: holder, holder, declaredCents: before.get(`paid_out:${arc}`) ?? 0, openParts: [] }
    })
    const decision = decideDistribution(amountCents, arcs, { freeCashCents: freeCashOf(before), floorCents: 0 })
    if (!decision.ok) throw new Error(decision.reason)
    expect(amountsOf(decision.value)).toEqual(partCents)
    expect(balancesOf(postingLines(decision.value))).toEqual(balancesOf(exampleLines(entry)))
  })

  test('and its reversal, 100,000 times at random: no two arcs ever differ by more than a cent', () => {
    const aStep = fc.oneof(
      { weight: 3, arbitrary: fc.record({ amount: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 1e12 })) }) },
      { weight: 1, arbitrary: fc.record({ reverse: fc.nat(1_000) }) },
    )
    const someSteps = fc.array(aStep, { minLength: 1_000, maxLength: 1_000 })
    let [steps, outOfOrder] = [0, 0]
    fc.assert(
      fc.property(fc.constantFrom(2, 3, 4, 5, 6, 8, 10, 12), someSteps, (arcs, history) => {
        let standing: number[][] = []
        const declared = Array<number>(arcs).fill(0)
        let isInOrder = true
        for (const step of history) {
          steps += 1
          if ('amount' in step) {
            const before = sumCents(declared)
            const parts = amountsOf(payoutsOf(step.amount, arcsOf(declared)))
            expect(sumCents(parts)).toBe(step.amount)
            if (isInOrder) expect(parts).toEqual(parts.map((_, index) => shareOfGrowth(before, before + step.amount, arcs, index + 1)))
            standing.push(parts)
            for (const [index, part] of parts.entries()) declared[index] = (declared[index] ?? 0) + part
          } else if (standing.length > 0) {
            const reversed = (parts: readonly number[]) =>
              decideDistributionReversal({ isAnythingPaid: false, declaredCents: declared, partCents: parts })
            const chosen = standing[step.reverse % standing.length] ?? []
            if (isInOrder) expect(reversed(standing.at(-1) ?? []).ok).toBe(true)
            if (!reversed(chosen).ok) continue
            if (chosen !== standing.at(-1)) {
              isInOrder = false
              outOfOrder += 1
            }
            standing = standing.filter((each) => each !== chosen)
            for (const [index, part] of chosen.entries()) declared[index] = (declared[index] ?? 0) - part
          }
          if (spreadOf(declared) > 1) expect(declared).toBe('within a cent')
        }
      }),
      { numRuns: 100 },
    )
    expect(steps).toBeGreaterThan(90_000)
    expect(outOfOrder).toBeGreaterThan(1_000)
  })

  test('settles unpaid parts of the arc first, oldest first, each as a line of its own', () => {
    const openParts: OpenPart[] = [
      { call: 3, callId: 'roof', arc: 2, openCents: 900 },
      { call: 2, callId: 'purchase', arc: 2, openCents: 300 },
    ]
    const arcs: PaidArc[] = [
      { arc: 1, receiver: 'ann', holder: 'ann', declaredCents: 0, openParts: [] },
      { arc: 2, receiver: 'ben', holder: 'ben', declaredCents: 0, openParts },
      { arc: 3, receiver: 'ben', holder: 'ben', declaredCents: 0, openParts: [] },
    ]
    expect(postingLines(payoutsOf(3_000, arcs))).toEqual([
      { account: 'paid_out', arc: 1, amountCents: 1_000 },
      { account: 'paid_out', arc: 2, amountCents: 1_000 },
      { account: 'capital', arc: 2, call: 'purchase', amountCents: -300 },
      { account: 'capital', arc: 2, call: 'roof', amountCents: -700 },
      { account: 'paid_out', arc: 3, amountCents: 1_000 },
      { account: 'owed', person: 'ann', amountCents: -1_000 },
      { account: 'owed', person: 'ben', amountCents: -1_000 },
    ])
  })

  const aPart = (arc: number) => fc.record({ call: fc.nat(3), arc: fc.constant(arc), openCents: fc.nat(40) })
  const anArc = (arc: number): fc.Arbitrary<PaidArc> =>
    fc.record({
      arc: fc.constant(arc),
      receiver: fc.constantFrom('ann', 'ben', 'cy', null),
      holder: fc.constantFrom('ann', 'ben', 'dee'),
      declaredCents: fc.nat(1),
      openParts: fc.array(aPart(arc), { maxLength: 3 }),
    })
  const someArcs = fc.integer({ min: 1, max: 6 }).chain((arcs) => fc.tuple(...Array.from({ length: arcs }, (_, index) => anArc(index + 1))))

  test('is posted to the cent, and its reversal takes back all of it', () => {
    fc.assert(
      fc.property(fc.nat(500), someArcs, (amount, arcs) => {
        const payouts = payoutsOf(amount, arcs)
        const lines = postingLines(payouts)
        expect(linesSum(lines)).toBe(0)
        expect(balancesOf([...lines, ...reversedLines(lines)]).size).toBe(0)
        const [waiting, posted] = [payouts.filter(({ receiver }) => receiver === null), payouts.filter(({ receiver }) => receiver !== null)]
        const paidOut = lines.filter(({ account }) => account === 'paid_out')
        expect(linesSum(paidOut) + sumCents(amountsOf(waiting))).toBe(amount)
        const people = [...new Set(posted.flatMap(({ receiver }) => receiver ?? []))]
        for (const person of people) {
          const own = posted.filter(({ receiver }) => receiver === person)
          const owed = own.reduce((sum, payout) => {
            const open = sumCents(arcs[payout.arc - 1]?.openParts.map(({ openCents }) => openCents) ?? [])
            return sum + Math.max(0, payout.amountCents - open)
          }, 0)
          expect(balancesOf(lines).get(`owed:${person}`) ?? 0).toBe(-owed || 0)
        }
        // A person is named on an arc's line only if they do not hold it.
        for (const line of lines)
          if (line.account === 'paid_out') expect(line.person ?? arcs[line.arc - 1]?.holder).toBe(arcs[line.arc - 1]?.receiver)
        for (const payout of waiting) expect(linesSum(postingLines([{ ...payout, receiver: 'cy' }]))).toBe(0)
      }),
      { numRuns: 500 },
    )
  })

  test('is refused if free cash would fall below the floor; the most that is allowed is exact', () => {
    fc.assert(
      fc.property(someArcs, fc.integer({ min: -50, max: 400 }), fc.nat(200), (arcs, freeCashCents, floorCents) => {
        const cash = { freeCashCents, floorCents }
        const most = mostToDistribute(arcs, cash)
        const isAllowed = (amount: number) => decideDistribution(amount, arcs, cash).ok
        if (most > 0) expect(isAllowed(most)).toBe(true)
        expect(isAllowed(most + 1)).toBe(false)
        const slowly =
          Array.from({ length: 1_000 }, (_, amount) => amount)
            .filter(isAllowed)
            .at(-1) ?? 0
        expect(most).toBe(slowly)
      }),
      { numRuns: 50 },
    )
    const arcs = arcsOf([0, 0])
    expect(decideDistribution(28_001, arcs, { freeCashCents: 43_000, floorCents: 15_000 })).toEqual({
      ok: false,
      reason: 'below_the_floor',
    })
    expect(decideDistribution(28_000, arcs, { freeCashCents: 43_000, floorCents: 15_000 }).ok).toBe(true)
    expect(decideDistribution(0, arcs, { freeCashCents: 43_000, floorCents: 0 })).toEqual({ ok: false, reason: 'nothing_to_distribute' })
  })

  test('that was paid to anyone is not reversed, nor one whose odd cents a later one evened out', () => {
    const declaredCents = [2, 1]
    const reason = (partCents: readonly number[], isAnythingPaid = false) => {
      const decision = decideDistributionReversal({ isAnythingPaid, declaredCents, partCents })
      return decision.ok ? null : decision.reason
    }
    expect([reason([1, 0]), reason([0, 1]), reason([1, 1]), reason([1, 0], true)]).toEqual([
      null,
      'later_distribution_stands',
      null,
      'distribution_paid_already',
    ])
  })
})

describe('free cash', () => {
  test('is that of the worked example', () => {
    const months = exampleMonthEnds.map((end) =>
      freeCashOf(balancesOf(exampleBook.filter(({ day }) => day <= end).flatMap(({ lines }) => lines))),
    )
    expect(months).toEqual(exampleFreeCash)
  })

  test('does not count what persons owe, nor what waits for the end of a transfer', () => {
    const balances = new Map([
      ['cash:operating', 1_000],
      ['cash:deposits', 200],
      ['deposits_held', -200],
      ['owed:ann', -100],
      ['owed:ben', 70],
      ['property', 9_000],
    ])
    expect(freeCashOf(balances, 50)).toBe(850)
  })
})

describe('an arc’s part', () => {
  const transfer = { buyer: 'dee', wasPaid: true, end: null }
  test.each([
    ['goes to the holder when the motion was proposed', null, 'cy'],
    ['waits between paid and received', transfer, null],
    ['waits as well if paid was said after the motion', { ...transfer, wasPaid: false }, null],
    ['goes to the buyer who had paid before the motion', { ...transfer, end: 'done' }, 'dee'],
    ['stays the seller’s if paid was said after the motion', { ...transfer, wasPaid: false, end: 'done' }, 'cy'],
    ['stays the seller’s if the transfer ended', { ...transfer, end: 'ended' }, 'cy'],
  ] as const)('%s', (_, hanging, receiver) => {
    expect(receiverOf('cy', hanging)).toBe(receiver)
  })
})

test('a passed distribution waits 30 days of notice for cash, then lapses', () => {
  const day = 1_000
  const at = (days: number, isCovered: boolean) => postingOf(isCovered, 5_000, 5_000 + days * day, 1)
  expect(at(0, true)).toEqual({ do: 'post' })
  expect(at(29.999, false)).toEqual({ do: 'wait', until: 35_000 })
  expect(at(29.999, true)).toEqual({ do: 'post' })
  expect(at(30, true)).toEqual({ do: 'lapse' })
})

test('what cannot be paid may be deposited after 90 days of notice', () => {
  expect(mayDepositFrom(5_000, 1)).toBe(95_000)
  expect(mayDepositFrom(0)).toBe(90 * 86_400_000)
})
