import fc from 'fast-check'

/** What people do with offers. `who`, `which` and `arcs` count among those that there are. */
export type OfferHistoryStep =
  | { readonly do: 'offer'; readonly who: number; readonly arcs: readonly number[]; readonly price: number }
  | { readonly do: 'bid'; readonly who: number; readonly which: number; readonly wanted: number }
  | { readonly do: 'withdraw' | 'yes' | 'lower'; readonly who: number; readonly which: number }
  | { readonly do: 'choose'; readonly who: number; readonly which: number; readonly arcs: readonly number[]; readonly price: number }
  | { readonly do: 'paid' | 'received'; readonly which: number; readonly isByParty: boolean; readonly who: number }
  | { readonly do: 'settle'; readonly who: number; readonly which: number; readonly end: 'done' | 'ended' }
  | { readonly do: 'vote'; readonly who: number; readonly choice: 'yes' | 'no' }
  | { readonly do: 'leave'; readonly who: number }
  | { readonly do: 'wait'; readonly days: number }

const who = fc.nat(5)
const which = fc.nat(3)
const arcs = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })
const price = fc.constantFrom(40_000, 50_000, 60_000)

const step: fc.Arbitrary<OfferHistoryStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('offer' as const), who, arcs, price }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('bid' as const), who, which, wanted: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('withdraw' as const, 'yes' as const, 'yes' as const, 'lower' as const), who, which }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('choose' as const), who, which, arcs, price }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('paid' as const, 'received' as const),
      which,
      isByParty: fc.constantFrom(true, true, true, false),
      who,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('settle' as const), who, which, end: fc.constantFrom('done' as const, 'ended' as const) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('vote' as const), who, choice: fc.constantFrom('yes' as const, 'yes' as const, 'no' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), who }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(3, 15, 31, 61) }) },
)

export const offerHistories = (length: number): fc.Arbitrary<OfferHistoryStep[]> => fc.array(step, { maxLength: length, size: 'max' })
