import fc from 'fast-check'

/** Amounts are cents; entries count from the newest. */
export type Step =
  | { readonly do: 'income'; readonly what: 'rent' | 'other_income' | 'suspense'; readonly cents: number }
  | { readonly do: 'pay'; readonly byMotion: boolean; readonly cents: number }
  | { readonly do: 'lay out'; readonly who: number; readonly byMotion: boolean; readonly cents: number }
  | { readonly do: 'pay back'; readonly who: number; readonly cents: number }
  | { readonly do: 'refund' | 'reverse'; readonly entry: number; readonly cents: number }
  | { readonly do: 'deposit'; readonly what: 'taken' | 'kept' | 'given_back'; readonly tenant: string; readonly cents: number }
  | { readonly do: 'transfer' | 'resolve'; readonly cents: number }
  | { readonly do: 'close' }

const cents = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 30_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 300_000 }) },
)
const entry = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('income' as const), what: fc.constantFrom('rent', 'rent', 'other_income', 'suspense'), cents }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), byMotion: fc.boolean(), cents }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('lay out' as const), who: fc.constantFrom(1, 2), byMotion: fc.boolean(), cents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay back' as const), who: fc.constantFrom(1, 2), cents }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('refund', 'reverse', 'reverse'), entry, cents }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('deposit' as const),
      what: fc.constantFrom('taken', 'taken', 'kept', 'given_back'),
      tenant: fc.constantFrom('Tess', 'Tom'),
      cents,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('transfer', 'resolve'), cents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
)

export const bookHistories = (most: number): fc.Arbitrary<readonly Step[]> => fc.array(step, { minLength: 3, maxLength: most })
