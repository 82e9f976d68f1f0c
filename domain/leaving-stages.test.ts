import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Holder } from './counting.ts'
import { countByValues } from './counting.ts'
import { type CalledArc, giveUp, type UnpaidDebt } from './give-up.ts'
import type { MotionFacts, ProposalFacts } from './motion-kinds.ts'
import { motionRule } from './motion-rule.ts'
import { countMotion, decideProposal, leftOutByKind } from './motions.ts'
import { type Stage, stageOf } from './stages.ts'

/**
 * Some members are there; others are silent, or profit from everything and say so. A circle in which those who are there hold more than half
 * of what may vote leaves every stage by motions that they pass.
 */
type Member = { readonly user: string; readonly arcs: number; readonly is: 'there' | 'silent' | 'conflicted' }
type Circle = {
  readonly members: readonly Member[]
  readonly owner: string
  readonly treasurer: string
  readonly rules: ProposalFacts['rules']
}

const member = fc.record({
  arcs: fc.integer({ min: 1, max: 5 }),
  is: fc.constantFrom<Member['is'][]>('there', 'there', 'there', 'silent', 'conflicted'),
})
const circle = fc
  .record({
    members: fc.array(member, { minLength: 2, maxLength: 6 }),
    owner: fc.nat(),
    treasurer: fc.nat(),
    rules: fc.record({
      countBy: fc.constantFrom(...countByValues),
      threshold: fc.integer({ min: 1, max: 99 }),
      quorum: fc.integer({ min: 0, max: 100 }),
      vetoBlocks: fc.boolean(),
    }),
  })
  .map(({ members, owner, treasurer, rules }): Circle => {
    const people = members.map((each, index) => ({ ...each, user: `member ${index}` }))
    const at = (index: number) => people[index % people.length]?.user ?? ''
    return { members: people, owner: at(owner), treasurer: at(treasurer), rules }
  })

const isThere = ({ is }: Member): boolean => is === 'there'

/** Whether those who are there are more than half of all who may vote, by arcs and by members. */
const isMajorityThere = ({ members }: Circle): boolean => {
  const voting = members.filter(({ is }) => is !== 'conflicted')
  const sum = (list: readonly Member[]) => list.reduce((total, { arcs }) => total + arcs, 0)
  const there = voting.filter(isThere)
  return sum(there) * 2 > sum(voting) && there.length * 2 > voting.length
}

/** Whether a motion passes for which everyone says yes who is there. */
function passes({ members, owner, treasurer, rules }: Circle, stage: Stage, facts: MotionFacts): boolean {
  const there = members.filter(isThere)
  const proposer = there[0]?.user ?? ''
  const others = members.map(({ user }) => user)
  const decision = decideProposal(facts, {
    stage,
    isOwner: proposer === owner,
    members: others,
    treasurer,
    rules,
    owner,
    fitOwners: others,
    askRelease: [],
    letGo: members.filter(({ is }) => is === 'silent').map(({ user }) => user),
    isAnythingPaid: true,
    isMoneyAway: false,
    closedMonths: [],
    isRefusedLately: false,
  })
  if (!decision.ok) throw new Error(`${facts.kind} was refused: ${decision.reason}`)
  const holders = members.map(({ user, arcs, is }): Holder => ({ user, arcs, isSilent: is === 'silent', isOwner: user === owner }))
  const votes = there.map(({ user }) => ({ user, choice: 'yes' as const }))
  const conflicted = [...members.filter(({ is }) => is === 'conflicted').map(({ user }) => user), ...leftOutByKind(facts)]
  const rule = motionRule(facts.kind, { rules, stage, member: 'member' in facts ? facts.member : null })
  return countMotion(rule, holders, votes, conflicted, true).outcome === 'passed'
}

/** Owner and treasurer are people who are there, by motion if they were not. */
function withPeopleWhoAct(all: Circle, stage: Stage): Circle {
  const one = all.members.find(isThere)?.user ?? ''
  const acts = (user: string) => all.members.some((each) => each.user === user && isThere(each))
  expect(acts(all.owner) || passes(all, stage, { kind: 'owner', member: one })).toBe(true)
  expect(acts(all.treasurer) || passes(all, stage, { kind: 'treasurer', member: one })).toBe(true)
  return { ...all, owner: acts(all.owner) ? all.owner : one, treasurer: acts(all.treasurer) ? all.treasurer : one }
}

const stageAfter = (basis: Partial<Parameters<typeof stageOf>[0]>): Stage =>
  stageOf({ isEnded: false, arcs: 4, freeArcs: 0, holding: null, ...basis })

describe('those who are there leave every stage, though others are silent or have declared a conflict', () => {
  test('deciding: the silent are let go, so that the circle gathers again, or it ends', () => {
    fc.assert(
      fc.property(circle.filter(isMajorityThere), (all) => {
        let left = withPeopleWhoAct(all, 'deciding')
        expect(passes(left, 'deciding', { kind: 'wind_up' })).toBe(true)
        for (const { user, arcs } of all.members.filter(({ is }) => is === 'silent')) {
          expect(passes(left, 'deciding', { kind: 'let_go', member: user })).toBe(true)
          left = { ...left, members: left.members.filter((each) => each.user !== user) }
          expect(stageAfter({ freeArcs: arcs })).toBe('gathering')
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('buying: the purchase is given up; owning: the property is sold and the circle ends', () => {
    fc.assert(
      fc.property(circle.filter(isMajorityThere), (all) => {
        expect(passes(withPeopleWhoAct(all, 'buying'), 'buying', { kind: 'give_up', why: 'x' })).toBe(true)
        const owning = withPeopleWhoAct(all, 'owning')
        expect(passes(owning, 'owning', { kind: 'sell', leastPriceCents: 1, relatedMember: null, why: 'x' })).toBe(true)
        expect(passes(owning, 'owning', { kind: 'wind_up' })).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('half of all or less are not enough, but in place of a silent owner', () => {
    const members: readonly Member[] = [
      { user: 'ann', arcs: 2, is: 'there' },
      { user: 'ben', arcs: 2, is: 'silent' },
    ]
    const half: Circle = {
      members,
      owner: 'ben',
      treasurer: 'ben',
      rules: { countBy: 'arcs', threshold: 50, quorum: 0, vetoBlocks: false },
    }
    expect(passes(half, 'owning', { kind: 'wind_up' })).toBe(false)
    expect(passes(half, 'owning', { kind: 'owner', member: 'ann' })).toBe(true)
  })
})

test('after giving up, those who are there bear what the silent owe, and then nobody owes anything', () => {
  const arc = fc.record({ called: fc.integer({ min: 100, max: 9_999 }), paid: fc.integer({ min: 0, max: 100 }) })
  const purchase = fc.record({
    all: circle,
    arcs: fc.array(arc, { minLength: 30, maxLength: 30 }),
    spent: fc.integer({ min: 0, max: 20_000 }),
  })
  fc.assert(
    fc.property(
      purchase.filter(({ all }) => all.members.some(isThere)),
      ({ all: { members }, arcs: facts, spent }) => {
        const holders = members.flatMap(({ user, arcs }) => Array.from({ length: arcs }, () => user))
        const arcs = holders.map((holder, index): CalledArc => {
          const { called = 0, paid = 0 } = facts[index] ?? {}
          return { arc: index + 1, holder, price: 1, calledCents: called, paidCents: Math.floor((called * paid) / 100) }
        })
        const unpaid: UnpaidDebt[] = []
        const isGone = (person: string) => !members.some((each) => each.user === person && isThere(each))
        const balances = () => {
          const given = giveUp({
            arcs,
            spentCents: spent + unpaid.reduce((sum, { amountCents }) => sum + amountCents, 0),
            lost: [],
            unpaid,
          })
          const giftTo = (person: string) => unpaid.find((each) => each.person === person)?.amountCents ?? 0
          return given.people.map(({ person, backCents }) => ({ person, owedCents: backCents + giftTo(person) }))
        }
        const before = balances()
        const debtor = () => balances().find(({ person, owedCents }) => isGone(person) && owedCents < 0)
        // Bearing the debt of another can make someone a debtor, but nobody twice.
        for (let owing = debtor(); owing; owing = debtor()) {
          expect(unpaid.map(({ person }) => person)).not.toContain(owing.person)
          unpaid.push({ person: owing.person, amountCents: -owing.owedCents })
        }
        // What people get in all is what is there: no cent is made or lost.
        const sum = (list: ReturnType<typeof balances>) => list.reduce((total, { owedCents }) => total + owedCents, 0)
        expect(sum(balances())).toBe(sum(before))
      },
    ),
    { numRuns: 2_000 },
  )
})
