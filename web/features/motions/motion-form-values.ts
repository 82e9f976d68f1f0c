import type { Motion } from '#contract/motions.ts'
import {
  type MotionFacts,
  type MotionKind,
  mostCents,
  payeeLength,
  type SpendCategory,
  type SpendPeriod,
  titleLength,
} from '#domain/motion-kinds.ts'
import { motionClosingProblem } from '#domain/motions.ts'
import type { Rules } from '#domain/outcome.ts'
import { nullValue } from '#web/ui/fields/select-field.tsx'
import type { Problem } from '#web/ui/form/rules.ts'
import type { MotionBasis, Proposal } from './motions.queries.ts'

/** The payee is related to nobody. Different from `nullValue`: it has to be said. */
export const noMember = 'none'

/** Named as in the request, so that the server's problems are shown under their fields. */
export type MotionValues = {
  kind: MotionKind
  title: string
  text: string
  amountCents: number | undefined
  category: SpendCategory | typeof nullValue
  payee: string
  relatedMember: string
  every: SpendPeriod | typeof nullValue
  until: string | null
  member: string
  floorCents: number | undefined
  emergencyCents: number | undefined
  closesAt: string | null
}

/** Of a new motion, or of the one that is changed or replaced. */
export function valuesOf(kind: MotionKind, { reserve }: Pick<MotionBasis, 'reserve'>, motion?: Motion): MotionValues {
  const facts = motion?.facts
  const spend = facts?.kind === 'spend' ? facts : null
  return {
    kind: facts?.kind ?? kind,
    title: motion?.title ?? '',
    text: motion?.text ?? '',
    amountCents: spend?.amountCents,
    category: spend?.category ?? nullValue,
    payee: motion?.payee ?? '',
    relatedMember: spend ? (spend.relatedMember ?? noMember) : nullValue,
    every: spend?.repeats?.every ?? nullValue,
    until: spend?.repeats?.until ?? null,
    member: facts?.kind === 'treasurer' ? facts.member : nullValue,
    floorCents: facts?.kind === 'reserve' ? facts.floorCents : reserve.floorCents,
    emergencyCents: facts?.kind === 'reserve' ? facts.emergencyCents : reserve.emergencyCents,
    closesAt: motion?.endedAt === null ? motion.closesAt : null,
  }
}

const amountProblem = (cents: number | undefined, least: number): string | null => {
  if (cents === undefined) return 'Please give an amount'
  if (cents < least) return 'Please give an amount above zero'
  return cents > mostCents ? 'This amount is too large' : null
}

function factProblems(values: MotionValues): (readonly [field: keyof MotionValues, message: string | null])[] {
  switch (values.kind) {
    case 'spend':
      return [
        ['amountCents', amountProblem(values.amountCents, 1)],
        ['category', values.category === nullValue ? 'Please choose a category' : null],
        ['payee', values.payee.trim() === '' ? 'Please say who is to be paid' : null],
        ['relatedMember', values.relatedMember === nullValue ? 'Please say whether the payee is related to a member' : null],
        ['until', values.every !== nullValue && values.until === null ? 'Please give a day' : null],
      ]
    case 'treasurer':
      return [['member', values.member === nullValue ? 'Please choose a member' : null]]
    case 'reserve':
      return [
        ['floorCents', amountProblem(values.floorCents, 0)],
        ['emergencyCents', amountProblem(values.emergencyCents, 0)],
      ]
    default:
      return []
  }
}

/** In the order of the form. `now` in milliseconds. */
export function motionProblems(values: MotionValues, now: number, noticeSeconds: number): Problem[] {
  const all: readonly (readonly [field: keyof MotionValues, message: string | null])[] = [
    ['title', values.title.trim() === '' ? 'Please give it a title' : null],
    ['text', values.text.trim() === '' ? 'Please say what is to be done' : null],
    ...factProblems(values),
    [
      'closesAt',
      values.closesAt === null ? 'Please give a date and time' : motionClosingProblem(Date.parse(values.closesAt), now, noticeSeconds),
    ],
  ]
  return all.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
}

function factsOf(values: MotionValues, rules: Rules): MotionFacts {
  const { kind } = values
  switch (kind) {
    case 'spend':
      return {
        kind,
        amountCents: values.amountCents ?? 0,
        category: values.category === nullValue ? 'other' : values.category,
        repeats: values.every === nullValue ? null : { every: values.every, until: values.until ?? '' },
        relatedMember: values.relatedMember === noMember ? null : values.relatedMember,
      }
    case 'treasurer':
      return { kind, member: values.member }
    case 'reserve':
      return { kind, floorCents: values.floorCents ?? 0, emergencyCents: values.emergencyCents ?? 0 }
    case 'rules':
      return { kind, rules }
    default:
      return { kind }
  }
}

/** The request. The values have been checked. */
export const proposalOf = (values: MotionValues, rules: Rules, supersedes: string | null): Proposal => ({
  title: values.title.trim(),
  text: values.text.trim(),
  facts: factsOf(values, rules) as Proposal['facts'],
  payee: values.kind === 'spend' ? values.payee.trim() : null,
  closesAt: values.closesAt ?? '',
  supersedes,
})

export const lengths = { title: titleLength, payee: payeeLength } as const

/** Who would have no vote on the motion as it is written now. */
export function conflictedBy({ kind, relatedMember }: Pick<MotionValues, 'kind' | 'relatedMember'>, proposer: string): string | null {
  if (kind === 'release') return proposer
  return kind === 'spend' && relatedMember !== nullValue && relatedMember !== noMember ? relatedMember : null
}
