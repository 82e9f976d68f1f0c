import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countStanding } from './outcome.ts'
import { type Holding, holdersAt } from './weights.ts'

type Event = { readonly at: number; readonly who: number; readonly do: 'buy' | 'leave' }

const aHistory = fc.array(
  fc.record({ at: fc.nat(50), who: fc.nat(3), do: fc.constantFrom('buy' as const, 'buy' as const, 'leave' as const) }),
  { maxLength: 20 },
)

/** Each arc's purchase time is kept, as in the database. */
function holdingsAfter(history: readonly Event[]): Holding[] {
  const held = new Map<number, number[]>()
  for (const { at, who, do: act } of history) {
    if (act === 'buy') held.set(who, [...(held.get(who) ?? []), at])
    else held.delete(who)
  }
  return [...held].map(([who, heldSince]) => ({ user: String(who), heldSince }))
}

/** A simple reference: the minimum number of arcs held at any time from `heldBefore` to the end. */
function fewestHeld(history: readonly Event[], who: number, heldBefore: number): number {
  const heldAt = (moment: number) =>
    history.reduce((arcs, event) => (event.at > moment || event.who !== who ? arcs : event.do === 'buy' ? arcs + 1 : 0), 0)
  return Math.min(...Array.from({ length: 52 - heldBefore }, (_, index) => heldAt(heldBefore + index)))
}

describe('weights', () => {
  test('are the arcs held continuously since the notice period before closing, in any history', () => {
    fc.assert(
      fc.property(aHistory, fc.nat(50), (events, heldBefore) => {
        // One act per time: acts at the same time have no defined order.
        const history = [...new Map(events.map((event) => [event.at, event])).values()].sort((a, b) => a.at - b.at)
        for (const { user, arcs, late = 0 } of holdersAt(holdingsAfter(history), heldBefore)) {
          expect(arcs).toBe(fewestHeld(history, Number(user), heldBefore))
          expect(arcs + late).toBe(fewestHeld(history, Number(user), 51))
        }
      }),
    )
  })

  test('keep the earlier arcs of someone who buys more', () => {
    expect(holdersAt([{ user: 'ann', heldSince: [1, 2, 90] }], 50)).toEqual([{ user: 'ann', arcs: 2, late: 1 }])
  })

  test('are all arcs held if there is no closing date', () => {
    expect(holdersAt([{ user: 'ann', heldSince: [1, 90] }], null)).toEqual([{ user: 'ann', arcs: 2, late: 0 }])
  })

  test('of a member whose arcs were all bought too late are zero, by arcs and by person', () => {
    const holders = holdersAt(
      [
        { user: 'ann', heldSince: [1] },
        { user: 'flash', heldSince: [90, 90, 90] },
      ],
      50,
    )
    const votes = [
      { user: 'ann', preference: 'veto' },
      { user: 'flash', preference: 'invest' },
    ] as const
    for (const countBy of ['arcs', 'people'] as const) {
      const rules = { countBy, threshold: 50, quorum: 50, vetoBlocks: false }
      expect(countStanding(rules, holders, votes, true)).toMatchObject({ of: 1, invest: 0, veto: 1, late: 3, outcome: 'did_not_pass' })
    }
  })
})
