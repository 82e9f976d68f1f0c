import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countOutcome, type Holder } from './counting.ts'
import { motionRule } from './motion-rule.ts'
import { countMotion, mayCloseEarly } from './motions.ts'
import { countStanding, defaultRules, propertyRule, votesToPass } from './outcome.ts'
import { isSilentNow, isWarningDue, type Presence } from './silent.ts'

const day = 86_400_000
const notice = 86_400

describe('who is silent', () => {
  const away: Presence = { lastRequestAt: 0, warnedAt: [46 * day, 53 * day], isSuspended: false }

  test('made no request for 60 days, was told twice, and is not suspended', () => {
    expect(isSilentNow(away, 60 * day, notice)).toBe(true)
    expect(isSilentNow(away, 60 * day - 1, notice)).toBe(false)
    expect(isSilentNow({ ...away, warnedAt: [46 * day] }, 90 * day, notice)).toBe(false)
    expect(isSilentNow({ ...away, isSuspended: true }, 90 * day, notice)).toBe(false)
    expect(isSilentNow({ ...away, lastRequestAt: 60 * day - 1 }, 60 * day, notice)).toBe(false)
  })

  test('a shorter day of notice shortens all of it', () => {
    expect(isSilentNow({ lastRequestAt: 0, warnedAt: [92_000, 106_000], isSuspended: false }, 120_000, 2)).toBe(true)
  })

  test('gets mails after 46 and 53 days, the second time a week after the first, and never a third time', () => {
    const told: number[] = []
    for (let hours = 0; hours < 90 * 24; hours++) {
      const now = hours * 3_600_000
      if (isWarningDue({ ...away, warnedAt: told }, now, notice)) told.push(now)
    }
    expect(told).toEqual([46 * day, 53 * day])
    const late: number[] = []
    for (let days = 70; days < 90; days++) if (isWarningDue({ ...away, warnedAt: late }, days * day, notice)) late.push(days * day)
    expect(late).toEqual([70 * day, 77 * day])
  })

  test('a request begins everything anew, whenever it comes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 54, max: 200 }), fc.integer({ min: 0, max: 59 }), (seen, later) => {
        const back = { ...away, lastRequestAt: seen * day }
        expect(isSilentNow(back, (seen + later) * day, notice)).toBe(false)
        expect(isWarningDue(back, (seen + later) * day, notice)).toBe(later >= 46)
      }),
    )
  })
})

const wind = motionRule('wind_up', { rules: { ...defaultRules, quorum: 0 }, stage: 'deciding' })
const holder = (user: string, arcs: number, more: Partial<Holder> = {}): Holder => ({ user, arcs, ...more })
const yes = (...users: string[]) => users.map((user) => ({ user, choice: 'yes' as const }))

describe('a count with silent members', () => {
  const holders = [holder('ann', 7), holder('ben', 2), holder('cleo', 3, { isSilent: true })]

  test('a silent member of 3 in 12 arcs does not stop a motion of three quarters', () => {
    expect(countMotion(wind, holders, yes('ann'), [], true)).toMatchObject({ outcome: 'passed', of: 9, silent: 3, passesFrom: 7 })
    const awake = holders.map(({ isSilent: _, ...each }) => each)
    expect(countMotion(wind, awake, yes('ann', 'ben'), [], true).outcome).toBe('did_not_pass')
  })

  test('yes of half of all arcs or less passes nothing', () => {
    const rule = motionRule('release', { rules: { ...defaultRules, quorum: 0 }, stage: 'deciding' })
    const many = [holder('ann', 6), holder('ben', 1), holder('cleo', 5, { isSilent: true })]
    expect(countMotion(rule, many, yes('ann'), [], true)).toMatchObject({ outcome: 'did_not_pass', of: 7, passesFrom: 7 })
    expect(countMotion(rule, many, yes('ann', 'ben'), [], true).outcome).toBe('passed')
    expect(countMotion(rule, many, yes('ann'), []).words).toBe('6 of 7 arcs voted; needs 1 more to say yes')
  })

  test('but a silent owner is replaced by those who are there', () => {
    const rule = (member: string) => motionRule('owner', { rules: defaultRules, stage: 'owning', member })
    const owned = [holder('ann', 3), holder('ben', 1), holder('cleo', 8, { isSilent: true, isOwner: true })]
    expect(countMotion(rule('ann'), owned, yes('ann'), [], true)).toMatchObject({ outcome: 'passed', passesFrom: 3 })
    const other = [holder('ann', 3), holder('ben', 1, { isOwner: true }), holder('cleo', 8, { isSilent: true })]
    expect(countMotion(rule('ann'), other, yes('ann', 'ben'), [], true)).toMatchObject({ outcome: 'did_not_pass', passesFrom: 7 })
  })

  test('it does not close early: they may come back until its date', () => {
    expect(mayCloseEarly('wind_up', wind, holders, yes('ann', 'ben'), [])).toBe(false)
    const present = holders.filter(({ isSilent }) => !isSilent)
    expect(mayCloseEarly('wind_up', wind, present, yes('ann', 'ben'), [])).toBe(true)
  })

  test('a property is counted without them too, and their veto blocks nothing meanwhile', () => {
    const rules = { ...defaultRules, vetoBlocks: true }
    const votes = [
      { user: 'ann', preference: 'invest' as const },
      { user: 'cleo', preference: 'veto' as const },
    ]
    expect(countStanding(rules, holders, votes)).toMatchObject({ of: 9, voted: 7, state: 'passes', silent: 3, veto: 0 })
    expect(countStanding(rules, [holder('ann', 7), holder('cleo', 3)], votes).state).toBe('blocked')
  })

  test('too few who are left to pass it are told so, not that more have to vote than may', () => {
    const few = [holder('ann', 1), holder('ben', 1), holder('cleo', 6, { isSilent: true })]
    const standing = (...users: string[]) =>
      countStanding(
        defaultRules,
        few,
        users.map((user) => ({ user, preference: 'invest' as const })),
      ).words
    expect(standing()).toBe('No votes yet; needs 5 arcs to pass, more than the 2 that may vote now')
    expect(standing('ann', 'ben')).toBe('2 of 2 arcs voted; needs 5 arcs to pass, more than the 2 that may vote now')
    expect(countMotion(wind, few, yes('ann'), []).words).toBe('1 of 2 arcs voted; needs 5 to say yes, more than the 2 that may vote now')
  })

  test('a closed property passed from more than half of all, the silent included', () => {
    const rules = { ...defaultRules, threshold: 50 }
    for (const arcs of [4, 9, 12]) {
      for (const silent of [0, 1, 3]) {
        const people = [holder('ann', arcs), ...(silent > 0 ? [holder('cleo', silent, { isSilent: true })] : [])]
        const rule = propertyRule(rules)
        expect(votesToPass(rules, { of: arcs, silent })).toBe(
          countOutcome(rule, { holders: people, votes: [], choices: ['invest'], isClosed: true }).passesFrom,
        )
      }
    }
  })

  test('no matter who is silent: no more arcs can vote than are there, and what passes has more than half of all that may vote', () => {
    const someone = fc.record({ arcs: fc.integer({ min: 0, max: 4 }), isSilent: fc.boolean(), choice: fc.constantFrom('yes', 'no', null) })
    const fraction = fc.constantFrom({ parts: 1, of: 100 }, { parts: 1, of: 2 }, { parts: 2, of: 3 }, { parts: 3, of: 4 })
    fc.assert(
      fc.property(fc.array(someone, { maxLength: 6 }), fraction, (people, moreThan) => {
        const all = people.map((each, index) => ({ ...each, user: String(index) }))
        const votes = all.flatMap(({ user, choice }) => (choice === null ? [] : [{ user, choice: choice as 'yes' | 'no' }]))
        const rule = { countBy: 'arcs' as const, moreThan, quorum: { parts: 0, of: 1 } }
        const counted = countOutcome(rule, { holders: all, votes, choices: ['yes', 'no'], isClosed: true })
        const sum = (which: typeof all) => which.reduce((total, { arcs }) => total + arcs, 0)
        const present = all.filter(({ isSilent }) => !isSilent)
        const inFavour = sum(present.filter(({ choice }) => choice === 'yes'))
        expect([counted.of, counted.of + counted.silent, counted.by.yes]).toEqual([sum(present), sum(all), inFavour])
        const isOverHalf = counted.silent === 0 || inFavour * 2 > sum(all)
        expect(counted.outcome === 'passed').toBe(inFavour * moreThan.of > moreThan.parts * sum(present) && isOverHalf)
        // If nobody is silent, it is counted as always.
        if (counted.outcome === 'passed') expect(inFavour).toBeGreaterThanOrEqual(counted.passesFrom)
      }),
      { numRuns: 1_000 },
    )
  })
})
