import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CountBy } from './counting.ts'
import { type MotionKind, motionRule } from './motion-kinds.ts'
import { countMotion, type MotionChoice, type MotionVote, mayCloseEarly } from './motions.ts'
import { holdersAt } from './weights.ts'

/** Times are in hours; the notice period is a day. Motions close at half past, so that no other event falls on the same moment. */
const notice = 24
const people = ['ann', 'ben', 'cleo', 'dan'] as const
const arcCount = 6

type Motion = { readonly kind: MotionKind; readonly closes: number }
type Event =
  | { readonly do: 'hand on'; readonly at: number; readonly arc: number; readonly to: string }
  | { readonly do: 'vote'; readonly at: number; readonly motion: number; readonly user: string; readonly choice: MotionChoice }
  | { readonly do: 'conflict'; readonly at: number; readonly motion: number; readonly user: string }
  | { readonly do: 'withdraw'; readonly at: number; readonly motion: number }
  | { readonly do: 'look again'; readonly at: number }

type History = {
  readonly countBy: CountBy
  readonly threshold: number
  readonly quorum: number
  readonly first: readonly string[]
  readonly motions: readonly Motion[]
  readonly events: readonly Event[]
}

type Result =
  | { readonly at: number; readonly outcome: string; readonly of: number; readonly yes: number; readonly no: number }
  | 'withdrawn'
  | null

/** Goes forward in time with the rules of the product. */
function simulate({ countBy, threshold, quorum, first, motions, events }: History, until: number): Result[] {
  const arcs = first.map((holder) => ({ holder, since: -100 }))
  const states = motions.map(() => ({ votes: new Map<string, MotionChoice>(), conflicted: [] as string[], result: null as Result }))
  const count = (index: number, at: number, isEarly: boolean) => {
    const [motion, state] = [motions[index], states[index]]
    if (!motion || !state || state.result) return
    const rule = motionRule(motion.kind, { countBy, threshold, quorum, vetoBlocks: false })
    const holdings = people.map((user) => ({ user, heldSince: arcs.filter(({ holder }) => holder === user).map(({ since }) => since) }))
    const votes: MotionVote[] = [...state.votes].map(([user, choice]) => ({ user, choice }))
    const holders = holdersAt(holdings, at - notice)
    if (isEarly && !mayCloseEarly(motion.kind, rule, holders, votes, state.conflicted)) return
    const { outcome, of, by } = countMotion(rule, holders, votes, state.conflicted, true)
    state.result = { at, outcome, of, yes: by.yes, no: by.no }
  }
  const closeDue = (now: number) => {
    for (const [index, { closes }] of motions.entries()) if (closes <= now) count(index, closes, false)
  }
  for (const event of events) {
    closeDue(event.at)
    if (event.do === 'hand on') {
      const arc = arcs[event.arc]
      if (arc && arc.holder !== event.to) Object.assign(arc, { holder: event.to, since: event.at })
      continue
    }
    if (event.do === 'look again') {
      for (const index of motions.keys()) count(index, event.at, true)
      continue
    }
    const state = states[event.motion]
    if (!state || state.result) continue
    if (event.do === 'withdraw') state.result = 'withdrawn'
    else if (event.do === 'conflict') state.conflicted.push(event.user)
    else if (!state.conflicted.includes(event.user)) state.votes.set(event.user, event.choice)
    if (event.do === 'vote') count(event.motion, event.at, true)
  }
  closeDue(until)
  return states.map(({ result }) => result)
}

const fractionOf: Partial<Record<MotionKind, [number, number]>> = { rules: [2, 3], release: [1, 2], wind_up: [3, 4] }

/** Who holds an arc after the first `upTo` events, and since when: looked up in the log every time. */
function holderOf({ first, events }: History, arc: number, upTo: number): { holder: string; since: number } {
  let found = { holder: first[arc] ?? '', since: -100 }
  for (const event of events.slice(0, upTo)) {
    if (event.do === 'hand on' && event.arc === arc && event.to !== found.holder) found = { holder: event.to, since: event.at }
  }
  return found
}

/** Looks back from the log: what a motion's result must be, arc by arc and person by person. */
function reference(history: History, index: number, until: number): Result {
  const { countBy, threshold, quorum, motions, events } = history
  const motion = motions[index]
  if (!motion) return null
  const arcsAfter = (upTo: number) => Array.from({ length: arcCount }, (_, arc) => holderOf(history, arc, upTo))
  const own = (upTo: number) => events.slice(0, upTo).filter((event) => 'motion' in event && event.motion === index)
  const conflictedAfter = (upTo: number) => own(upTo).flatMap((event) => (event.do === 'conflict' ? [event.user] : []))
  const voteOf = (user: string, upTo: number) => own(upTo).findLast((event) => event.do === 'vote' && event.user === user)
  const count = (upTo: number, at: number): Result => {
    const voters = people.filter((user) => !conflictedAfter(upTo).includes(user))
    const weights = voters.map((user) => {
      const held = arcsAfter(upTo).filter(({ holder }) => holder === user)
      const old = held.filter(({ since }) => since + notice <= at).length
      const vote = voteOf(user, upTo)
      return { weight: countBy === 'arcs' ? old : held.length === 0 || old > 0 ? 1 : 0, choice: vote?.do === 'vote' ? vote.choice : null }
    })
    const sumOf = (choice?: MotionChoice) =>
      weights.filter((each) => choice === undefined || each.choice === choice).reduce((sum, { weight }) => sum + weight, 0)
    const [of, yes, no] = [sumOf(), sumOf('yes'), sumOf('no')]
    const voted = yes + no + sumOf('abstain')
    const [parts, whole] = fractionOf[motion.kind] ?? [threshold, 100]
    const hasQuorum = voted * 100 >= quorum * of
    const passes = yes * whole > parts * of && hasQuorum
    return { at, outcome: passes ? 'passed' : hasQuorum ? 'did_not_pass' : 'too_few_voted', of, yes, no }
  }
  for (const [position, event] of events.entries()) {
    if (event.at >= motion.closes) return count(position, motion.closes)
    if ('motion' in event && event.motion === index && event.do === 'withdraw') return 'withdrawn'
    const isLook = event.do === 'look again' || (event.do === 'vote' && event.motion === index)
    if (!isLook || (own(position + 1).some((each) => each.do === 'conflict') && motion.kind !== 'release')) continue
    const after = position + 1
    const conflicted = conflictedAfter(after)
    const holders = arcsAfter(after).map(({ holder }) => holder)
    const asked = people.filter((user) => !conflicted.includes(user) && (countBy === 'people' || holders.includes(user)))
    const areOld = arcsAfter(after).every(({ since }) => since + notice <= event.at)
    if (asked.length > 0 && areOld && asked.every((user) => voteOf(user, after))) return count(after, event.at)
  }
  return motion.closes <= until ? count(events.length, motion.closes) : null
}

const user = fc.constantFrom(...people)
const motion = fc.nat(2)
const event = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hand on' as const), arc: fc.nat(arcCount - 1), to: user }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('vote' as const), motion, user, choice: fc.constantFrom('yes', 'yes', 'no', 'abstain') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('conflict' as const), motion, user }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), motion }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look again' as const) }) },
)

const histories: fc.Arbitrary<History> = fc
  .record({
    countBy: fc.constantFrom('arcs', 'people'),
    threshold: fc.constantFrom(1, 50, 50, 66, 99),
    quorum: fc.constantFrom(0, 50, 75, 100),
    first: fc.array(user, { minLength: arcCount, maxLength: arcCount }),
    motions: fc.array(
      fc.record({
        kind: fc.constantFrom('general', 'spend', 'rules', 'release', 'wind_up'),
        closes: fc.integer({ min: 24, max: 120 }).map((hours) => hours + 0.5),
      }),
      { minLength: 3, maxLength: 3 },
    ),
    timed: fc.array(fc.tuple(fc.nat(12), event), { maxLength: 40, size: 'max' }),
  })
  .map(({ timed, ...rest }) => {
    let at = 0
    const events = timed.map(([hours, each]) => {
      at += hours
      return { ...each, at } as Event
    })
    return { ...rest, events } as History
  })

test('the rules agree with a slow reference that looks every motion up in the log', () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 0, max: 200 }), (history, more) => {
      const until = (history.events.at(-1)?.at ?? 0) + more
      const results = simulate(history, until)
      expect(results).toEqual(history.motions.map((_, index) => reference(history, index, until)))
    }),
    { numRuns: 2_000 },
  )
})
