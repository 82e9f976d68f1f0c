import { csvText } from '#domain/csv.ts'
import { formatTableDate } from '#domain/dates.ts'
import { ledgerLabel } from '#domain/membership.ts'
import type { LedgerRow } from './ledger.store.ts'

const header = ['Date', 'Member', 'Entry', 'Shares', 'Arcs', 'Amount (USD)', 'Balance (USD)']

/** The ledger as CSV: exact dollars, each row with the balance after it. */
export function statement(rows: readonly LedgerRow[]): string {
  let balance = 0
  const lines = rows.map((row) => {
    balance += row.amount
    const shares = row.kind === 'removed' ? -row.arcs.length : row.arcs.length
    return [formatTableDate(row.at), row.member, ledgerLabel(row), shares, row.arcs.join(' '), row.amount, balance]
  })
  return csvText([header, ...lines])
}
