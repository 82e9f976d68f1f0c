import { type BookAccount, type BookLine, bookAccounts } from './book-accounts.ts'
import { shareOfGrowth, shareOfTotal, sumCents } from './cents.ts'
import type { Cents } from './money.ts'

/** A reversal also has the day of the entry that it reverses: it concerns the same people. */
export type BookedEntry = { readonly day: string; readonly lines: readonly BookLine[]; readonly reversesDay?: string }

/** Who holds an arc from the beginning of a day on, until the next row of the arc. */
export type ArcHolder = { readonly arc: number; readonly from: string; readonly holder: string }

/** The accounts in which every arc has its share, in the order in which statements show them. */
export const sharedAccounts = (Object.keys(bookAccounts) as BookAccount[]).filter(
  (account) => bookAccounts[account].kind === 'income' || bookAccounts[account].kind === 'cost',
)

export const isIncome = (account: BookAccount): boolean => bookAccounts[account].kind === 'income'

type Totals = ReadonlyMap<BookAccount, Cents>

const linesUntil = (entries: readonly BookedEntry[], day: string): BookLine[] =>
  entries.filter((entry) => entry.day <= day).flatMap(({ lines }) => lines)

const totalsOf = (lines: readonly BookLine[]): Totals => {
  const totals = new Map<BookAccount, Cents>()
  for (const { account, amountCents } of lines) totals.set(account, sumCents([totals.get(account) ?? 0, amountCents]))
  return totals
}

/** What an account grew by in these days, and an arc's share of that. */
export type AccountGrowth = { readonly totalCents: Cents; readonly shareOf: (arc: number) => Cents }

/** How much every account grew from the beginning of the first day to the end of the last. */
export function growthIn(entries: readonly BookedEntry[], arcs: number, days: Days): (account: BookAccount) => AccountGrowth {
  const after = totalsOf(linesUntil(entries, days.to))
  const before = totalsOf(entries.filter(({ day }) => day < days.from).flatMap(({ lines }) => lines))
  return (account) => {
    const [from, to] = [before.get(account) ?? 0, after.get(account) ?? 0]
    return { totalCents: to - from, shareOf: (arc) => shareOfGrowth(from, to, arcs, arc) }
  }
}

/** Calendar days, both included. */
export type Days = { readonly from: string; readonly to: string }

/**
 * What an arc's holder has in the circle at the end of a day: put in, plus its share of income less costs since the beginning, less what was
 * paid out. It goes with the arc when it is handed on.
 */
export function capitalOfArc(entries: readonly BookedEntry[], arcs: number, arc: number, day: string): Cents {
  const lines = linesUntil(entries, day)
  const own = lines.filter((line) => (line.account === 'capital' || line.account === 'paid_out') && line.arc === arc)
  const totals = totalsOf(lines)
  const shares = sharedAccounts.map((account) => shareOfTotal(totals.get(account) ?? 0, arcs, arc))
  return 0 - sumCents([...own.map(({ amountCents }) => amountCents), ...shares])
}

/** Who holds an arc on a day; the day of a transfer is the buyer's. Null before its first row. */
export function holderOn(holders: readonly ArcHolder[], arc: number, day: string): string | null {
  const rows = holders.filter((row) => row.arc === arc && row.from <= day)
  return rows.reduce<ArcHolder | null>((last, row) => (last === null || row.from >= last.from ? row : last), null)?.holder ?? null
}
