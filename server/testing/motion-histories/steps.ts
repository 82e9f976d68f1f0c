import fc from 'fast-check'
import type { Choice, Facts } from './model.ts'

/** Which version a voter says they have read. */
type Read = 'this' | 'other' | 'unsaid'

/** People and motions are numbers; a motion's number counts from the newest. */
export type Step =
  | { readonly do: 'propose'; readonly who: number; readonly facts: Facts; readonly days: number; readonly supersedes: number | null }
  | { readonly do: 'vote'; readonly who: number; readonly motion: number; readonly choice: Choice; readonly read: Read }
  | { readonly do: 'claim'; readonly who: number; readonly motion: number; readonly isSo: boolean }
  | { readonly do: 'change'; readonly who: number; readonly motion: number; readonly days: number }
  | { readonly do: 'conflict'; readonly who: number; readonly motion: number }
  | { readonly do: 'withdraw'; readonly who: number; readonly motion: number }
  | { readonly do: 'join'; readonly who: number; readonly arcs: number }
  | { readonly do: 'leave'; readonly who: number }
  | { readonly do: 'remove'; readonly who: number }
  | { readonly do: 'hand on'; readonly who: number; readonly to: number }
  | { readonly do: 'go away'; readonly who: number }
  | { readonly do: 'close' }
  | { readonly do: 'wait'; readonly days: number }

const peopleCount = 4

const who = fc.nat(peopleCount - 1)
const motion = fc.constantFrom(0, 0, 0, 1, 1, 2, 3)
const facts: fc.Arbitrary<Facts> = fc.oneof(
  fc.record({ kind: fc.constant('general' as const), title: fc.constantFrom('Paint the fence', 'Plant a tree') }),
  fc.record({
    kind: fc.constant('spend' as const),
    amount: fc.constantFrom(100, 480_000),
    related: fc.oneof(fc.constant(null), who),
  }),
  fc.record({ kind: fc.constant('treasurer' as const), member: who }),
  fc.record({ kind: fc.constant('release' as const) }),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant('propose' as const),
      who,
      facts,
      days: fc.constantFrom(1, 1, 2, 3, 7),
      supersedes: fc.constantFrom(null, null, null, 0, 1),
    }),
  },
  {
    weight: 50,
    arbitrary: fc.record({
      do: fc.constant('vote' as const),
      who,
      motion,
      choice: fc.constantFrom('yes', 'yes', 'yes', 'no', 'abstain'),
      read: fc.constantFrom('this', 'this', 'unsaid', 'unsaid', 'unsaid', 'other'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('claim' as const), who, motion, isSo: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('change' as const), who, motion, days: fc.constantFrom(1, 2, 5) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('conflict' as const), who, motion }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who, motion }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('join' as const), who, arcs: fc.constantFrom(1, 2, 3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('leave' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), who }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('hand on' as const), who, to: who }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('go away' as const), who }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
  { weight: 14, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 1, 1, 2, 4, 91) }) },
)

export const motionHistories = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength: length / 2, maxLength: length, size: 'max' })
