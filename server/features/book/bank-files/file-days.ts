import type { BankFileAccount, BankFileChoices } from '#domain/bank-file.ts'

type Days = Pick<BankFileAccount, 'from' | 'to' | 'daysAre'>
type StatedDays = { readonly from: string | null; readonly to: string | null }

/** Which days a file shows: what it says itself, widened by lines outside; else from its first line to its last. Null for neither. */
export function daysOfFile(lines: readonly { readonly day: string }[], stated: StatedDays): Days | null {
  const days = [...lines.map(({ day }) => day), stated.from, stated.to].filter((day) => day !== null).sort()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return null
  return { from, to, daysAre: stated.from !== null && stated.to !== null ? 'stated' : 'of_the_lines' }
}

/** Of a file without lines that does not say its days itself. */
export const chosenDays = ({ from, to }: Pick<BankFileChoices, 'from' | 'to'>): Days | null =>
  from === undefined || to === undefined ? null : { from, to, daysAre: 'chosen' }

/** Widened to the days that a person asked the bank for. Never narrowed: lines are not dropped. */
export function withChosenDays<Shown extends Days>(shown: Shown, chosen: Pick<BankFileChoices, 'from' | 'to'>): Shown {
  const from = chosen.from !== undefined && chosen.from < shown.from ? chosen.from : shown.from
  const to = chosen.to !== undefined && chosen.to > shown.to ? chosen.to : shown.to
  return from === shown.from && to === shown.to ? shown : { ...shown, from, to, daysAre: 'chosen' }
}
