import fc from 'fast-check'

/** People and circles are numbers. `isFit`: the number counts among people who may do the step, otherwise among all. */
export type Step =
  | { readonly do: 'create'; readonly who: number; readonly target: number; readonly shares: number; readonly arcs: number }
  | {
      readonly do: 'buy'
      readonly who: number
      readonly circle: number
      readonly arcs: number
      readonly off: number
      readonly times: number
    }
  | {
      readonly do: 'leave' | 'wait' | 'stop waiting' | 'remove' | 'hand over'
      readonly who: number
      readonly circle: number
      readonly isFit: boolean
    }
  | { readonly do: 'change terms'; readonly circle: number; readonly target: number; readonly shares: number; readonly arcs: number }
  | { readonly do: 'call off'; readonly circle: number; readonly by: 'owner' | 'admin' }
  | { readonly do: 'vote'; readonly who: number; readonly circle: number; readonly isFit: boolean; readonly preference: string | null }

export const peopleCount = 5
export const circleCount = 2

const who = fc.nat(peopleCount - 1)
const circle = fc.nat(circleCount - 1)
const isFit = fc.constantFrom(true, true, true, false)
/** Mostly small circles, because they fill up. */
const shares = fc.constantFrom(2, 2, 3, 3, 4, 4, 5, 6, 8, 10, 12)
const target = fc.oneof(
  fc.integer({ min: 10_000, max: 1_000_000_000 }),
  fc.constantFrom(10_000, 10_001, 100_000, 250_000, 999_999, 1_000_000_000),
)
/** Mostly few arcs at a time, so that circles fill slowly and empty again; sometimes very many. */
const arcs = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 2 }) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) })
/** Mostly the exact amount, sometimes a dollar off or zero. */
const off = fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, -1, -1_000_000_000) })

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({ do: fc.constant('buy' as const), who, circle, arcs, off, times: fc.constantFrom(1, 1, 1, 2, 3) }),
  },
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constantFrom('leave', 'leave', 'wait', 'wait', 'stop waiting', 'remove', 'remove', 'remove', 'hand over'),
      who,
      circle,
      isFit,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('change terms' as const), circle, target, shares, arcs }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('call off' as const), circle, by: fc.constantFrom('owner', 'admin') }) },
  {
    weight: 15,
    arbitrary: fc.record({
      do: fc.constant('vote' as const),
      who,
      circle,
      isFit,
      preference: fc.constantFrom('invest', 'watchList', 'veto', null),
    }),
  },
)

const create = fc.record({ do: fc.constant('create' as const), who, target, shares, arcs })

/** A history starts by creating its circles. */
export const histories = (length: number): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      fc.array(create, { minLength: circleCount, maxLength: circleCount }),
      fc.array(step, { minLength: length / 2, maxLength: length, size: 'max' }),
    )
    .map(([first, rest]) => [...first, ...rest])
