import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areAllDone, doneCount, type FirstStepFacts, firstStepNames, firstSteps, firstStepsSentence, nextStep } from './first-steps.ts'

const created: FirstStepFacts = {
  invited: 0,
  joined: 0,
  members: 1,
  arcs: 12,
  freeArcs: 10,
  rules: 'Passes when more than half of all arcs say Ready to Invest',
  rulesReadAt: null,
  rulesChangedAt: null,
  properties: 0,
  isPrivate: false,
  sharedAt: null,
}
const dayOf = (at: string) => at.slice(0, 10)
const steps = (facts: Partial<FirstStepFacts>) => firstSteps({ ...created, ...facts }, dayOf)
const at = '2026-11-11T10:00:00.000Z'

describe('the first steps', () => {
  test('of a new circle are all open, the first one next', () => {
    expect(steps({}).map(({ isDone }) => isDone)).toEqual([false, false, false, false])
    expect(nextStep(steps({}))).toBe('invite')
    expect(firstStepsSentence(steps({}))).toBe('Four things that help a circle fill. Each ticks itself.')
    expect(steps({})[0]?.words).toBe('10 arcs are free. Each person gets a link of their own.')
  })

  test.each([
    [{ invited: 3, joined: 1 }, 'invite', '3 invited, 1 has joined.'],
    [{ members: 2 }, 'invite', '2 members are here.'],
    [{ rulesReadAt: at }, 'rules', 'Opened 2026-11-11.'],
    [{ rulesChangedAt: at }, 'rules', 'Set by you 2026-11-11.'],
    [{ properties: 1 }, 'property', '1 property is here.'],
    [{ sharedAt: at }, 'share', 'Shared 2026-11-11.'],
  ] as const)('tick themselves by %j', (facts, name, words) => {
    expect(steps(facts).filter(({ isDone }) => isDone)).toMatchObject([{ name, words }])
    expect(firstStepsSentence(steps(facts))).toBe('One is done, three are left.')
  })

  test('of a private circle end without sharing, and say why', () => {
    const all = steps({ invited: 1, rulesReadAt: at, properties: 1, isPrivate: true, sharedAt: at })
    expect(all[3]).toMatchObject({ isDone: false, isPossible: false })
    expect(all[3]?.words).toBe('A private circle has no public page to share. Invite people instead.')
    expect([areAllDone(all), doneCount(all)]).toEqual([true, 3])
    expect(firstStepsSentence(all)).toBe('All that this circle needs is done.')
  })

  test('of a circle whose owner holds every arc need no invitations', () => {
    expect(steps({ freeArcs: 0 })[0]).toMatchObject({ isDone: false, isPossible: false, words: 'Every arc is held.' })
    expect(nextStep(steps({ freeArcs: 0 }))).toBe('rules')
  })

  test('of any circle: four, in order; the next one is the first that is open and possible; all done means there is none', () => {
    const facts = fc.record({
      invited: fc.nat(3),
      members: fc.integer({ min: 1, max: 3 }),
      freeArcs: fc.nat(3),
      rulesReadAt: fc.constantFrom(null, at),
      properties: fc.nat(2),
      isPrivate: fc.boolean(),
      sharedAt: fc.constantFrom(null, at),
    })
    fc.assert(
      fc.property(facts, (given) => {
        const all = steps(given)
        expect(all.map(({ name }) => name)).toEqual([...firstStepNames])
        const next = nextStep(all)
        expect(areAllDone(all)).toBe(next === null)
        const place = all.findIndex(({ name }) => name === next)
        for (const step of next === null ? all : all.slice(0, place)) expect(step.isDone || !step.isPossible).toBe(true)
        expect(firstStepsSentence(all).startsWith('All four')).toBe(doneCount(all) === 4)
      }),
    )
  })
})
