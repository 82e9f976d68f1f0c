import { arcsForOwnerAmount, isTarget, type OwnerAmountRefusal, shareAmount, shareCount, targetLimits } from './arcs.ts'
import type { MinimumShareSize } from './choices.ts'
import { type CriterionKey, criteria } from './criteria.ts'
import { type FieldProblem, fillIn, invalidInput } from './form.ts'
import { type Dollars, formatDollars } from './money.ts'

export const wizardSteps = ['BASICS', 'LOCATION', 'PROPERTY', 'FINANCIAL', 'REVIEW'] as const
type WizardStep = (typeof wizardSteps)[number]

export const longestTitle = 120
export const longestDescription = 4_000

/** Quick picks for the target in the financial step. */
export const targetQuickPicks = [
  { value: 100_000, text: '100k' },
  { value: 250_000, text: '250k' },
  { value: 500_000, text: '500k' },
  { value: 1_000_000, text: '1M' },
] as const

/** The wizard's values that decide whether a step is complete. Values not chosen yet are absent. */
export type CircleForm = {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly location?: { readonly city?: string | undefined } | undefined
  readonly investmentCriteria?:
    | (Partial<Readonly<Record<CriterionKey, unknown>>> & {
        readonly totalTargetSize?: Dollars | null | undefined
        readonly ownerInvestmentAmount?: Dollars | null | undefined
        readonly minimumShareSize?: MinimumShareSize | null | undefined
      })
    | undefined
}

const isBlank = (text: string | null | undefined): boolean => !text?.trim()

const missing = (field: string, isMissing: boolean): FieldProblem[] => (isMissing ? [{ field, message: invalidInput }] : [])

const isUnanswered = (value: unknown): boolean => value == null || !String(value).trim()

const missingCriteria = ({ investmentCriteria }: CircleForm, step: WizardStep): FieldProblem[] =>
  criteria
    .filter((criterion) => criterion.step === step && criterion.isRequired)
    .flatMap(({ key }) => missing(`investmentCriteria.${key}`, isUnanswered(investmentCriteria?.[key])))

const ownerField = 'investmentCriteria.ownerInvestmentAmount'

const minimumInvestmentMessage = (minimum: Dollars): string => `Your investment must be at least ${formatDollars(minimum)}`

export const targetTooSmall = `The target must be at least ${formatDollars(targetLimits.minimum)}`
export const targetTooLarge = `The target must be at most ${formatDollars(targetLimits.maximum)}`

/** The message for an invalid target; an absent one is missing, not invalid. */
export function targetProblem(target: Dollars): string | undefined {
  if (isTarget(target)) return undefined
  if (target < targetLimits.minimum) return targetTooSmall
  if (target > targetLimits.maximum) return targetTooLarge
  return 'The target must be a whole number of dollars'
}

/** The message for an invalid owner's amount. The target is checked first and has its own message. */
function ownerAmountProblem(target: Dollars, size: MinimumShareSize, amount: Dollars): string | undefined {
  const decision = arcsForOwnerAmount(target, shareCount(size), amount)
  if (decision.ok) return undefined
  const messages: Record<OwnerAmountRefusal, string | undefined> = {
    no_target: undefined,
    below_one_share: minimumInvestmentMessage(shareAmount(target, shareCount(size))),
    above_target: `Your investment must be at most ${formatDollars(target)}`,
    not_a_whole_number_of_arcs: 'Your investment must be a whole number of shares',
  }
  return messages[decision.reason]
}

function financialProblems(form: CircleForm): FieldProblem[] {
  const { totalTargetSize, ownerInvestmentAmount, minimumShareSize } = form.investmentCriteria ?? {}
  const problems = [
    ...missing('investmentCriteria.totalTargetSize', !totalTargetSize),
    ...missing('investmentCriteria.minimumShareSize', !minimumShareSize),
    ...missing(ownerField, !ownerInvestmentAmount),
    ...missingCriteria(form, 'FINANCIAL'),
  ]
  const wrongTarget = totalTargetSize ? targetProblem(totalTargetSize) : undefined
  if (wrongTarget) return [...problems, { field: 'investmentCriteria.totalTargetSize', message: wrongTarget }]
  if (!totalTargetSize || !minimumShareSize || !ownerInvestmentAmount) return problems
  const message = ownerAmountProblem(totalTargetSize, minimumShareSize, ownerInvestmentAmount)
  return message === undefined ? problems : [...problems, { field: ownerField, message }]
}

const stepRules: Readonly<Record<WizardStep, (form: CircleForm) => FieldProblem[]>> = {
  BASICS: (form) => [...missing('title', isBlank(form.title)), ...missing('description', isBlank(form.description))],
  LOCATION: (form) => missing('location.city', isBlank(form.location?.city)),
  PROPERTY: (form) => missingCriteria(form, 'PROPERTY'),
  FINANCIAL: financialProblems,
  REVIEW: () => [],
}

export const stepProblems = (step: WizardStep, form: CircleForm): FieldProblem[] => stepRules[step](form)

/** The labels of the fields, as the wizard shows them. */
const fieldLabels: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  'location.city': 'City',
  'investmentCriteria.totalTargetSize': 'Total target size',
  'investmentCriteria.minimumShareSize': 'Minimum share size',
  [ownerField]: 'Your investment',
  ...Object.fromEntries(criteria.map(({ key, label }) => [`investmentCriteria.${key}`, label])),
}

/** Why Next is disabled: what is missing or wrong, by the labels of the fields; undefined when the step is complete. */
export function stepNeeds(step: WizardStep, form: CircleForm): string | undefined {
  const fields = new Set(stepProblems(step, form).map(({ field }) => fieldLabels[field] ?? field))
  return fields.size === 0 ? undefined : `To go on, please complete: ${[...fields].join(', ')}`
}

/** Next is enabled only if this is true. */
export const isStepValid = (step: WizardStep, form: CircleForm): boolean => stepProblems(step, form).length === 0

/** The server checks all steps at once. */
export const circleFormProblems = (form: CircleForm): FieldProblem[] => wizardSteps.flatMap((step) => stepProblems(step, form))

/** An administrator may leave terms open ("Not set"); given terms must be consistent. */
export function adminCircleProblems(form: CircleForm): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (isBlank(form.title)) problems.push({ field: 'title', message: fillIn })
  if (isBlank(form.location?.city)) problems.push({ field: 'location.city', message: fillIn })
  const { totalTargetSize, minimumShareSize, ownerInvestmentAmount } = form.investmentCriteria ?? {}
  const wrongTarget = totalTargetSize == null ? undefined : targetProblem(totalTargetSize)
  if (wrongTarget) return [...problems, { field: 'investmentCriteria.totalTargetSize', message: wrongTarget }]
  if (!ownerInvestmentAmount) return problems
  const message =
    totalTargetSize && minimumShareSize
      ? ownerAmountProblem(totalTargetSize, minimumShareSize, ownerInvestmentAmount)
      : 'Please set the target and the share size first'
  return message ? [...problems, { field: ownerField, message }] : problems
}
