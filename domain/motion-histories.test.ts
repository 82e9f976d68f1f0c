import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CountBy } from './counting.ts'
import type { MotionKind } from './motion-kinds.ts'
import { motionRule } from './motion-rule.ts'
import { countMotion, leftOutByKind, type MotionChoice, type MotionVote, mayCloseEarly } from './motions.ts'
import type { Stage } from './stages.ts'
import { holdersAt } from './weights.ts'

/** Times are in hours; the notice period is a day. Motions close at half past, so that no other event falls on the same moment. */
const notice = 24
const people = ['ann', 'ben', 'cleo', 'dan'] as const
const arcCount = 6
const owner = people[0]

/** `member` is whom a motion names, if its kind names one. */
type Motion = { readonly kind: MotionKind; readonly closes: number; readonly member: string }
type Event =
  | { readonly do: 'hand on'; readonly at: number; readonly arc: number; readonly to: string }
  | { readonly do: 'vote'; readonly at: number; readonly motion: number; readonly user: string; readonly choice: MotionChoice }
  | { readonly do: 'conflict'; readonly at: number; readonly motion: number; readonly user: string }
  | { readonly do: 'withdraw'; readonly at: number; readonly motion: number }
  | { readonly do: 'go away'; readonly at: number; readonly user: string }
  | { readonly do: 'come back'; readonly at: number; readonly user: string }
  | { readonly do: 'buy'; readonly at: number }
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
  const away = new Set<string>()
  let stage: Stage = 'deciding'
  const count = (index: number, at: number, isEarly: boolean) => {
    const [motion, state] = [motions[index], states[index]]
    if (!motion || !state || state.result) return
    const { kind, member } = motion
    const rule = motionRule(kind, { rules: { countBy, threshold, quorum, vetoBlocks: false }, stage, member })
    const holdings = people.map((user) => ({
      user,
      heldSince: arcs.filter(({ holder }) => holder === user).map(({ since }) => since),
      isSilent: away.has(user),
      isOwner: user === owner,
    }))
    const votes: MotionVote[] = [...state.votes].map(([user, choice]) => ({ user, choice }))
    const holders = holdersAt(holdings, at - notice)
    const conflicted = kind === 'let_go' ? [...state.conflicted, ...leftOutByKind({ kind, member })] : state.conflicted
    if (isEarly && !mayCloseEarly(kind, rule, holders, votes, conflicted)) return
    const { outcome, of, by } = countMotion(rule, holders, votes, conflicted, true)
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
    if (event.do === 'go away') away.add(event.user)
    if (event.do === 'come back') away.delete(event.user)
    if (event.do === 'buy') stage = 'buying'
    if (event.do === 'look again') {
      for (const index of motions.keys()) count(index, event.at, true)
      continue
    }
    if (!('motion' in event)) continue
    // Any request is a sign of life.
    if (event.do !== 'withdraw') away.delete(event.user)
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

const fractionOf: Partial<Record<MotionKind, [number, number]>> = {
  rules: [2, 3],
  release: [1, 2],
  owner: [1, 2],
  let_go: [3, 4],
  wind_up: [3, 4],
}

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
  /** Who declared a conflict cannot vote any more. */
  const voteOf = (user: string, upTo: number) => {
    const conflict = own(upTo).findIndex((event) => event.do === 'conflict' && event.user === user)
    const before = conflict === -1 ? own(upTo) : own(upTo).slice(0, conflict)
    return before.findLast((event) => event.do === 'vote' && event.user === user)
  }
  const isAwayAfter = (user: string, upTo: number) =>
    events.slice(0, upTo).findLast((each) => 'user' in each && each.user === user)?.do === 'go away'
  const isBoughtAfter = (upTo: number) => events.slice(0, upTo).some((each) => each.do === 'buy')
  const hasVote = (user: string, upTo: number) =>
    !conflictedAfter(upTo).includes(user) && !(motion.kind === 'let_go' && motion.member === user)
  const count = (upTo: number, at: number): Result => {
    const byArcs = countBy === 'arcs' || isBoughtAfter(upTo)
    const all = people.filter((user) => hasVote(user, upTo))
    const weighed = all.map((user) => {
      const held = arcsAfter(upTo).filter(({ holder }) => holder === user)
      const old = held.filter(({ since }) => since + notice <= at).length
      const vote = voteOf(user, upTo)
      const weight = byArcs ? old : held.length === 0 || old > 0 ? 1 : 0
      return { user, weight, choice: vote?.do === 'vote' ? vote.choice : null }
    })
    const weights = weighed.filter(({ user }) => !isAwayAfter(user, upTo))
    const everything = weighed.reduce((sum, { weight }) => sum + weight, 0)
    const sumOf = (choice?: MotionChoice) =>
      weights.filter((each) => choice === undefined || each.choice === choice).reduce((sum, { weight }) => sum + weight, 0)
    const [of, yes, no] = [sumOf(), sumOf('yes'), sumOf('no')]
    const voted = yes + no + sumOf('abstain')
    const [parts, whole] = fractionOf[motion.kind] ?? [isBoughtAfter(upTo) ? Math.max(threshold, 50) : threshold, 100]
    const hasQuorum = voted * 100 >= quorum * of
    const isOwnerAway = motion.kind === 'owner' && isAwayAfter(owner, upTo)
    const isEnough = of === everything || isOwnerAway || yes * 2 > everything
    const named = motion.kind === 'owner' || motion.kind === 'treasurer' ? voteOf(motion.member, upTo) : null
    const agrees = named === null || (named?.do === 'vote' && named.choice === 'yes')
    const passes = yes * whole > parts * of && hasQuorum && isEnough && agrees
    return { at, outcome: passes ? 'passed' : hasQuorum ? 'did_not_pass' : 'too_few_voted', of, yes, no }
  }
  for (const [position, event] of events.entries()) {
    if (event.at >= motion.closes) return count(position, motion.closes)
    if ('motion' in event && event.motion === index && event.do === 'withdraw') return 'withdrawn'
    const isLook = event.do === 'look again' || (event.do === 'vote' && event.motion === index)
    const leftOut = new Set([...conflictedAfter(position + 1), ...(motion.kind === 'let_go' ? [motion.member] : [])])
    // Who asks to be released, or is to be let go, has no vote without having declared anything.
    const isAnyDeclared = leftOut.size > (motion.kind === 'release' || motion.kind === 'let_go' ? 1 : 0)
    if (!isLook || isAnyDeclared) continue
    const after = position + 1
    const holders = arcsAfter(after).map(({ holder }) => holder)
    const arePeople = countBy === 'people' && !isBoughtAfter(after)
    const asked = people.filter((user) => hasVote(user, after) && (arePeople || holders.includes(user)))
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant('go away' as const), user }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('come back' as const), user }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('buy' as const) }) },
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
        kind: fc.constantFrom('general', 'spend', 'treasurer', 'rules', 'owner', 'release', 'let_go', 'wind_up'),
        member: user,
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
