import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  canBeSkipped,
  decideEndStep,
  decideSkipStep,
  follows,
  isOverdue,
  isReadyToFinish,
  type Step,
  startConditions,
  stepKeys,
  stepNow,
  stepStates,
  stepTemplate,
  stepTitle,
  withFollows,
} from './acquisition-steps.ts'
import { ownershipStructureValues } from './choices.ts'
import { stages } from './stages.ts'

const owner = { id: 'owner', isOwner: true, isTreasurer: false }
const helper = { id: 'helper', isOwner: false, isTreasurer: false }
const ready = { isLoanPassed: true, isWhereToPayUsable: true }

const stepsOf = (states: readonly Step['state'][], structure: string | null = 'llc'): Step[] =>
  stepTemplate(structure).map(({ key }, index) => ({
    id: `${index + 1}`,
    key,
    position: index + 1,
    state: states[index % states.length] ?? 'open',
    assignedTo: null,
    dueDay: null,
  }))

const someSteps = fc
  .tuple(
    fc.constantFrom(...ownershipStructureValues, null),
    fc.array(fc.constantFrom(...stepStates), { minLength: 11, maxLength: 11 }),
    fc.constantFrom('helper', 'owner', null),
  )
  .map(([structure, states, assignedTo]) => stepsOf(states, structure).map((step) => ({ ...step, assignedTo })))

test('every structure has the nine steps in their order, some of them one more', () => {
  const nine = stepKeys.filter((key) => key !== 'other')
  for (const structure of [...ownershipStructureValues, null, 'constructor']) {
    const keys = stepTemplate(structure).map(({ key }) => key)
    expect(keys.filter((key) => key !== 'other')).toEqual(nine)
    expect(keys.length - nine.length).toBe(['llc', 'other', null, 'constructor'].includes(structure) ? 0 : 1)
  }
  expect(stepTemplate('trust').map(stepTitle)).toEqual([
    'Offer',
    'Inspection',
    'Agreement signed',
    'Trust set up',
    'Title',
    'Insurance',
    'Loan',
    'Money collected',
    'Wire',
    'Deed recorded',
  ])
})

describe('ending a step', () => {
  test('what follows from signatures and payments is never ended by hand, and the three needed steps are never skipped', () => {
    fc.assert(
      fc.property(someSteps, fc.constantFrom(owner, helper), (steps, actor) => {
        for (const step of steps) {
          const ended = decideEndStep(step, steps, actor, ready)
          if (follows(step.key)) expect(ended.ok).toBe(false)
          const skipped = decideSkipStep(step, actor)
          if (!canBeSkipped(step.key)) expect(skipped).toEqual({ ok: false, reason: 'step_not_skipped' })
          if (step.state !== 'open') expect([ended.ok, skipped.ok]).toEqual([false, false])
          if (!actor.isOwner) expect(skipped.ok).toBe(false)
          if (!actor.isOwner && (step.key === 'wire' || step.assignedTo !== actor.id)) expect(ended.ok).toBe(false)
        }
      }),
    )
    expect(stepKeys.filter((key) => !canBeSkipped(key))).toEqual(['agreement_signed', 'money_collected', 'wire'])
  })

  test('a further wire is recorded only after the first, under the same conditions, and no other step again', () => {
    const steps = stepsOf(['done'])
    const again = (step: Step, all: readonly Step[], facts: object = {}) => {
      const decision = decideEndStep(step, all, owner, { ...ready, isFurther: true, ...facts })
      return decision.ok ? null : decision.reason
    }
    for (const step of steps) expect([step.key, again(step, steps)]).toEqual([step.key, step.key === 'wire' ? null : 'step_ended'])
    const wire = steps.find(({ key }) => key === 'wire')
    if (!wire) throw new Error('every template has a wire')
    expect(again(wire, steps, { isFurther: false })).toBe('step_ended')
    expect(again(wire, steps, { isWhereToPayUsable: false })).toBe('wire_waits_for_details')
    const reopened = steps.map((step) => (step.key === 'money_collected' ? { ...step, state: 'open' as const } : step))
    expect(again(wire, reopened)).toBe('wire_waits_for_steps')
    expect(decideEndStep(wire, steps, helper, { ...ready, isFurther: true })).toEqual({ ok: false, reason: 'step_not_yours' })
  })

  test('the wire waits for every step before it and for where to pay, and for no step after it', () => {
    fc.assert(
      fc.property(someSteps, fc.boolean(), (found, isWhereToPayUsable) => {
        const steps = found.map((step) => (step.key === 'wire' ? { ...step, state: 'open' as const } : step))
        const wire = steps.find(({ key }) => key === 'wire')
        if (!wire) throw new Error('every template has a wire')
        const waits = steps.some(({ position, state }) => position < wire.position && state === 'open')
        const decision = decideEndStep(wire, steps, owner, { ...ready, isWhereToPayUsable })
        expect(decision.ok).toBe(!waits && isWhereToPayUsable)
        if (!decision.ok) expect(decision.reason).toBe(waits ? 'wire_waits_for_steps' : 'wire_waits_for_details')
      }),
    )
  })

  test('a loan is done only if a passed motion names one', () => {
    const steps = stepsOf(['open'])
    const loan = steps.find(({ key }) => key === 'loan') as Step
    expect(decideEndStep(loan, steps, owner, { ...ready, isLoanPassed: false })).toEqual({ ok: false, reason: 'loan_without_motion' })
    expect(decideEndStep(loan, steps, owner, ready).ok).toBe(true)
  })

  test('the treasurer ends every step, another member only their own', () => {
    const steps = stepsOf(['open'])
    const [offer] = steps as [Step]
    expect(decideEndStep(offer, steps, helper, ready)).toEqual({ ok: false, reason: 'step_not_yours' })
    expect(decideEndStep({ ...offer, assignedTo: 'helper' }, steps, helper, ready).ok).toBe(true)
    expect(decideEndStep(offer, steps, { ...helper, isTreasurer: true }, ready).ok).toBe(true)
  })
})

test('steps that follow are done as long as their facts hold; others stay as they are', () => {
  fc.assert(
    fc.property(someSteps, fc.boolean(), fc.boolean(), (steps, isAgreementSigned, isMoneyCollected) => {
      const shown = withFollows(steps, { isAgreementSigned, isMoneyCollected })
      for (const [index, step] of steps.entries()) {
        const isDone = { agreement_signed: isAgreementSigned, money_collected: isMoneyCollected }[step.key as 'agreement_signed'] ?? false
        expect(shown[index]?.state).toBe(step.state === 'open' && isDone ? 'done' : step.state)
      }
    }),
  )
})

test('it can be finished once the wire and everything before it are done or skipped', () => {
  expect(isReadyToFinish(stepsOf(['done']))).toBe(true)
  expect(isReadyToFinish(stepsOf(['done']).map((step) => (step.key === 'deed_recorded' ? { ...step, state: 'open' } : step)))).toBe(true)
  for (const key of ['offer', 'wire'] as const)
    expect(isReadyToFinish(stepsOf(['done']).map((step) => (step.key === key ? { ...step, state: 'open' } : step)))).toBe(false)
  expect(isReadyToFinish([])).toBe(false)
})

test('the step that comes now is the reader’s first open one, else the first open one', () => {
  const steps = stepsOf(['done', 'open', 'open', 'open'])
  expect(stepNow(steps, () => false)?.key).toBe('inspection')
  expect(stepNow(steps, ({ key }) => key === 'title')?.key).toBe('title')
  expect(stepNow(steps, ({ key }) => key === 'offer')?.key).toBe('inspection')
  expect(stepNow(stepsOf(['done']), () => true)).toBeNull()
})

test('what follows the wire never comes before it', () => {
  const steps = stepsOf(['done']).map((step) => (step.key === 'offer' || step.key === 'loan' ? step : { ...step, state: 'open' as const }))
  expect(stepNow(steps, ({ key }) => key === 'deed_recorded')?.key).toBe('inspection')
  const sent = steps.map((step) => (step.key === 'wire' ? { ...step, state: 'done' as const } : step))
  expect(stepNow(sent, ({ key }) => key === 'deed_recorded')?.key).toBe('deed_recorded')
})

test('a step is overdue from the day after its day, until it is done', () => {
  const step = { state: 'open', dueDay: '2027-01-05' } as const
  expect(isOverdue(step, '2027-01-05')).toBe(false)
  expect(isOverdue(step, '2027-01-06')).toBe(true)
  expect(isOverdue({ ...step, state: 'done' }, '2027-01-06')).toBe(false)
  expect(isOverdue({ ...step, dueDay: null }, '2027-01-06')).toBe(false)
})

test('buying starts only if all four conditions are met', () => {
  const facts = { stage: 'deciding', isClosedAndPassed: true, passesNow: true, notAgreed: 0 } as const
  const unmet = (changed: object) =>
    startConditions({ ...facts, ...changed })
      .filter(({ isMet }) => !isMet)
      .map(({ key }) => key)
  expect(unmet({})).toEqual([])
  for (const stage of stages) expect(unmet({ stage })).toEqual(stage === 'deciding' ? [] : ['stage'])
  expect(unmet({ isClosedAndPassed: false })).toEqual(['passed', 'passes_now'])
  expect(unmet({ passesNow: false })).toEqual(['passes_now'])
  expect(unmet({ notAgreed: 1 })).toEqual(['charter'])
})
