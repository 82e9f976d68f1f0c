import type { BankFileAccount } from '#domain/bank-file.ts'
import { addDays } from '#domain/dates.ts'
import { UnreadableBankFile } from './unreadable-bank-file.ts'

/** Whether `next` goes on where `before` ends: by its balance, or, for a page without balances, by its day. */
function follows(before: BankFileAccount, next: BankFileAccount): boolean {
  if (!before.closing || !next.opening) return next.from <= addDays(before.to, 1)
  const differenceCents = next.opening.amountCents - before.closing.amountCents
  if (differenceCents !== 0) throw new UnreadableBankFile({ reason: 'bank_file_does_not_add_up', row: null, differenceCents })
  return true
}

/**
 * Statements of one account, one after the other, as one: banks write one for each day, and none for days on which nothing happened. A
 * statement that stands in the file twice counts once.
 */
export function joinStatements(statements: readonly BankFileAccount[]): readonly BankFileAccount[] {
  const joined: BankFileAccount[] = []
  const seen = new Set<string>()
  const places = new Map<string, number>()
  for (const next of statements.toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))) {
    const written = JSON.stringify(next)
    if (seen.has(written)) continue
    seen.add(written)
    const account = `${next.number} ${next.currency}`
    const index = places.get(account) ?? joined.length
    const before = joined[index]
    if (!before || !follows(before, next)) places.set(account, joined.push(next) - 1)
    else
      joined[index] = {
        ...before,
        to: [before.to, next.to].sort().at(-1) ?? next.to,
        daysAre: before.daysAre === 'stated' && next.daysAre === 'stated' ? 'stated' : 'of_the_lines',
        closing: next.closing,
        lines: [...before.lines, ...next.lines],
        leftOut: { pending: before.leftOut.pending + next.leftOut.pending, zero: before.leftOut.zero + next.leftOut.zero },
      }
  }
  return joined
}
