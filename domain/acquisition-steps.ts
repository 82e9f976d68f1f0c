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
