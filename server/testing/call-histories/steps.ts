import fc from 'fast-check'

/** How much is called: by the arcs and by what can still be called. */
export type CallSize = 'too little' | 'least' | 'some' | 'all' | 'too much'
/** How much is paid: by what the payer has open. */
export type PaidSize = 'open' | 'half' | 'a cent more' | 'surplus'

/** People are numbers, payments and money sent back count from the newest. */
export type Step =
  | { readonly do: 'call'; readonly who: number; readonly size: CallSize; readonly share: number }
  | { readonly do: 'pay'; readonly who: number; readonly payer: number; readonly size: PaidSize; readonly times: number }
  | { readonly do: 'word'; readonly who: number; readonly payment: number; readonly times: number }
  | { readonly do: 'withdraw' | 'taken back'; readonly who: number; readonly payment: number }
  | { readonly do: 'send back'; readonly who: number; readonly to: number; readonly size: 'kept' | 'half' | 'a cent more' }
  | { readonly do: 'has come' | 'withdraw sent'; readonly who: number; readonly sent: number }
  | { readonly do: 'give up' | 'bought' }

/** Of six arcs the owner holds two, and the last one holds two. */
export const arcsOf = [2, 1, 1, 2] as const

const who = fc.nat(arcsOf.length - 1)
/** Mostly the owner, who alone can do it. */
const keeper = fc.constantFrom(0, 0, 0, 0, 1, 2)
const newest = fc.constantFrom(0, 0, 0, 1, 1, 2, 3)
const times = fc.constantFrom(1, 1, 1, 2)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      who: keeper,
      size: fc.constantFrom('least', 'some', 'some', 'some', 'some', 'all', 'too little', 'too much'),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 25,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      who: keeper,
      payer: who,
      size: fc.constantFrom('open', 'open', 'half', 'a cent more', 'surplus'),
      times,
    }),
  },
  { weight: 60, arbitrary: fc.record({ do: fc.constant('word' as const), who, payment: newest, times }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who, payment: newest }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('taken back' as const), who: keeper, payment: newest }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('send back' as const),
      who: keeper,
      to: who,
      size: fc.constantFrom('kept', 'half', 'a cent more'),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('has come', 'has come', 'has come', 'withdraw sent'), who, sent: newest }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('give up', 'give up', 'bought') }) },
)

export const callHistories = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength: length / 2, maxLength: length, size: 'max' })
