import { isolate } from '#domain/isolate.ts'
import { type ReportDecision, type ReportReason, reasonText } from '#domain/reports.ts'

/** "A", "A and B", "A, B and C". */
export function namesTogether(names: readonly string[]): string {
  const shown = names.map(isolate)
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}

type Given = { readonly reason: ReportReason; readonly reporter: { readonly name: string } }

/** Who named which reason, in the order in which they were named first. */
export const reasonGroups = (given: readonly Given[]): { readonly reason: string; readonly names: string }[] =>
  [...new Set(given.map(({ reason }) => reason))].map((reason) => ({
    reason: reasonText(reason),
    names: namesTogether(given.filter((each) => each.reason === reason).map(({ reporter }) => reporter.name)),
  }))

const decided: Readonly<Record<ReportDecision, (by: string) => string>> = {
  dismissed: (by) => `Dismissed by ${by}`,
  hidden: (by) => `Hidden by ${by}`,
  suspended: (by) => `Suspended by ${by}, with a reason`,
}

export const decisionWords = (decision: ReportDecision, by: string | null): string => decided[decision](isolate(by ?? 'an administrator'))

export const countWords = (count: number): string => (count === 1 ? '1 report' : `${count} reports`)
