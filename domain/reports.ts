import { type FieldProblem, fillIn, problem, tooLong } from './form.ts'

/** What can be reported. */
export const reportKinds = ['person', 'circle', 'property', 'post', 'question'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportReasons = [
  { value: 'identity', text: 'Not who they say they are' },
  { value: 'money', text: 'Asks for money outside the circle' },
  { value: 'misleading', text: 'Misleading' },
  { value: 'offensive', text: 'Offensive' },
  { value: 'private', text: 'Private details' },
  { value: 'other', text: 'Something else' },
] as const
export type ReportReason = (typeof reportReasons)[number]['value']
export const reportReasonValues = reportReasons.map(({ value }) => value)

export const reasonText = (reason: ReportReason): string => reportReasons.find(({ value }) => value === reason)?.text ?? ''

export const longestReportWords = 500
/** How many things a person may report in a day. */
export const mostReports = 10

/** Something else needs words; with the other reasons they are optional. */
export const reportProblems = ({ reason, words }: { readonly reason: string; readonly words: string }): FieldProblem[] => [
  ...problem('reason', reportReasonValues.some((value) => value === reason) ? undefined : 'Please choose a reason'),
  ...problem('words', reason === 'other' && words.trim() === '' ? fillIn : undefined),
  ...problem('words', words.length > longestReportWords ? tooLong(longestReportWords) : undefined),
]

export const reportDecisions = ['dismissed', 'hidden', 'suspended'] as const
export type ReportDecision = (typeof reportDecisions)[number]

/** People are not hidden: they are suspended. */
export const canBeHidden = (kind: ReportKind): boolean => kind !== 'person'

/** The words in the place of what is hidden. */
export const hiddenByAdmin = 'Hidden by an administrator'

type Reported = { readonly kind: ReportKind; readonly name: string | null; readonly circleTitle: string | null }

const kindNames: Readonly<Record<ReportKind, string>> = {
  person: 'Person',
  circle: 'Circle',
  property: 'Property',
  post: 'Post',
  question: 'Question',
}
export const reportKindText = (kind: ReportKind): string => kindNames[kind]

/** "Post in Larkspur Terrace", "Question on Clear Creek Lofts", "Maya Sorensen". */
export function reportTitle({ kind, name, circleTitle }: Reported): string {
  if (kind === 'person') return name ?? 'Person'
  if (circleTitle === null) return kindNames[kind]
  if (kind === 'circle') return circleTitle
  return `${kindNames[kind]} ${kind === 'question' ? 'on' : 'in'} ${circleTitle}`
}

/** The reason that most reports of a thing name; the earliest of those named as often. */
export function mainReason<Reason extends string>(reasons: readonly Reason[]): Reason | null {
  const countOf = (reason: Reason) => reasons.filter((other) => other === reason).length
  return reasons.reduce<Reason | null>((best, reason) => (best === null || countOf(reason) > countOf(best) ? reason : best), null)
}
