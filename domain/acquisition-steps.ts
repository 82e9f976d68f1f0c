import { type Decision, granted, refused } from './decision.ts'
import type { Stage } from './stages.ts'

export const stepStates = ['open', 'done', 'skipped'] as const
export type StepState = (typeof stepStates)[number]

/** The steps of a purchase in their order; `other` is one that the circle has added. */
export const stepLabels = {
  offer: 'Offer',
  inspection: 'Inspection',
  agreement_signed: 'Agreement signed',
  title: 'Title',
  insurance: 'Insurance',
  loan: 'Loan',
  money_collected: 'Money collected',
  wire: 'Wire',
  deed_recorded: 'Deed recorded',
  other: 'Other',
} as const satisfies Record<string, string>
export type StepKey = keyof typeof stepLabels
export const stepKeys = Object.keys(stepLabels) as [StepKey, ...StepKey[]]

/** What a circle has to do besides, by how it will own the property, and before which step of the template. */
const furtherSteps: Readonly<Record<string, { readonly before: StepKey; readonly title: string }>> = {
  partnership: { before: 'title', title: 'Partnership registered' },
  trust: { before: 'title', title: 'Trust set up' },
  tenancy_in_common: { before: 'wire', title: 'Parts of all owners in the deed' },
  joint_tenancy: { before: 'wire', title: 'Names of all owners in the deed' },
}

type TemplateStep = { readonly key: StepKey; readonly title: string }

/** The steps with which a purchase begins, in their order. */
export function stepTemplate(structure: string | null): TemplateStep[] {
  const further = Object.entries(furtherSteps).find(([key]) => key === structure)?.[1]
  return stepKeys
    .filter((key) => key !== 'other')
    .flatMap((key) => [...(further?.before === key ? [{ key: 'other' as const, title: further.title }] : []), { key, title: '' }])
}

/** The title of an added step, or the name of a step of the template. Erasure empties titles, so an added one may have none. */
export const stepTitle = ({ key, title }: TemplateStep): string => title || stepLabels[key]

export type Step = {
  readonly id: string
  readonly key: StepKey
  readonly position: number
  readonly state: StepState
  readonly assignedTo: string | null
  readonly dueDay: string | null
}

/** Steps that follow from signatures and payments. Nobody ends them by hand. */
const following: readonly StepKey[] = ['agreement_signed', 'money_collected']
export const follows = (key: StepKey): boolean => following.includes(key)

/** Without these no purchase is safe, so no reason skips them. */
const needed: readonly StepKey[] = [...following, 'wire']
export const canBeSkipped = (key: StepKey): boolean => !needed.includes(key)

export type Follows = {
  /** All holders have signed the one version that the step names. */
  readonly isAgreementSigned: boolean
  /** A call was opened, and every part of all calls of the purchase is paid. */
  readonly isMoneyCollected: boolean
}

/** The steps as they stand: an open one that follows from facts is done as long as these hold. */
export const withFollows = <Each extends Step>(steps: readonly Each[], facts: Follows): Each[] =>
  steps.map((step) => {
    const isDone =
      (step.key === 'agreement_signed' && facts.isAgreementSigned) || (step.key === 'money_collected' && facts.isMoneyCollected)
    return step.state === 'open' && isDone ? { ...step, state: 'done' } : step
  })

export type StepActor = { readonly id: string; readonly isOwner: boolean; readonly isTreasurer: boolean }

/** The owner and the treasurer plan the steps: add them, assign them, set their days and papers. */
export const mayPlanSteps = ({ isOwner, isTreasurer }: Omit<StepActor, 'id'>): boolean => isOwner || isTreasurer

/** Money is sent by the owner or the treasurer only, no matter to whom the step is assigned. */
const isTheirs = (step: Step, actor: StepActor): boolean => mayPlanSteps(actor) || (step.key !== 'wire' && step.assignedTo === actor.id)

export type EndRefusal =
  | 'step_ended'
  | 'step_follows'
  | 'step_not_yours'
  | 'loan_without_motion'
  | 'wire_waits_for_steps'
  | 'wire_waits_for_details'

export type EndFacts = {
  /** A passed motion names a loan. */
  readonly isLoanPassed: boolean
  /** Where to pay the title company is confirmed and usable. */
  readonly isWhereToPayUsable: boolean
  /** A further wire after the first: what was sent was more, or was not enough. */
  readonly isFurther?: boolean
}

/** Whether this person can say now that the step is done. `steps` are all of the purchase, as `withFollows` gives them. */
export function decideEndStep(step: Step, steps: readonly Step[], actor: StepActor, facts: EndFacts): Decision<null, EndRefusal> {
  const isSentAgain = facts.isFurther && step.key === 'wire' && step.state === 'done'
  if (step.state !== 'open' && !isSentAgain) return refused('step_ended')
  if (follows(step.key)) return refused('step_follows')
  if (!isTheirs(step, actor)) return refused('step_not_yours')
  if (step.key === 'loan' && !facts.isLoanPassed) return refused('loan_without_motion')
  if (step.key === 'wire' && steps.some(({ position, state }) => position < step.position && state === 'open'))
    return refused('wire_waits_for_steps')
  if (step.key === 'wire' && !facts.isWhereToPayUsable) return refused('wire_waits_for_details')
  return granted(null)
}

export function decideSkipStep(step: Step, actor: StepActor): Decision<null, 'step_ended' | 'step_not_skipped' | 'step_not_yours'> {
  if (!canBeSkipped(step.key)) return refused('step_not_skipped')
  if (step.state !== 'open') return refused('step_ended')
  return mayPlanSteps(actor) ? granted(null) : refused('step_not_yours')
}

/** The settlement statement comes after the wire, when everything before it is done or skipped; later steps may still be open. */
export const isReadyToFinish = (steps: readonly Step[]): boolean => {
  const wire = steps.find(({ key }) => key === 'wire')
  return wire !== undefined && steps.every(({ position, state }) => position > wire.position || state !== 'open')
}

/**
 * The step that comes now: the first open one for which the reader can do something, else the first open one. What follows the wire comes
 * after it.
 */
export function stepNow<Each extends Step>(steps: readonly Each[], canDo: (step: Each) => boolean): Each | null {
  const open = steps.filter(({ state }) => state === 'open')
  const wire = open.find(({ key }) => key === 'wire')
  const now = open.find((step) => canDo(step) && (!wire || step.position <= wire.position))
  return now ?? open[0] ?? null
}

/** Days are calendar days of the circle's zone; on its due day a step is not overdue. */
export const isOverdue = ({ state, dueDay }: Pick<Step, 'state' | 'dueDay'>, today: string): boolean =>
  state === 'open' && dueDay !== null && dueDay < today

export type StartFacts = {
  readonly stage: Stage
  readonly isClosedAndPassed: boolean
  /** It still passes if counted by the arcs held now. */
  readonly passesNow: boolean
  /** How many holders have not agreed to the current charter. */
  readonly notAgreed: number
}

export const startConditionKeys = ['stage', 'passed', 'passes_now', 'charter'] as const
export type StartConditionKey = (typeof startConditionKeys)[number]

const startWords: Readonly<Record<StartConditionKey, string>> = {
  stage: 'Every arc is held, and the circle is deciding',
  passed: 'The property passed at its closing date',
  passes_now: 'It still passes, counted by the arcs held now',
  charter: 'Every member has agreed to the current charter',
}

/** Each condition of buying, whether it is met, in words. All have to be. */
export function startConditions(facts: StartFacts): { readonly key: StartConditionKey; readonly isMet: boolean; readonly words: string }[] {
  const met: Readonly<Record<StartConditionKey, boolean>> = {
    stage: facts.stage === 'deciding',
    passed: facts.isClosedAndPassed,
    passes_now: facts.isClosedAndPassed && facts.passesNow,
    charter: facts.notAgreed === 0,
  }
  return startConditionKeys.map((key) => ({ key, isMet: met[key], words: startWords[key] }))
}
