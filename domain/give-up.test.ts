import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceArcs } from './arcs.ts'
import { type BookLine, balancesOf } from './book-accounts.ts'
import { decidePurchaseCall } from './calls.ts'
import { sumCents } from './cents.ts'
import { type CalledArc, decideGiveUp, giveUp, type LostMoney } from './give-up.ts'

const linesSum = (lines: readonly BookLine[]): number => sumCents(lines.map(({ amountCents }) => amountCents))

const holders = ['Ann', 'Ann', 'Ben', 'Cy']
const fourArcs = (called: readonly number[], paid: readonly number[]): CalledArc[] =>
  holders.map((holder, index) => ({
    arc: index + 1,
    holder,
    price: 25_000,
    calledCents: called[index] ?? 0,
    paidCents: paid[index] ?? 0,
  }))
const fromTitle = (amountCents: number): LostMoney => ({ from: { account: 'held', heldBy: 'title' }, amountCents })

describe('giving up an acquisition', () => {
  test('leaves each arc its part of what was spent and lost; the rest is owed, or owes', () => {
    const called = [2_400_001, 2_400_001, 2_400_000, 2_400_000]
    const { arcs, people, lines } = giveUp({
      arcs: fourArcs(called, [2_400_001, 2_400_001, 1_000_000, 0]),
      spentCents: 60_000,
      lost: [fromTitle(200_002)],
    })
    expect(arcs.map(({ shareCents }) => shareCents)).toEqual([65_001, 65_001, 65_000, 65_000])
    expect(people).toEqual([
      { person: 'Ann', backCents: 4_670_000 },
      { person: 'Ben', backCents: 935_000 },
      { person: 'Cy', backCents: -65_000 },
    ])
    expect(Object.fromEntries(balancesOf(lines))).toEqual({
      other_costs: 200_002,
      'held:title': -200_002,
      'capital:1': 2_335_000,
      'capital:2': 2_335_000,
      'capital:3': 935_000,
      'capital:4': -65_000,
      'owed:Ann': -4_670_000,
      'owed:Ben': -935_000,
      'owed:Cy': 65_000,
    })
  })

  test('what someone owes and does not pay is borne by the others, and then nobody owes anything', () => {
    const called = [2_400_001, 2_400_001, 2_400_000, 2_400_000]
    const paid = [2_400_001, 2_400_001, 1_000_000, 0]
    const before = giveUp({ arcs: fourArcs(called, paid), spentCents: 260_002, lost: [] })
    const debt = -(before.people.find(({ person }) => person === 'Cy')?.backCents ?? 0)
    const unpaid = [{ person: 'Cy', amountCents: debt }]
    const after = giveUp({ arcs: fourArcs(called, paid), spentCents: 260_002 + debt, lost: [], unpaid })
    // Cy's part of what was spent stays theirs in the sum, and is met by what the circle gives up.
    expect(after.people.find(({ person }) => person === 'Cy')?.backCents).toBe(-debt)
    const sum = (list: readonly { readonly backCents: number }[]) => sumCents(list.map(({ backCents }) => backCents))
    expect(sum(after.people)).toBe(sum(before.people) - debt)
    expect(after.arcs.map(({ shareCents }) => shareCents)).toEqual([86_668, 86_668, 86_666, 65_000])
    // Who held every arc bears it alone, as there is nobody else.
    const alone = giveUp({
      arcs: fourArcs(called, paid).map((arc) => ({ ...arc, holder: 'Ann' })),
      spentCents: 4,
      lost: [],
      unpaid: [{ person: 'Ann', amountCents: 4 }],
    })
    expect(alone.arcs.map(({ shareCents }) => shareCents)).toEqual([1, 1, 1, 1])
  })

  test('before any call shares a lost earnest money by price: all owe their part to its payer', () => {
    const { lines } = giveUp({ arcs: fourArcs([], []), spentCents: 0, lost: [fromTitle(200_000)] })
    // Entry 1 of the worked example came before: the payer was owed the 2,000.
    const entry1: BookLine[] = [
      { account: 'held', heldBy: 'title', amountCents: 200_000 },
      { account: 'owed', person: 'Ann', amountCents: -200_000 },
    ]
    expect(Object.fromEntries(balancesOf([...entry1, ...lines]))).toEqual({
      other_costs: 200_000,
      'capital:1': -50_000,
      'capital:2': -50_000,
      'capital:3': -50_000,
      'capital:4': -50_000,
      'owed:Ann': -100_000,
      'owed:Ben': 50_000,
      'owed:Cy': 50_000,
    })
  })

  test('with nothing spent gives everything back and books nothing else', () => {
    const { lines } = giveUp({ arcs: fourArcs([10, 10, 10, 10], [10, 10, 0, 3]), spentCents: 0, lost: [] })
    expect(Object.fromEntries(balancesOf(lines))).toEqual({
      'capital:1': 10,
      'capital:2': 10,
      'capital:4': 3,
      'owed:Ann': -20,
      'owed:Cy': -3,
    })
  })

  test('is exact for every circle, call and payment: what is owed is what is left', () => {
    const someCents = fc.nat(5_000_000)
    const someArcs = fc.constantFrom(2, 3, 4, 5, 6, 8, 10, 12).chain((count) =>
      fc.record({
        prices: fc.integer({ min: 10_000, max: 2_000_000 }).map((target) => priceArcs(target, count)),
        call: fc.option(fc.integer({ min: 1_200, max: 1_000_000 })),
        holders: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: count, maxLength: count }),
        paid: fc.array(fc.nat(100), { minLength: count, maxLength: count }),
      }),
    )
    fc.assert(
      fc.property(someArcs, someCents, someCents, fc.nat(500_000), ({ prices, call, holders, paid }, spent, lost, kept) => {
        const decision = decidePurchaseCall(
          prices,
          prices.map(() => 0),
          call ?? 0,
        )
        const called = call !== null && decision.ok ? decision.value : prices.map(() => 0)
        const arcs = prices.map((price, index) => {
          const calledCents = called[index] ?? 0
          return {
            arc: index + 1,
            holder: holders[index] ?? 'a',
            price,
            calledCents,
            paidCents: Math.floor((calledCents * (paid[index] ?? 0)) / 100),
          }
        })
        const given = giveUp({ arcs, spentCents: spent, lost: [fromTitle(lost)] })
        expect(linesSum(given.lines)).toBe(0)

        // All that was paid in, less what was spent, is left where the money is; after giving up it is owed to somebody.
        const paidIn: BookLine[] = arcs.map(({ arc, paidCents }) => ({ account: 'capital', arc, amountCents: -paidCents }))
        const before: BookLine[] = [
          ...paidIn,
          { account: 'owed', person: 'a', amountCents: -kept },
          { account: 'other_costs', amountCents: spent },
          { account: 'held', heldBy: 'title', amountCents: lost },
          {
            account: 'cash',
            bankAccount: 'operating',
            amountCents: sumCents(arcs.map(({ paidCents }) => paidCents)) + kept - spent - lost,
          },
        ]
        expect(linesSum(before)).toBe(0)
        const after = balancesOf([...before, ...given.lines])
        const owed = [...after].filter(([key]) => key.startsWith('owed:')).reduce((sum, [, amount]) => sum + amount, 0)
        expect(owed).toBe(-(after.get('cash:operating') ?? 0) || 0)
        expect(after.get('held:title')).toBeUndefined()

        // No arc bears more than a cent above or below its exact part.
        const weights = arcs.map(({ calledCents, price }) => BigInt(sumCents(called) > 0 ? calledCents : price))
        const all = weights.reduce((sum, weight) => sum + weight, 0n)
        for (const [index, { arc, shareCents }] of given.arcs.entries()) {
          expect(after.get(`capital:${arc}`) ?? 0).toBe(-shareCents || 0)
          const off = BigInt(shareCents) * all - BigInt(spent + lost) * (weights[index] ?? 0n)
          expect(off < all && -off < all).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  const facts = { isOwner: true, hasPassedMotion: false, isAnythingPaid: false, isWireDone: false, isMoneyBack: false }
  test.each([
    [{}, null],
    [{ isOwner: false }, 'only_the_owner_gives_up'],
    [{ isAnythingPaid: true }, 'giving_up_needs_a_motion'],
    [{ isAnythingPaid: true, isOwner: false, hasPassedMotion: true }, null],
    [{ isAnythingPaid: true, hasPassedMotion: true, isWireDone: true }, 'wire_is_done'],
    [{ isAnythingPaid: true, hasPassedMotion: true, isWireDone: true, isMoneyBack: true }, null],
  ] as const)('where %o is refused as %s', (changed, reason) => {
    const decision = decideGiveUp({ ...facts, ...changed })
    expect(decision.ok ? null : decision.reason).toBe(reason)
  })
})
