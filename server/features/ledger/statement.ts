import { csvText } from '#domain/csv.ts'
import { formatDay, type Zone } from '#domain/dates.ts'
import { isTakenAway, ledgerLabel } from '#domain/membership.ts'
import type { LedgerRow } from './ledger.store.ts'

/** Names the zone of its days. */
const headerIn = (zone: Zone) => [`Date (${zone})`, 'Member', 'Entry', 'Shares', 'Arcs', 'Amount (USD)', 'Balance (USD)']

/** The ledger as CSV: exact dollars, each row with the balance after it. */
export function statement(rows: readonly LedgerRow[], zone: Zone): string {
  let balance = 0
  const lines = rows.map((row) => {
    balance += row.amount
    const shares = isTakenAway(row) ? -row.arcs.length : row.arcs.length
    return [formatDay(row.at, zone, 'table'), row.member, ledgerLabel(row), shares, row.arcs.join(' '), row.amount, balance]
  })
  return csvText([headerIn(zone), ...lines])
}
